/** The strings of the page of seed tests, in English. */
import type { SeedEmail } from './calls.ts'

export const seedTests = {
  send: 'Send a seed test',
  sendHint: (addresses: number): string =>
    addresses === 1
      ? 'It goes to one address at once, and counts in no report.'
      : `It goes to ${addresses} addresses at once, and counts in no report.`,
  newsletter: 'Newsletter',
  none: 'See in which folder emails arrive',
  noneHint:
    'A seed test sends a newsletter to addresses of your own at Gmail, Outlook and others, and ' +
    'then looks into their mailboxes: inbox or junk, how the receiver judged SPF, DKIM and DMARC, ' +
    'and after how long. Nothing is given to a third party.',
  askOperator: 'Whoever operates the service can add such addresses.',
  add: 'Add an address',
  address: 'Address',
  addressHint: 'Of yours, at a provider: seed tests go to it.',
  server: 'Server for IMAP',
  serverHint: 'Like imap.example.com; encrypted from the first byte.',
  user: 'User',
  password: 'Password',
  show: 'Show the password',
  sealed:
    'The password is stored encrypted. Many providers want one made for programs. The mailbox is ' +
    'only read: nothing in it is marked, moved or fetched.',
  addresses: 'Addresses',
  noTest: 'No test was sent yet.',
  look: 'Look again',
  looking: 'Looking into the mailboxes',
  where: 'Where',
  after: 'After',
  judged: 'Judged by the receiver',
  placements: { inbox: 'Inbox', junk: 'Junk', other: 'Another folder' } satisfies Record<
    NonNullable<SeedEmail['placement']>,
    string
  >,
  states: {
    sending: 'being sent',
    'not-sent': 'not sent',
    'looked-for': 'looked for',
    arrived: 'arrived',
    missing: 'not found within a day',
  } satisfies Record<SeedEmail['state'], string>,
  inFolder: (folder: string): string => `in ${folder}`,
  by: (host: string): string => `by ${host}`,
  nothingSaid: 'The receiver says nothing about it.',
  silent: 'says nothing',
}
