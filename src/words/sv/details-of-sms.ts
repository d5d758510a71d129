/** Refusals about SMS, in Swedish. */
import type { DetailWords } from '../detail-words.ts'

const STATES: Record<string, string> = {
  held: 'det väntar på kredit',
  sending: 'det skickas',
  unconfirmed: 'det väntar på en bekräftelse',
  finished: 'det är klart',
  cancelled: 'det är avbrutet',
}

export const detailsOfSms = {
  'sms-state': value =>
    `Det går inte med sms ${value('id')}: ${STATES[value('state')] ?? value('state')}.`,
  'sms-country': () =>
    'Det är inget land: skriv ett landsnummer som 46 eller två bokstäver som SE.',
  'number-no-country': () =>
    'Det är inget telefonnummer. Skriv det med landsnummer, till exempel +46701234567, eller ' +
    'ange landet.',
  'number-wrong': () => 'Det är inget telefonnummer. Skriv det som +46701234567.',
  'sms-sender': () =>
    'Avsändaren av ett sms är ett nummer eller har högst 11 bokstäver och siffror.',
  'phone-missing': () => 'Telefonnumret saknas.',
  'phone-no-country': () => 'Telefonnumret saknar landsnummer.',
  'phone-unknown-country': () => 'Landsnumret finns inte.',
  'phone-wrong': () => 'Det är inget telefonnummer.',
  'phone-not-mobile': () => 'Det är inget mobilnummer: dit kommer inga sms fram.',
  'sms-not-opted-out': () => 'Numret är inte avanmält från sms.',
  'sms-gateway-none': () => 'Det finns ingen sms-gateway att prova.',
  'credits-amount': () =>
    'En mängd kredit är ett tal med högst sex decimaler efter punkten, till exempel 100 ' +
    'eller 12.50, och inte 0.',
  'credits-below': value => `Saldot är ${value('balance')}: det kan inte bli mindre än 0.`,
  'credits-most': value => `Ett saldo hålls under ${value('most')}.`,
  'price-prefix': () =>
    'En nummerserie är ett landsnummer, eller ett nummer från landsnumret och framåt, till ' +
    'exempel 46 eller 4670.',
  'price-credits': () =>
    'Ett pris är ett tal från 0 till 10000, med högst sex decimaler efter punkten, till ' +
    'exempel 0.35.',
  'price-none': value => `Det finns inget pris för ${value('prefix')}.`,
  'price-row': () => 'Raden är inte giltig.',
  'price-other': value => `${value('prefix')} har ett annat pris längre upp.`,
  'price-line': value => `Rad ${value('line')}: ${value('says')} Ingenting ändrades.`,
  'prices-many': (_, number) =>
    `En prislista har högst ${number('most')} rader. Ingenting ändrades.`,
  'prices-none': () => 'Listan innehåller inga priser. Ingenting ändrades.',
} satisfies DetailWords
