/** Tables of people leave an entry in the audit log: who took which, and how many rows of it. */
import type { Store } from '../../db/db.ts'
import { presentActor } from '../../domain/audit/actor.ts'
import { completeAuditEntry } from '../../domain/audit/audit.sql.ts'
import { nextAuditId, recordChange } from '../../domain/audit/record.ts'
import type { Report } from './table-file.ts'

interface TakenOut {
  what: 'list' | 'subscribers' | 'suppressed' | 'recipients' | 'opens' | 'clicks'
  /** The list or the sending; empty for a selection. */
  id: number | ''
}

/**
 * The entry is written before the first row goes out, and its number when the last one has, or the
 * reader has gone.
 */
export function recorded<Row>(
  db: Store,
  accountId: number,
  { what, id }: TakenOut,
  report: Report<Row>,
): Report<Row> {
  // The rows are read later, outside of the request context, which holds the actor.
  const actor = presentActor()
  if (!actor) return report
  async function* rows() {
    const entryId = nextAuditId()
    let begun = false
    let people = 0
    try {
      for await (const part of report.rows) {
        if (!begun) await begin()
        people += part.length
        yield part
      }
      if (!begun) await begin()
    } finally {
      const newValues = JSON.stringify({ people })
      if (begun) await completeAuditEntry(db, { accountId, id: entryId, newValues })
    }

    async function begin() {
      begun = true
      await recordChange(db, accountId, { action: `export.${what}`, id, entryId }, actor)
    }
  }
  return { ...report, rows: rows() }
}
