/** Why a mailbox can't be read: a closed table of sentences. */
import { grantWords } from '../../lib/grant-words.ts'
import { type CodedSentence, type DetailValues, detailsOf } from '../../lib/sentences.ts'

type At = DetailValues<'at'>

/** `at`: host and port. They follow "The mailbox can't be read:". */
const troubles = {
  'mailbox-stopped': ({ at }: At) => `${at}: the check was stopped.`,
  'mailbox-late': ({ at }: At) => `${at}: it takes too long.`,
  'mailbox-silent': ({ at }: At) => `${at}: it has not answered for too long.`,
  'mailbox-closed': ({ at }: At) => `${at}: it has closed the connection.`,
  'mailbox-line': ({ at }: At) => `${at}: it sends an endless line.`,
  'mailbox-memory': ({ at }: At) => `${at}: what it sends takes too much memory to read.`,
  'mailbox-slow': ({ at }: At) => `${at}: what it sends takes too long to read.`,
  'mailbox-failed': ({ at, says }: DetailValues<'at' | 'says'>) => `${at}: ${says}.`,
  'mailbox-replies': ({ command, says }: DetailValues<'command' | 'says'>) =>
    `the server replies to ${command}: ${says}.`,
  'mailbox-greeting': ({ says }: DetailValues<'says'>) =>
    `the server replies to the connection: ${says}.`,
  'mailbox-bye': ({ says }: DetailValues<'says'>) => `the server says: BYE ${says}.`,
  'mailbox-uncounted': () => 'the server does not say how many messages there are.',
  'mailbox-endless-list': () => 'the server sends an endless list.',
  'mailbox-lists': ({ says }: DetailValues<'says'>) => `the server lists: ${says}.`,
  'mailbox-endless-message': () => 'the server sends an endless message.',
  'mailbox-octets': ({ octets }: DetailValues<'octets'>) =>
    `the server sends ${octets} octets that were not requested.`,
  'mailbox-endless-reply': () => 'the server sends an endless reply.',
  'mailbox-validity': () => 'the server does not say how long its UIDs hold.',
}

/** Of an address of a mailbox. */
const addresses = {
  'mailbox-url-long': ({ most }: DetailValues<'most'>) =>
    `The address of the mailbox can't be used: it has more than ${most} characters.`,
  'mailbox-url-form': () =>
    "The address of the mailbox can't be used: it must begin with imaps://, imap://, " +
    'pop3s:// or pop3://.',
  'mailbox-url-escape': () =>
    "The address of the mailbox can't be used: its user, password or mailbox has an invalid " +
    '% escape.',
  'mailbox-url-host': () => "The address of the mailbox can't be used: it has no host.",
  'mailbox-url-login': () =>
    "The address of the mailbox can't be used: it has no user, or no password.",
  'mailbox-url-token': () =>
    "The address of the mailbox can't be used: with token_url it has no password.",
  'mailbox-url-lines': () =>
    "The address of the mailbox can't be used: its user, password or mailbox has a line end.",
  'mailbox-url-pop3': () =>
    "The address of the mailbox can't be used: POP3 has no mailboxes to choose from.",
  'mailbox-url-oauth': () => "The address of the mailbox can't be used: OAuth 2 is for IMAP only.",
  'mailbox-url-options': ({ options }: DetailValues<'options'>) =>
    "The address of the mailbox can't be used: its options are tls=no, verify=no, " +
    `${options}; it has another.`,
}

export const mailboxWords = { ...troubles, ...addresses, ...grantWords }

export type MailboxSentence = CodedSentence<keyof typeof mailboxWords>

export const mailboxSentence = detailsOf(mailboxWords)
