/** The suppression list as a table, as its import reads it. */
import type { Store } from '../../db/db.ts'
import { suppressedAddresses } from '../../domain/bounces/suppression/suppressed.ts'
import { formatInstant } from '../../lib/instant.ts'
import { recorded } from './recorded.ts'
import type { Report } from './table-file.ts'

interface ExportedRow {
  email: string
  since: string
  until: string | null
  reason: string
}

/** The newest first. `left.held` counts addresses left out, which wait for a decision. */
export function suppressionTable(
  db: Store,
  accountId: number,
  hardDays: number | undefined,
  left: { held: number },
): Report<ExportedRow> {
  async function* rows() {
    for await (const part of suppressedAddresses(db, accountId, { hardDays })) {
      const decided = part.filter(({ held }) => !held)
      left.held += part.length - decided.length
      yield decided.map(({ email, since, until, reason }) => ({
        email,
        reason,
        since: formatInstant(since),
        until: until === null ? null : formatInstant(until),
      }))
    }
  }
  const taken = { what: 'suppressed', id: '' } as const
  return recorded(db, accountId, taken, {
    name: 'Suppressed',
    columns: [
      { key: 'email', title: 'Email', kind: 'text' },
      { key: 'since', title: 'Since', kind: 'moment' },
      { key: 'until', title: 'Until', kind: 'moment' },
      { key: 'reason', title: 'Reason', kind: 'text' },
    ],
    rows: rows(),
  })
}
