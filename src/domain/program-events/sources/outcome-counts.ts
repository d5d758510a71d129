/** Counts how calls of sources end: written in batches, beside the answers. */
import type { Store } from '../../../db/db.ts'
import type { CalledSource, ReceivedCall } from './receive-event.ts'
import { countSourceOutcomes, keepSourceOutline } from './sources.sql.ts'

interface Waiting {
  accountId: number
  sourceId: number
  times: Map<string, number>
  outline: string | undefined
}

const MOST_WAITING = 1_000

interface OutcomeCounts {
  /** Returns at once. What a process has not written yet as it dies is not counted. */
  note(source: Pick<CalledSource, 'accountId' | 'id'>, call: ReceivedCall): void
}

export function createOutcomeCounts(db: Store, report: (error: unknown) => void): OutcomeCounts {
  let waiting = new Map<string, Waiting>()
  let writing = false

  async function write(): Promise<void> {
    while (waiting.size > 0) {
      const batch = waiting
      waiting = new Map()
      for (const { accountId, sourceId, times, outline } of batch.values()) {
        const counted = { outcomes: [...times.keys()], times: [...times.values()] }
        await countSourceOutcomes(db, { accountId, sourceId, ...counted })
        if (outline !== undefined) await keepSourceOutline(db, { accountId, sourceId, outline })
      }
    }
  }

  return {
    note({ accountId, id }, { outcome, outline }) {
      const name = `${accountId}/${id}`
      if (!waiting.has(name) && waiting.size >= MOST_WAITING) return
      const source = waiting.get(name) ?? {
        accountId,
        sourceId: id,
        times: new Map(),
        outline: undefined,
      }
      waiting.set(name, source)
      source.times.set(outcome, (source.times.get(outcome) ?? 0) + 1)
      if (outline) source.outline = JSON.stringify(outline)
      if (writing) return
      writing = true
      write()
        .catch(report)
        .finally(() => {
          writing = false
        })
    },
  }
}
