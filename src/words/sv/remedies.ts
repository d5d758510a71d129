/** Remedies of a refusal for a command line, in Swedish. */
import type { ServiceWords } from '../service-words.ts'

export const remedies: ServiceWords['remedies'] = {
  see: 'För att se dem:',
  make: 'För att skapa en:',
  remove: 'För att ta bort:',
  forget: 'För att glömma den:',
  allow: 'För att tillåta det:',
  give: 'Ange med:',
  set: 'En inställning:',
  or: 'Eller:',
  anyway: 'För att skicka ändå:',
  'own-relay': 'Om reläet är leverantörens eget:',
  'behind-proxy': 'Om en proxy med andra adresser står framför:',
  'choose-yourself': 'För att skicka ändå och välja själv:',
  'other-store': 'I en annan datamapp:',
  expected: 'Så här:',
  'after-all': 'För att skicka dem ändå:',
  'change-trigger': 'Med:',
  vouch: 'För att ge personen en länk ändå:',
  'new-password': 'Personen ber om ett nytt lösenord via e-post, eller:',
}
