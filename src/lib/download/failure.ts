/** Why a fetch failed: a message, and whether a retry is worthwhile. */
import { ConnectTimeout, FetchRefusal } from '../fetch-guard.ts'
import { retryAfterMillis } from '../retry-after.ts'
import type { Value } from '../sentences.ts'
import { CAUSES, type CauseCode, type CauseValues } from './words.ts'

interface FailureCause {
  code: CauseCode
  values: Record<string, Value>
}

export class Failure extends Error {
  override name = 'Failure'
  override readonly cause: FailureCause
  /** Transient: worth a retry. */
  transient: boolean
  /** From Retry-After. */
  waitMillis: number | undefined
  /** No further tries now, though a later download may succeed. */
  last: boolean

  /** The message follows "... could not be fetched:" and has no full stop. */
  constructor(
    cause: FailureCause,
    { transient = false, waitMillis, last = false }: Partial<Failure> = {},
  ) {
    const say = CAUSES[cause.code] as (values: unknown) => readonly [string]
    super(say(cause.values)[0])
    this.cause = cause
    this.transient = transient
    this.waitMillis = waitMillis
    this.last = last
  }
}

export const failedBy = <Code extends CauseCode>(
  code: Code,
  ...[values]: CauseValues<Code>
): FailureCause => ({ code, values: (values ?? {}) as FailureCause['values'] })

/** The file on the server has changed since the transfer began: restart it immediately. */
export class ChangedMeanwhile extends Failure {}

type PlainCause = { [Code in CauseCode]: CauseValues<Code> extends [] ? Code : never }[CauseCode]

/** By the error codes of Node.js and the system. */
const KNOWN: Record<string, [cause: PlainCause, transient: boolean]> = {
  ECONNREFUSED: ['fetch-refused', true],
  ECONNRESET: ['fetch-closed', true],
  EPIPE: ['fetch-closed', true],
  ETIMEDOUT: ['fetch-unanswered', true],
  EHOSTUNREACH: ['fetch-unreachable', true],
  ENETUNREACH: ['fetch-unreachable', true],
  EADDRNOTAVAIL: ['fetch-unreachable', true],
  EAI_AGAIN: ['fetch-no-dns', true],
  ENOTFOUND: ['fetch-no-host', false],
  ENOSPC: ['fetch-disk-full', true],
  EDQUOT: ['fetch-disk-full', true],
  Z_BUF_ERROR: ['fetch-truncated', true],
  Z_DATA_ERROR: ['fetch-damaged', false],
  CERT_HAS_EXPIRED: ['fetch-expired', false],
  ERR_TLS_CERT_ALTNAME_INVALID: ['fetch-other-name', false],
}

/**
 * The failure for an error; undefined if it comes neither from the network, the server nor a full
 * disk.
 */
export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error
  if (error instanceof FetchRefusal)
    return new Failure({ code: `fetch-${error.kind}`, values: { host: error.host } })
  if (error instanceof ConnectTimeout)
    return new Failure(failedBy('fetch-timeout'), { transient: true })
  const { code = '', message = '' } = (error ?? {}) as NodeJS.ErrnoException
  const [cause, transient] = KNOWN[code] ?? []
  if (cause !== undefined)
    return new Failure(failedBy(cause), { transient, last: /^(ENOSPC|EDQUOT)$/.test(code) })
  if (/CERT|SIGNED|ISSUER|VERIFY/.test(code))
    return new Failure(failedBy('fetch-unverified', { message }))
  if (code === 'EPROTO' || /^ERR_(SSL|TLS)_/.test(code))
    return new Failure(failedBy('fetch-handshake'))
  return code.startsWith('HPE_') ? new Failure(failedBy('fetch-not-http')) : undefined
}

/** For a status that is neither success nor redirect. */
export function failureOfStatus(
  status: number,
  words: string | undefined,
  retryAfter: string | undefined,
): Failure {
  const answer = `${status}${words ? ` ${plain(words, 60)}` : ''}`
  if (status === 408 || status === 425 || status === 429 || status >= 500) {
    const waitMillis = retryAfterMillis(retryAfter)
    return new Failure(failedBy('fetch-later', { answer }), { transient: true, waitMillis })
  }
  if (status === 401 || status === 403) return new Failure(failedBy('fetch-denied', { answer }))
  if (status === 404 || status === 410) return new Failure(failedBy('fetch-missing', { answer }))
  return new Failure(failedBy('fetch-answered', { answer }))
}

/** Text from a server, sanitised for a message. */
export const plain = (text: string, longest: number): string =>
  text.replace(/[^ -~]/g, '?').slice(0, longest)
