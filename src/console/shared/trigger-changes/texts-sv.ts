/** Strings about what differs between two texts of a trigger, in Swedish. */
import type { changes as English } from './texts.ts'

export const sv: typeof English = {
  none: 'Inget skiljer.',
  onlyBlanks: 'Stegen är desamma; bara texten skiljer.',
  unread: 'En av texterna har fel: bara dess rader jämförs.',
  lines: 'Rader i texten',
  added: 'nytt',
  gone: 'borta',
  leads: step => `leder till ”${step}”`,
  ends: 'leder till slutet',
  nowhere: 'leder ingenstans',
  compared: version => `Version ${version} jämförd med`,
  present: 'texten som den är nu',
  versionOf: version => `version ${version}`,
  wholeText: version => `Hela texten i version ${version}`,
  insideHint: people =>
    people === '1'
      ? '1 person är inne: innan det sparas tillfrågas du om vad som händer med den.'
      : `${people} personer är inne: innan det sparas tillfrågas du om vad som händer med dem.`,
  conflict: 'Ändrad av två',
  conflictSays: version =>
    `Någon har sparat version ${version} sedan du började. Så skiljer sig din från den:`,
  keepMine: 'Behåll min',
  keepMineSays: version =>
    `Din ersätter version ${version} när du trycker på ”Spara” igen. Version ${version} finns kvar i listan över versioner.`,
  takeTheirs: 'Ta deras',
  takeTheirsSays: 'Din läggs undan. Ångra tar tillbaka den.',
  waits: 'Inte sparat: någon annan har sparat under tiden.',
  seeDifference: 'Visa skillnaden',
  theirsPut: 'Deras gäller här. Ångra tar tillbaka din.',
}
