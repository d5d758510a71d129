/**
 * Reports of receivers on a domain: DMARC aggregate reports (RFC 7489 appendix C) and SMTP TLS
 * reports (RFC 8460).
 */

/** Emails with the same result. */
export interface DmarcResult {
  /** The address that sent them; empty: the sources beyond the limit, together. */
  source: string
  /** The domain in From. */
  headerFrom: string
  /** The receiver's action: none, quarantine or reject. */
  disposition: string
  /** Whether DKIM and SPF passed, aligned with the domain in From. */
  dkim: boolean
  spf: boolean
  /** Results of the checks without alignment: "dkim example.com pass, spf example.org fail". */
  checks: string
  emails: number
}

/** Sessions with the same result. */
export interface TlsResult {
  /** "sts", "tlsa" or "no-policy-found". */
  policy: string
  /** Empty: they succeeded. */
  failure: string
  mx: string
  sessions: number
}

export const DMARC_POLICIES = ['none', 'quarantine', 'reject'] as const
export type DmarcPolicy = (typeof DMARC_POLICIES)[number]

interface ReportHead {
  reporter: string
  /** Unique among those of the reporter. */
  reportId: string
  /** The domain that the report is about; in lower case. Empty if the report is not readable. */
  domain: string
  beginAt: Date | null
  endAt: Date | null
  /** Why it can't be read, as a sentence; null: it can. */
  trouble: string | null
}

export type ReceiverReport =
  | (ReportHead & {
      kind: 'dmarc'
      results: DmarcResult[]
      /** That the receiver found in the DNS; null: it does not tell. */
      policy: DmarcPolicy | null
      emails: number
      /** DKIM or SPF passed, aligned. */
      passed: number
    })
  | (ReportHead & { kind: 'tls'; results: TlsResult[] })

/** The report can't be read. The message is the end of a sentence. */
export class ReportBroken extends Error {}

/** Results of a report; the rest are added up. */
export const MOST_RESULTS = 1_000
const LONGEST = 200
/** A report on more emails is not credible, and sums must stay exact. */
const MOST_COUNT = 1e9

export const shortText = (text: string): string =>
  text
    .slice(0, LONGEST * 2)
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .trim()
    .slice(0, LONGEST)
    .toWellFormed()

export function domainIn(text: string): string | undefined {
  const name = text.trim().toLowerCase()
  return /^[a-z0-9_][a-z0-9_.-]{0,252}$/.test(name) ? name.replace(/\.$/, '') : undefined
}

/** Undefined: not a number of emails or sessions. */
export function countIn(value: unknown): number | undefined {
  const count = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  const valid = typeof count === 'number' && Number.isInteger(count) && count >= 0
  return valid && count <= MOST_COUNT ? count : undefined
}

const EARLIEST = Date.UTC(2012)
const LATEST = Date.UTC(2100)

export function periodOf(begin: number, end: number): { beginAt: Date; endAt: Date } {
  if (!(begin >= EARLIEST && end <= LATEST && begin <= end))
    throw new ReportBroken('its period is missing, or is none')
  return { beginAt: new Date(begin), endAt: new Date(end) }
}
