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

export const mailboxWords = { ...troubles, ...grantWords }

export type MailboxSentence = CodedSentence<keyof typeof mailboxWords>

export const mailboxSentence = detailsOf(mailboxWords)
