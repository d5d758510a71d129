/** The strings of the page of seed tests, in German. */
import type { seedTests } from './texts.ts'

export const de: typeof seedTests = {
  send: 'Seed-Test senden',
  sendHint: addresses =>
    addresses === 1
      ? 'Er geht sofort an eine Adresse und zählt in keinem Bericht.'
      : `Er geht sofort an ${addresses} Adressen und zählt in keinem Bericht.`,
  newsletter: 'Newsletter',
  none: 'Sehen, in welchem Ordner E-Mails ankommen',
  noneHint:
    'Ein Seed-Test sendet einen Newsletter an eigene Adressen bei Gmail, Outlook und anderen und ' +
    'sieht dann in deren Postfächer: Posteingang oder Spam, wie der Empfänger SPF, DKIM und DMARC ' +
    'beurteilt hat, und nach welcher Zeit. Dritte erfahren nichts davon.',
  askOperator: 'Wer den Dienst betreibt, kann solche Adressen hinzufügen.',
  add: 'Adresse hinzufügen',
  address: 'Adresse',
  addressHint: 'Eine eigene bei einem Anbieter: Seed-Tests gehen an sie.',
  server: 'Server für IMAP',
  serverHint: 'Etwa imap.example.com; vom ersten Byte an verschlüsselt.',
  user: 'Benutzer',
  password: 'Passwort',
  show: 'Passwort zeigen',
  sealed:
    'Das Passwort wird verschlüsselt gespeichert. Viele Anbieter wollen eines für Programme. Das ' +
    'Postfach wird nur gelesen: Nichts darin wird markiert, verschoben oder abgeholt.',
  addresses: 'Adressen',
  noTest: 'Noch wurde kein Test gesendet.',
  look: 'Erneut nachsehen',
  looking: 'Sieht in die Postfächer',
  where: 'Wo',
  after: 'Nach',
  judged: 'Vom Empfänger beurteilt',
  placements: { inbox: 'Posteingang', junk: 'Spam', other: 'Anderer Ordner' },
  states: {
    sending: 'wird gesendet',
    'not-sent': 'nicht gesendet',
    'looked-for': 'wird gesucht',
    arrived: 'angekommen',
    missing: 'innerhalb eines Tages nicht gefunden',
  },
  inFolder: folder => `in ${folder}`,
  by: host => `von ${host}`,
  nothingSaid: 'Der Empfänger sagt nichts dazu.',
  silent: 'sagt nichts',
}
