/** Why a try to fetch something came to nothing: in words, and whether it is worth another try. */
import { ConnectTimeout, FetchRefusal } from '../fetch-guard.ts'

export class Failure extends Error {
  override name = 'Failure'
  /** Worth another try. */
  passing: boolean
  /** What to do about it; a whole sentence. */
  todo: string
  /** What the server asked for. */
  waitMillis: number | undefined
  /** The end of all tries, though a later download may do better. */
  last: boolean

  /** The message follows "... could not be fetched:" and has no full stop. */
  constructor(
    message: string,
    { passing = false, todo = '', waitMillis, last = false }: Partial<Failure> = {},
  ) {
    super(message)
    this.passing = passing
    this.todo = todo
    this.waitMillis = waitMillis
    this.last = last
  }
}

/**
 * The file on the server is another one than the one that was begun: from the beginning, at once.
 */
export class ChangedMeanwhile extends Failure {}

const LATER = 'Try again later, or look whether the server is up.'
const LOOK = 'Look at the server, or at the address.'

/** By the codes of Node and the system. */
const KNOWN: Record<string, [what: string, passing: boolean, todo: string]> = {
  ECONNREFUSED: ['the server took no connection', true, LATER],
  ECONNRESET: ['the server broke the connection off', true, LATER],
  EPIPE: ['the server broke the connection off', true, LATER],
  ETIMEDOUT: ['the server did not answer', true, LATER],
  EHOSTUNREACH: ['there is no way to the server', true, LATER],
  ENETUNREACH: ['there is no way to the server', true, LATER],
  EADDRNOTAVAIL: ['there is no way to the server', true, LATER],
  EAI_AGAIN: ['the DNS did not answer', true, LATER],
  ENOTFOUND: ['there is no such host', false, 'Look whether its name is spelled right.'],
  ENOSPC: ['the disk of the service is full', true, 'Whoever runs the service has to make room.'],
  EDQUOT: ['the disk of the service is full', true, 'Whoever runs the service has to make room.'],
  Z_BUF_ERROR: ['it ends in the middle of what is packed', true, LATER],
  Z_DATA_ERROR: ['what is packed in it is damaged', false, 'Pack it again.'],
  CERT_HAS_EXPIRED: ['the certificate of the server has expired', false, 'Renew it.'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['the certificate of the server is for another name', false, LOOK],
}

/**
 * What a fault on the way means; undefined for one that is none of the network, the server, or the
 * room on the disk.
 */
export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error
  if (error instanceof FetchRefusal) return new Failure(error.message)
  if (error instanceof ConnectTimeout)
    return new Failure('no connection came about in time', { passing: true, todo: LATER })
  const { code = '', message = '' } = (error ?? {}) as NodeJS.ErrnoException
  const [what, passing, todo] = KNOWN[code] ?? []
  if (what !== undefined)
    return new Failure(what, { passing, todo, last: /^(ENOSPC|EDQUOT)$/.test(code) })
  if (/CERT|SIGNED|ISSUER|VERIFY/.test(code))
    return new Failure(`the certificate of the server can't be verified (${message})`, {
      todo: 'It needs one that everybody trusts.',
    })
  if (code === 'EPROTO' || /^ERR_(SSL|TLS)_/.test(code))
    return new Failure('no encryption could be agreed on', {
      todo: 'Look whether it is http: or https:.',
    })
  if (code.startsWith('HPE_'))
    return new Failure('the answer of the server is not HTTP', { todo: LOOK })
  return undefined
}

/** A status that is no success and no redirect. */
export function failureOfStatus(
  status: number,
  words: string | undefined,
  retryAfter: string | undefined,
): Failure {
  const passing = status === 408 || status === 425 || status === 429 || status >= 500
  const said = `${status}${words ? ` ${plain(words, 60)}` : ''}`
  if (passing)
    return new Failure(`the server answered ${said}`, {
      passing,
      todo: LATER,
      waitMillis: millisOf(retryAfter),
    })
  if (status === 401 || status === 403)
    return new Failure(`the server answered ${said}`, {
      todo: 'If it wants a user and a password, write them into the address: https://user:password@host/file.',
    })
  if (status === 404 || status === 410)
    return new Failure(`there is no such file on the server (it answered ${said})`, {
      todo: 'Look whether the address is right.',
    })
  return new Failure(`the server answered ${said}, which is no file`, { todo: LOOK })
}

/** Retry-After (RFC 9110 10.2.3): seconds, or a date. */
function millisOf(retryAfter: string | undefined): number | undefined {
  if (retryAfter === undefined) return undefined
  const millis = /^\d{1,9}$/.test(retryAfter.trim())
    ? Number(retryAfter) * 1000
    : Date.parse(retryAfter) - Date.now()
  return Number.isFinite(millis) ? Math.max(0, millis) : undefined
}

/** In words, for sentences. */
export function duration(millis: number): string {
  const seconds = Math.max(1, Math.round(millis / 1000))
  if (seconds < 120) return seconds === 1 ? 'a second' : `${seconds} seconds`
  return seconds < 7200
    ? `${Math.round(seconds / 60)} minutes`
    : `${Math.round(seconds / 3600)} hours`
}

/** What a server says, fit for a sentence. */
export const plain = (text: string, longest: number): string =>
  text.replace(/[^ -~]/g, '?').slice(0, longest)
