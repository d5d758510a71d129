/** Causes of a sending without progress, and of people left out of it, in German. */
import type { leftOut as LeftOut, Standstills } from '../standstills.ts'

export const standstills: Standstills = {
  'paused-by-hand': () => '',
  paused: said => said,
  restored: () =>
    'Der Speicher wurde aus einer Sicherung wiederhergestellt; was seither hinausging, ist hier ' +
    'nicht bekannt.',
  overdue: () => 'Sie war fällig, als nichts lief. Soll sie noch hinausgehen?',
  'winner-awaited': () => 'Sie wartet auf den Gewinner ihres A/B-Tests.',
  'samples-awaited': () =>
    'Die Wartezeit des A/B-Tests ist um. Sie wartet auf E-Mails ihrer Stichproben, und darauf, ' +
    'dass Klicks von denen der Maschinen unterschieden sind.',
  'no-worker': () => 'Kein Prozess, der sendet, läuft: Wer den Dienst betreibt, startet ihn.',
  'no-route': () => 'Kein Relay nimmt diese E-Mails: Jedes hat Regeln für andere.',
  'routes-paused': said =>
    `Die Relays pausieren, weil ein Server sagte: ${said}. Sie laufen weiter, sobald ihr ` +
    'Betreiber die Ursache behoben hat.',
  deferred: () => 'Die Server haben alle übrigen E-Mails aufgeschoben.',
  'relay-refuses': said => `Das Relay nimmt keine E-Mails an: „${said}“.`,
  stalled: said =>
    'Seit zwei Minuten ging keine E-Mail hinaus: Die Relays nehmen keine an, oder ihre Rate ' +
    `oder ihr Kontingent ist verbraucht.${said === '' ? '' : ` ${said}.`}`,
}

export const leftOut: typeof LeftOut = {
  repeated: 'Adresse doppelt',
  unsubscribed: 'Abgemeldet',
  'opted-out': 'Von allem abgemeldet',
  complained: 'Beschwert',
  undeliverable: 'Unzustellbar',
  paused: 'Macht Pause',
  'left-the-list': 'Haben die Liste verlassen',
  opened: 'Haben es geöffnet',
  clicked: 'Haben darin geklickt',
  'not-measured': 'Werden nicht gemessen',
  'got-it': 'Haben es schon bekommen',
  'excluded-list': 'Auf einer ausgeschlossenen Liste',
  filter: 'Passen nicht zum Filter',
}
