/** The strings of the page of mailboxes, in German. */
import type { mailboxes } from './texts.ts'

export const de: typeof mailboxes = {
  title: 'Postfächer für Bounces',
  hint:
    'Bounces und Beschwerden, die in einem Postfach anderswo ankommen, werden von dort abgeholt. ' +
    'Mit POP3 werden sie dort gelöscht, mit IMAP als gelesen markiert: Nehmen Sie ein Postfach ' +
    'nur für sie.',
  none: 'Noch kein Postfach',
  noneHint:
    'Kommen Bounces in einem Postfach anderswo an, lassen sie sich dort mit IMAP oder POP3 abholen.',
  add: 'Postfach hinzufügen',
  mailbox: 'Postfach',
  state: 'Stand',
  lastRead: 'Zuletzt gelesen',
  fetched: 'Nachrichten bisher',
  works: 'Gelesen',
  fails: 'Nicht zu lesen',
  fresh: 'Noch nicht gelesen',
  seed: 'Für Seed-Tests',
  every: span => `alle ${span}`,
  forAll: 'für alle Konten',
  forOwn: 'für dieses Konto',
  repair: 'Ein Test zeigt, an welchem Schritt; dann Server oder Passwort ändern.',
  actionsOf: mailbox => `Aktionen für ${mailbox}`,
  actions: 'Aktionen',
  test: 'Verbindung testen',
  testOf: 'Test der Verbindung',
  testing: 'Es verbindet sich und meldet sich an. Nichts wird abgeholt oder geändert.',
  again: 'Noch einmal testen',
  readable: (messages, fresh) =>
    `Es ist zu lesen: ${messages} Nachrichten, davon ${fresh} noch nicht abgeholt.`,
  unreadable: why => `Es ist nicht zu lesen: ${why}`,
  change: 'Server oder Passwort ändern',
  how: 'Wie oft es gelesen wird',
  remove: 'Entfernen',
  removeAsks: 'Postfach entfernen?',
  removeTells: 'Es wird nichts mehr abgeholt. Abgeholte Nachrichten bleiben.',
  removed: 'Das Postfach wurde entfernt.',
  saved: 'Gespeichert. Es wird gleich wieder gelesen.',
  save: 'Speichern',
  protocol: 'Protokoll',
  protocols: { imap: 'IMAP', pop3: 'POP3' },
  folder: 'Ordner',
  folderHint: 'Leer: der Posteingang.',
  whose: 'Für',
  whoseAll: 'Alle Konten',
  whoseOwn: 'Nur dieses Konto',
  seconds: 'Lesen alle so viele Sekunden',
  secondsHint: 'Von 10 bis 86.400.',
  notNumber: 'Schreiben Sie eine Zahl.',
  sealed: 'Passwort und Tokens werden verschlüsselt gespeichert und nie wieder gezeigt.',
}
