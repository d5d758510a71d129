/** Why a file could not be fetched: a closed table of causes, each with its remedy. */
import { isIP } from 'node:net'
import type { DetailValues, Value } from '../sentences.ts'

/** The cause follows "... could not be fetched:" and has no full stop; the remedy is sentences. */
type Cause = readonly [what: string, todo?: string]

const LATER = 'Try again later, or check that the server is up.'
const CHECK = 'Check the server and the address.'
const ITSELF = 'Give the address of the file itself.'

const inside =
  (what: string) =>
  ({ host }: DetailValues<'host'>): Cause => [
    `${host} ${isIP(String(host)) ? 'is' : 'leads to'} ${what}, which is not allowed. The ` +
      'operator of the service can allow the host or its network in FETCH_ALLOW',
  ]

export const CAUSES = {
  'fetch-refused': (): Cause => ['the server refused the connection', LATER],
  'fetch-closed': (): Cause => ['the server closed the connection', LATER],
  'fetch-unanswered': (): Cause => ['the server did not answer', LATER],
  'fetch-unreachable': (): Cause => ["the server can't be reached", LATER],
  'fetch-no-dns': (): Cause => ['the DNS did not answer', LATER],
  'fetch-no-host': (): Cause => ['there is no such host', 'Check the spelling of its name.'],
  'fetch-disk-full': (): Cause => [
    'the disk of the service is full',
    'The operator of the service has to free disk space.',
  ],
  'fetch-truncated': (): Cause => ['the compressed data is truncated', LATER],
  'fetch-damaged': (): Cause => ['the compressed data is damaged', 'Compress it again.'],
  'fetch-expired': (): Cause => ['the certificate of the server has expired', 'Renew it.'],
  'fetch-other-name': (): Cause => ['the certificate of the server is for another name', CHECK],
  'fetch-unverified': ({ message }: DetailValues<'message'>): Cause => [
    `the certificate of the server can't be verified (${message})`,
    'It needs one from a trusted authority.',
  ],
  'fetch-handshake': (): Cause => [
    'the TLS handshake failed',
    'Check whether the address is http: or https:.',
  ],
  'fetch-not-http': (): Cause => ['the answer of the server is not HTTP', CHECK],
  'fetch-timeout': (): Cause => ['the connection timed out', LATER],
  'fetch-late': ({ seconds }: DetailValues<'seconds'>): Cause => [
    `it was not done within ${duration(seconds)}`,
    'The server is too slow, or the file too large.',
  ],
  'fetch-silent': ({ seconds }: DetailValues<'seconds'>): Cause => [
    `nothing came from the server for ${duration(seconds)}`,
    LATER,
  ],
  'fetch-slow': ({ bytes, seconds }: DetailValues<'bytes' | 'seconds'>): Cause => [
    `only ${bytes} bytes came in ${duration(seconds)}`,
    'The server, or the line to it, is too slow: put the file on a faster one.',
  ],
  'fetch-later': ({ answer }: DetailValues<'answer'>): Cause => [
    `the server answered ${answer}`,
    LATER,
  ],
  'fetch-denied': ({ answer }: DetailValues<'answer'>): Cause => [
    `the server answered ${answer}`,
    'If it wants a user and a password, write them into the address: ' +
      'https://user:password@host/file.',
  ],
  'fetch-missing': ({ answer }: DetailValues<'answer'>): Cause => [
    `there is no such file on the server (it answered ${answer})`,
    'Check the address.',
  ],
  'fetch-answered': ({ answer }: DetailValues<'answer'>): Cause => [
    `the server answered ${answer}, which is no file`,
    CHECK,
  ],
  'fetch-redirects': ({ most }: DetailValues<'most'>): Cause => [
    `it leads on more than ${most} times`,
    ITSELF,
  ],
  'fetch-redirected': ({ from, wrong }: DetailValues<'from' | 'wrong'>): Cause => [
    `${from} leads on to what is not fetched: ${wrong}`,
    ITSELF,
  ],
  'fetch-changed': (): Cause => [
    'the file on the server changed while it was fetched',
    'Try again later.',
  ],
  'fetch-encoding': ({ encoding }: DetailValues<'encoding'>): Cause => [
    `it has an unsupported Content-Encoding (${encoding})`,
    'Serve it uncompressed, or compressed by gzip.',
  ],
  'fetch-large': ({ limit }: DetailValues<'limit'>): Cause => [
    `it is larger than the ${limit} that are allowed, packed or unpacked`,
    'Split it, or have the operator of the service raise the limit.',
  ],
  'fetch-loopback': inside('the machine of the service itself'),
  'fetch-private': inside('an address of a private network'),
  'fetch-link-local': inside(
    'an address of the local link, where clouds keep the keys of their machines',
  ),
  'fetch-special': inside('an address that is reserved or not a single machine'),
}

export type CauseCode = keyof typeof CAUSES
export type CauseValues<Code extends CauseCode> = Parameters<(typeof CAUSES)[Code]>

type CauseSentences = {
  [Code in CauseCode]: (
    values: DetailValues<'address'> &
      (CauseValues<Code> extends [infer Given] ? Given : Record<never, never>),
  ) => string
}

/** Whole sentences: what could not be fetched, why, and what to do. */
const causeSentences = Object.fromEntries(
  Object.entries(CAUSES).map(([code, cause]) => [
    code,
    (values: DetailValues<string>) => {
      const [what, todo] = (cause as (values: DetailValues<string>) => Cause)(values)
      return `${values.address} could not be fetched: ${what}.${todo ? ` ${todo}` : ''}`
    },
  ]),
) as unknown as CauseSentences

export const fetchWords = {
  ...causeSentences,
  'fetch-tried': ({ tries, seconds }: DetailValues<'tries' | 'seconds'>) =>
    `It was tried ${tries} times in ${duration(seconds)}.`,
  'url-long': ({ most }: DetailValues<'most'>) => `The address is longer than ${most} characters.`,
  'url-none': ({ given, example }: DetailValues<'given' | 'example'>) =>
    `${JSON.stringify(given)} is not an address like ${example}.`,
  'url-scheme': ({ scheme }: DetailValues<'scheme'>) =>
    `What begins with ${scheme} can't be fetched; only http: and https: can.`,
  'url-escape': () =>
    'User or password in the address hold a % that begins no code like %20; write it as %25.',
}

/** As text for messages. */
function duration(given: Value): string {
  const seconds = Number(given)
  if (seconds < 120) return seconds === 1 ? 'a second' : `${seconds} seconds`
  return seconds < 7200
    ? `${Math.round(seconds / 60)} minutes`
    : `${Math.round(seconds / 3600)} hours`
}

/** Whole seconds, at least one. */
export const inSeconds = (millis: number): number => Math.max(1, Math.round(millis / 1000))
