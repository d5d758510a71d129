/** Why a fetch failed: a message, and whether a retry is worthwhile. */
import { ConnectTimeout, FetchRefusal } from '../fetch-guard.ts'

export class Failure extends Error {
  override name = 'Failure'
  /** Transient: worth a retry. */
  transient: boolean
  /** The remedy for the user; a whole sentence. */
  todo: string
  /** From Retry-After. */
  waitMillis: number | undefined
  /** No further tries now, though a later download may succeed. */
  last: boolean

  /** The message follows "... could not be fetched:" and has no full stop. */
  constructor(
    message: string,
    { transient = false, todo = '', waitMillis, last = false }: Partial<Failure> = {},
  ) {
    super(message)
    this.transient = transient
    this.todo = todo
    this.waitMillis = waitMillis
    this.last = last
  }
}

/** The file on the server has changed since the transfer began: restart it immediately. */
export class ChangedMeanwhile extends Failure {}

const LATER = 'Try again later, or check that the server is up.'
const CHECK = 'Check the server and the address.'

/** By the error codes of Node.js and the system. */
const KNOWN: Record<string, [what: string, transient: boolean, todo: string]> = {
  ECONNREFUSED: ['the server refused the connection', true, LATER],
  ECONNRESET: ['the server closed the connection', true, LATER],
  EPIPE: ['the server closed the connection', true, LATER],
  ETIMEDOUT: ['the server did not answer', true, LATER],
  EHOSTUNREACH: ["the server can't be reached", true, LATER],
  ENETUNREACH: ["the server can't be reached", true, LATER],
  EADDRNOTAVAIL: ["the server can't be reached", true, LATER],
  EAI_AGAIN: ['the DNS did not answer', true, LATER],
  ENOTFOUND: ['there is no such host', false, 'Check the spelling of its name.'],
  ENOSPC: [
    'the disk of the service is full',
    true,
    'The operator of the service has to free disk space.',
  ],
  EDQUOT: [
    'the disk of the service is full',
    true,
    'The operator of the service has to free disk space.',
  ],
  Z_BUF_ERROR: ['the compressed data is truncated', true, LATER],
  Z_DATA_ERROR: ['the compressed data is damaged', false, 'Compress it again.'],
  CERT_HAS_EXPIRED: ['the certificate of the server has expired', false, 'Renew it.'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['the certificate of the server is for another name', false, CHECK],
}

/**
 * The failure for an error; undefined if it comes neither from the network, the server nor a full
 * disk.
 */
export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error
  if (error instanceof FetchRefusal) return new Failure(error.message)
  if (error instanceof ConnectTimeout)
    return new Failure('the connection timed out', { transient: true, todo: LATER })
  const { code = '', message = '' } = (error ?? {}) as NodeJS.ErrnoException
  const [what, transient, todo] = KNOWN[code] ?? []
  if (what !== undefined)
    return new Failure(what, { transient, todo, last: /^(ENOSPC|EDQUOT)$/.test(code) })
  if (/CERT|SIGNED|ISSUER|VERIFY/.test(code))
    return new Failure(`the certificate of the server can't be verified (${message})`, {
      todo: 'It needs one from a trusted authority.',
    })
  if (code === 'EPROTO' || /^ERR_(SSL|TLS)_/.test(code))
    return new Failure('the TLS handshake failed', {
      todo: 'Check whether the address is http: or https:.',
    })
  if (code.startsWith('HPE_'))
    return new Failure('the answer of the server is not HTTP', { todo: CHECK })
  return undefined
}

/** For a status that is neither success nor redirect. */
export function failureOfStatus(
  status: number,
  words: string | undefined,
  retryAfter: string | undefined,
): Failure {
  const transient = status === 408 || status === 425 || status === 429 || status >= 500
  const response = `${status}${words ? ` ${plain(words, 60)}` : ''}`
  if (transient)
    return new Failure(`the server answered ${response}`, {
      transient,
      todo: LATER,
      waitMillis: millisOf(retryAfter),
    })
  if (status === 401 || status === 403)
    return new Failure(`the server answered ${response}`, {
      todo:
        'If it wants a user and a password, write them into the address: ' +
        'https://user:password@host/file.',
    })
  if (status === 404 || status === 410)
    return new Failure(`there is no such file on the server (it answered ${response})`, {
      todo: 'Check the address.',
    })
  return new Failure(`the server answered ${response}, which is no file`, { todo: CHECK })
}

/** Retry-After (RFC 9110 10.2.3): seconds, or a date. */
function millisOf(retryAfter: string | undefined): number | undefined {
  if (retryAfter === undefined) return undefined
  const millis = /^\d{1,9}$/.test(retryAfter.trim())
    ? Number(retryAfter) * 1000
    : Date.parse(retryAfter) - Date.now()
  return Number.isFinite(millis) ? Math.max(0, millis) : undefined
}

/** As text for messages. */
export function duration(millis: number): string {
  const seconds = Math.max(1, Math.round(millis / 1000))
  if (seconds < 120) return seconds === 1 ? 'a second' : `${seconds} seconds`
  return seconds < 7200
    ? `${Math.round(seconds / 60)} minutes`
    : `${Math.round(seconds / 3600)} hours`
}

/** Text from a server, sanitised for a message. */
export const plain = (text: string, longest: number): string =>
  text.replace(/[^ -~]/g, '?').slice(0, longest)
