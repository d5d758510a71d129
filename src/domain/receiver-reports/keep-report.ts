/** Keeps reports of receivers, each once however often it is delivered, for a time. */
import { createHash } from 'node:crypto'
import type { Db } from '../../db/db.ts'
import {
  insertReceiverReport,
  publishedPolicies,
  receiverReports,
  trimReceiverReports,
} from './receiver-reports.sql.ts'

/** Reports belong to the installation: the domain of one may be that of several accounts. */
const INSTALLATION = 0
export const REPORT_DAYS = 90
/** Octets of all reports: beyond it the oldest are deleted, as anybody can send them. */
const MOST_OCTETS = 100 << 20
const DAY = 86_400_000
const PAGE = 100

export interface ArrivedReport {
  kind: 'dmarc' | 'tls'
  reporter: string
  reportId: string
  domain: string
  beginAt: Date | null
  endAt: Date | null
  results: readonly object[]
  trouble: string | null
  /** Of DMARC: the policy that the receiver found. */
  policy?: string | null
  emails?: number
  passed?: number
}

/** False: it was delivered before. */
export async function keepReceiverReport(db: Db, report: ArrivedReport): Promise<boolean> {
  const { kind, reporter, reportId, domain, results } = report
  const digest = createHash('sha256')
    .update(JSON.stringify([kind, reporter.toLowerCase(), reportId, domain]))
    .digest()
    .subarray(0, 16)
  const { policy = null, emails = null, passed = null } = report
  const sums = { policy, emails, passed, results: JSON.stringify(results) }
  const row = { ...report, ...sums, accountId: INSTALLATION, digest }
  return (await insertReceiverReport(db, row)) > 0
}

export async function* reportsSince(db: Db, domain: string, days: number) {
  const since = new Date(Date.now() - days * DAY)
  for (let after = Buffer.alloc(0); ; ) {
    const given = { accountId: INSTALLATION, after, since, domain, most: PAGE }
    const page = await receiverReports(db, given)
    yield* page
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = Buffer.from(last.digest)
  }
}

/**
 * Of domains with DMARC reports: the policy that was found last, and how many emails passed. A
 * report that ends in the future does not count: it would be the last one for years.
 */
export const policiesSince = (db: Db, domains: readonly string[], days: number) =>
  publishedPolicies(db, {
    accountId: INSTALLATION,
    domains: [...domains],
    since: new Date(Date.now() - days * DAY),
    until: new Date(Date.now() + DAY),
  })

export const trimReports = (db: Db, octets = MOST_OCTETS): Promise<number> =>
  trimReceiverReports(db, {
    accountId: INSTALLATION,
    before: new Date(Date.now() - REPORT_DAYS * DAY),
    octets,
  })
