/** Refusals about SMS, in German. */
import type { DetailWords } from '../detail-words.ts'

const STATES: Record<string, string> = {
  held: 'sie wartet auf Guthaben',
  sending: 'sie wird gesendet',
  unconfirmed: 'sie wartet auf eine Bestätigung',
  finished: 'sie ist beendet',
  cancelled: 'sie ist abgebrochen',
}

export const detailsOfSms = {
  'sms-state': value =>
    `Mit der SMS ${value('id')} geht das nicht: ${STATES[value('state')] ?? value('state')}.`,
  'sms-country': () =>
    'Das ist kein Land: Schreiben Sie eine Vorwahl wie 46 oder zwei Buchstaben wie SE.',
  'number-no-country': () =>
    'Das ist keine Telefonnummer. Schreiben Sie sie mit der Vorwahl des Landes, etwa ' +
    '+46701234567, oder geben Sie das Land an.',
  'number-wrong': () => 'Das ist keine Telefonnummer. Schreiben Sie sie wie +46701234567.',
  'sms-sender': () =>
    'Der Absender einer SMS ist eine Nummer oder hat bis zu 11 Buchstaben und Ziffern.',
  'phone-missing': () => 'Es fehlt die Telefonnummer.',
  'phone-no-country': () => 'Der Telefonnummer fehlt die Vorwahl des Landes.',
  'phone-unknown-country': () => 'Die Vorwahl des Landes gibt es nicht.',
  'phone-wrong': () => 'Das ist keine Telefonnummer.',
  'phone-not-mobile': () => 'Das ist keine Mobilnummer: Dort kommt keine SMS an.',
  'sms-not-opted-out': () => 'Die Nummer ist nicht von SMS abgemeldet.',
  'sms-gateway-none': () => 'Es ist kein SMS-Gateway eingerichtet, das man probieren könnte.',
  'credits-amount': () =>
    'Eine Menge Guthaben ist eine Zahl mit höchstens sechs Stellen nach dem Punkt, etwa 100 ' +
    'oder 12.50, und nicht 0.',
  'credits-below': value => `Das Guthaben ist ${value('balance')}: Es kann nicht unter 0 fallen.`,
  'credits-most': value => `Ein Guthaben bleibt unter ${value('most')}.`,
  'price-prefix': () =>
    'Ein Nummernanfang ist die Vorwahl eines Landes, oder eine Nummer von der Vorwahl an, ' +
    'etwa 46 oder 4670.',
  'price-credits': () =>
    'Ein Preis ist eine Zahl von 0 bis 10000, mit höchstens sechs Stellen nach dem Punkt, ' +
    'etwa 0.35.',
  'price-none': value => `Für ${value('prefix')} gibt es keinen Preis.`,
  'price-row': () => 'Die Zeile ist nicht gültig.',
  'price-other': value => `${value('prefix')} hat weiter oben einen anderen Preis.`,
  'price-line': value => `Zeile ${value('line')}: ${value('says')} Es wurde nichts geändert.`,
  'prices-many': (_, number) =>
    `Eine Preisliste hat höchstens ${number('most')} Zeilen. Es wurde nichts geändert.`,
  'prices-none': () => 'Die Liste enthält keine Preise. Es wurde nichts geändert.',
} satisfies DetailWords
