/** Refusals about sources of events, in Swedish. */
import type { DetailWords } from '../detail-words.ts'

export const detailsOfSources = {
  'source-none': value => `Det finns ingen händelsekälla ${value('name')}.`,
  'source-nameless': () => 'En källa behöver ett namn.',
  'source-name-taken': value => `Det finns redan en källa ${value('name')}.`,
  'sources-many': value => `Ett konto har högst ${value('most')} källor.`,
  'source-event': () =>
    'Ange händelsens namn, eller var det står i innehållet: det ena av dem. Ett namn börjar med en ' +
    'bokstav och har högst 100 bokstäver, siffror, mellanslag och . _ : -.',
  'source-path': value =>
    `${value('path')} är ingen sökväg: skriv customer.email eller /customer/email.`,
  'source-value-name': value =>
    `${value('name')} är inget namn på ett värde: bara bokstäver a–z, siffror och _, högst 50.`,
  'source-values-many': value => `En källa har högst ${value('most')} värden.`,
  'source-secret': value =>
    `En hemlighet har ${value('least')} till ${value('most')} tecken: bokstäver, siffror och ` +
    'tecken, inga mellanslag.',
} satisfies DetailWords
