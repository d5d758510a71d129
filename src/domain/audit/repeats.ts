/**
 * What happens again and again, such as wrong passwords: one entry an hour with its number, so that
 * a flood does not fill the audit log.
 */
import type { Db } from '../../db/db.ts'
import type { AuditAction } from './actions.ts'
import type { Actor } from './actor.ts'
import { completeAuditEntry } from './audit.sql.ts'
import { nextAuditId, recordChange } from './record.ts'

interface Repeated {
  action: AuditAction
  id: number | string
  /** Of the last one. */
  last?: string
}

/** Records a first one at once, and counts those that follow within the hour. */
export type Repeats = (accountId: number, change: Repeated, actor: Actor) => Promise<void>

const HOUR = 3_600_000
/** Written one by one; then by the hundred. */
const EXACT = 100
/** Counted at a time by a process. */
const MOST_COUNTED = 10_000

export function createRepeats(db: Db, now: () => number = Date.now): Repeats {
  const counts = new Map<string, { entryId: string; times: number }>()
  return async (accountId, { action, id, last }, actor) => {
    const hour = Math.floor(now() / HOUR)
    const name = JSON.stringify([hour, accountId, action, id, actor.kind, actor.id, actor.name])
    const known = counts.get(name)
    if (!known) {
      const entryId = nextAuditId()
      counts.set(name, { entryId, times: 1 })
      if (counts.size > MOST_COUNTED) counts.delete(counts.keys().next().value!)
      return recordChange(db, accountId, { action, id, after: { times: 1, last }, entryId }, actor)
    }
    known.times++
    if (known.times > EXACT && known.times % EXACT !== 0) return
    const newValues = JSON.stringify({ times: known.times, last })
    await completeAuditEntry(db, { accountId, id: known.entryId, newValues })
  }
}
