/** The strings of the page of seed tests, in Swedish. */
import type { seedTests } from './texts.ts'

export const sv: typeof seedTests = {
  send: 'Skicka ett seedtest',
  sendHint: addresses =>
    addresses === 1
      ? 'Det går genast till en adress och räknas inte i någon rapport.'
      : `Det går genast till ${addresses} adresser och räknas inte i någon rapport.`,
  newsletter: 'Nyhetsbrev',
  none: 'Se i vilken mapp mejlen hamnar',
  noneHint:
    'Ett seedtest skickar ett nyhetsbrev till egna adresser hos Gmail, Outlook och andra, och ' +
    'tittar sedan i deras brevlådor: inkorg eller skräppost, hur mottagaren bedömde SPF, DKIM och ' +
    'DMARC, och efter hur lång tid. Inget lämnas till någon annan.',
  askOperator: 'Den som driver tjänsten kan lägga till sådana adresser.',
  add: 'Lägg till en adress',
  address: 'Adress',
  addressHint: 'En egen hos en leverantör: seedtester går till den.',
  server: 'Server för IMAP',
  serverHint: 'Till exempel imap.example.com; krypterad från första byten.',
  user: 'Användare',
  password: 'Lösenord',
  show: 'Visa lösenordet',
  sealed:
    'Lösenordet sparas krypterat. Många leverantörer vill ha ett som är gjort för program. ' +
    'Brevlådan läses bara: inget i den markeras, flyttas eller hämtas.',
  addresses: 'Adresser',
  noTest: 'Inget test har skickats än.',
  look: 'Titta igen',
  looking: 'Tittar i brevlådorna',
  where: 'Var',
  after: 'Efter',
  judged: 'Mottagarens bedömning',
  placements: { inbox: 'Inkorg', junk: 'Skräppost', other: 'Annan mapp' },
  states: {
    sending: 'skickas',
    'not-sent': 'inte skickat',
    'looked-for': 'eftersöks',
    arrived: 'framme',
    missing: 'hittades inte inom ett dygn',
  },
  inFolder: folder => `i ${folder}`,
  by: host => `av ${host}`,
  nothingSaid: 'Mottagaren säger inget om det.',
  silent: 'säger inget',
}
