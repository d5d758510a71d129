/** The strings of opt-outs and suppression, in every language. */
import type { ConsoleLanguage } from '../../texts/language.tsx'

export interface BlockedTexts {
  optOuts: string
  optOutsNone: string
  optOutsHint: string
  suppression: string
  suppressionNone: string
  suppressionHint: string
  address: string
  reason: string
  source: string
  ofSending(id: string): string
  optedOut: string
  since: string
  triedAgain: string
  never: string
  held: string
  lift: string
  lifted(email: string): string
  release: string
  released(email: string): string
  add: string
  added(email: string): string
  domain: string
  more: string
  actionsOf(email: string): string
  showPeople: string
  allDomains: string
}

const en: BlockedTexts = {
  optOuts: 'Opt-outs',
  optOutsNone: 'Nobody has opted out',
  optOutsHint: 'Who opts out leaves all lists. No program and no import brings them back.',
  suppression: 'Suppression',
  suppressionNone: 'No address is suppressed',
  suppressionHint: 'Addresses that bounced get no more emails, until they are released.',
  address: 'Address',
  reason: 'Reason',
  source: 'Source',
  ofSending: id => `Sending ${id}`,
  optedOut: 'Opted out',
  since: 'Since',
  triedAgain: 'Tried again',
  never: 'not by itself',
  held: 'waits for a decision',
  lift: 'Lift',
  lifted: email => `The opt-out of ${email} was lifted. The address is on no list.`,
  release: 'Send again',
  released: email => `Emails are sent to ${email} again.`,
  add: 'Opt an address out',
  added: email => `${email} is opted out.`,
  domain: 'Domain',
  more: 'Show more',
  actionsOf: email => `Actions of ${email}`,
  showPeople: 'Show the subscribers',
  allDomains: 'Show all domains',
}

const sv: BlockedTexts = {
  optOuts: 'Avanmälda',
  optOutsNone: 'Ingen har avanmält sig',
  optOutsHint:
    'Den som avanmäler sig lämnar alla listor. Inget program och ingen import hämtar tillbaka.',
  suppression: 'Spärrlista',
  suppressionNone: 'Ingen adress är spärrad',
  suppressionHint: 'Adresser som studsat får ingen mer e-post förrän de släpps.',
  address: 'Adress',
  reason: 'Orsak',
  source: 'Källa',
  ofSending: id => `Utskick ${id}`,
  optedOut: 'Avanmäld',
  since: 'Sedan',
  triedAgain: 'Nytt försök',
  never: 'inte av sig självt',
  held: 'väntar på beslut',
  lift: 'Häv',
  lifted: email => `Avanmälan av ${email} hävdes. Adressen är inte på någon lista.`,
  release: 'Skicka igen',
  released: email => `E-post skickas till ${email} igen.`,
  add: 'Avanmäl en adress',
  added: email => `${email} är avanmäld.`,
  domain: 'Domän',
  more: 'Visa fler',
  actionsOf: email => `Åtgärder för ${email}`,
  showPeople: 'Visa prenumeranterna',
  allDomains: 'Visa alla domäner',
}

const de: BlockedTexts = {
  optOuts: 'Abmeldungen',
  optOutsNone: 'Niemand hat sich abgemeldet',
  optOutsHint:
    'Wer sich abmeldet, verlässt alle Listen. Kein Programm und kein Import holt zurück.',
  suppression: 'Sperrliste',
  suppressionNone: 'Keine Adresse ist gesperrt',
  suppressionHint: 'Adressen mit Rückläufern erhalten keine E-Mails, bis sie freigegeben werden.',
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
  add: 'Adresse abmelden',
  added: email => `${email} ist abgemeldet.`,
  domain: 'Domain',
  more: 'Mehr zeigen',
  actionsOf: email => `Aktionen für ${email}`,
  showPeople: 'Die Abonnenten zeigen',
  allDomains: 'Alle Domains zeigen',
}

export const blockedTexts: Record<ConsoleLanguage, BlockedTexts> = { en, sv, de }
