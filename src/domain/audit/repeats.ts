/**
 * Aggregates repeated events, such as wrong passwords: one entry an hour with its number, so that a
 * flood does not fill the audit log.
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
/** Counted at a time by a process. */
const MOST_COUNTED = 10_000

interface Entry {
  entryId: string
  times: number
  last: string | undefined
  kept: boolean
  writing: Promise<void> | undefined
}

export function createRepeats(db: Db, now: () => number = Date.now): Repeats {
  const entries = new Map<string, Entry>()

  function entryOf(name: string): Entry {
    const known = entries.get(name)
    if (known) return known
    const entryId = nextAuditId()
    const made = { entryId, times: 0, last: undefined, kept: false, writing: undefined }
    entries.set(name, made)
    if (entries.size > MOST_COUNTED) entries.delete(entries.keys().next().value!)
    return made
  }

  return (accountId, { action, id, last }, actor) => {
    const hour = Math.floor(now() / HOUR)
    const name = JSON.stringify([hour, accountId, action, id, actor.kind, actor.id, actor.name])
    const entry = entryOf(name)
    entry.times++
    entry.last = last
    entry.writing ??= write(entry)
    return entry.writing

    /** One write at a time: later events are in the next. */
    async function write(of: Entry): Promise<void> {
      const { entryId } = of
      try {
        for (let written = 0; written < of.times; ) {
          const after = { times: of.times, last: of.last }
          if (of.kept) {
            const newValues = JSON.stringify(after)
            await completeAuditEntry(db, { accountId, id: entryId, newValues })
          } else await recordChange(db, accountId, { action, id, after, entryId }, actor)
          of.kept = true
          written = after.times
        }
      } finally {
        of.writing = undefined
      }
    }
  }
}
