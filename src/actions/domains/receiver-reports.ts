/** Reports of receivers on domains (DMARC and TLS). */
import type { Db } from '../../db/db.ts'
import { reportsSince } from '../../domain/receiver-reports/keep-report.ts'
import { createSummary, type DomainFigures } from '../../mail/receiver-reports/summary.ts'

interface UnreadableReport {
  reporter: string
  kind: string
  receivedAt: string
  trouble: string
}

export interface ReceiverReports {
  domains: DomainFigures[]
  /** The oldest first. */
  unreadable: UnreadableReport[]
}

/** Of a domain and those below it, '' for all, of so many days. */
export async function receiverReports(
  db: Db,
  domain: string,
  days: number,
): Promise<ReceiverReports> {
  const summary = createSummary()
  const unreadable: UnreadableReport[] = []
  for await (const report of reportsSince(db, domain, days)) {
    const { reporter, kind, trouble, receivedAt } = report
    if (trouble === null) summary.add(report)
    else unreadable.push({ reporter, kind, receivedAt, trouble })
  }
  unreadable.sort((a, b) => (a.receivedAt < b.receivedAt ? -1 : 1))
  return { domains: summary.domains(), unreadable }
}
