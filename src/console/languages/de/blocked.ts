import type { blocked as English } from '../../features/blocked/texts.ts'

export const blocked: typeof English = {
  optOuts: 'Abmeldungen',
  optOutsNone: 'Niemand hat sich von allem abgemeldet',
  optOutsHint:
    'Wer sich abmeldet, verlässt alle Listen. Kein Programm und kein Import holt zurück.',
  suppression: 'Sperrliste',
  suppressionNone: 'Keine Adresse ist gesperrt',
  suppressionHint: 'Adressen mit Bounces erhalten keine E-Mails, bis sie freigegeben werden.',
  address: 'Adresse',
  reason: 'Grund',
  source: 'Herkunft',
  ofSending: id => `Sendung ${id}`,
  optedOut: 'Abgemeldet',
  since: 'Seit',
  triedAgain: 'Neuer Versuch',
  never: 'nicht von selbst',
  held: 'wartet auf Entscheidung',
  lift: 'Aufheben',
  lifted: email =>
    `Die Abmeldung von ${email} wurde aufgehoben. Die Adresse steht auf keiner Liste.`,
  release: 'Wieder senden',
  released: email => `An ${email} wird wieder gesendet.`,
  add: 'Adresse von allem abmelden',
  added: email => `${email} ist von allem abgemeldet.`,
  domain: 'Domain',
  more: 'Mehr zeigen',
  actionsOf: email => `Aktionen für ${email}`,
  showPeople: 'Die Abonnenten zeigen',
  allDomains: 'Alle Domains zeigen',
}
