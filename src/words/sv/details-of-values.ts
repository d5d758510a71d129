/** Mistakes in a given value, in Swedish. */
import type { DetailWords } from '../detail-words.ts'

const kinds: Record<string, string> = {
  string: 'en text',
  number: 'ett tal',
  int: 'ett heltal',
  boolean: 'ja eller nej',
  array: 'en lista',
  object: 'ett objekt',
  record: 'ett objekt',
  date: 'en tidpunkt',
  null: 'tomt',
}

export const detailsOfValues = {
  'given-missing': () => 'En uppgift saknas.',
  'given-empty': () => 'En uppgift är tom.',
  'given-type': value =>
    `En uppgift är av annat slag: det ska vara ${kinds[value('kind')] ?? value('kind')}.`,
  'given-long': (_, number) => `En text är för lång: högst ${number('most')} tecken.`,
  'given-short': (_, number) => `En text är för kort: minst ${number('least')} tecken.`,
  'given-many': (_, number) => `Det är för många: högst ${number('most')}.`,
  'given-few': (_, number) => `Det är för få: minst ${number('least')}.`,
  'given-high': (_, number) => `Ett tal är för stort: högst ${number('most')}.`,
  'given-low': (_, number) => `Ett tal är för litet: minst ${number('least')}.`,
  'given-below': (_, number) => `Ett tal är för stort: det ska vara mindre än ${number('limit')}.`,
  'given-above': (_, number) => `Ett tal är för litet: det ska vara större än ${number('limit')}.`,
  'given-multiple': (_, number) => `Ett tal ska vara en multipel av ${number('step')}.`,
  'given-choice': value => `Det går inte att välja, utan: ${value('choices')}.`,
  'given-only': value => `Här går bara ${value('choices')}.`,
  'given-unknown': value => `Det finns ingen uppgift med det namnet: ${value('names')}.`,
  'given-format': () => 'En uppgift är inte skriven som den ska vara.',
  'given-moment': () => 'En tidpunkt skrivs 2026-11-21T14:00:00+01:00.',
  'given-day': () => 'En dag eller tidpunkt skrivs 2026-11-21 eller 2026-11-21T14:00.',
  'given-future': () => 'Det ligger i framtiden.',
  'given-domain': () => 'En domän skrivs example.com.',
  'given-picture': () => 'Bilden finns inte.',
  'given-event': () => 'En händelse heter som i listan över leveranser, till exempel 1-42.',
  'given-period': (_, number) => `En period har högst ${number('most')} dagar.`,
  'given-wrong': () => 'En uppgift passar inte här.',
} satisfies DetailWords
