/** Another time for a sending that has not begun; the samples of an A/B test move with it. */
import { atomically, type Store } from '../../../db/db.ts'
import { momentOfStore } from '../../../lib/instant.ts'
import { recordChange } from '../../audit/record.ts'
import { refused } from '../../refusal.ts'
import { markWork, setWork } from '../../work/work.sql.ts'
import { WORK } from '../../work/work-kinds.ts'
import type { SendingOptions } from '../audience/options.ts'
import { moveSending } from '../sendings.sql.ts'
import { lockParts } from '../steer-sending.ts'

export interface NewTime {
  /** Of an A/B test: when its first sample is due. */
  dueAt: Date
  zone: string
  /** Of a sending that goes out at a local time. */
  local?: SendingOptions['local'] | undefined
}

export function changeTime(
  db: Store,
  accountId: number,
  sendingId: number,
  { dueAt, zone, local }: NewTime,
): Promise<void> {
  const due = (part: { dueAt: string }) => momentOfStore(part.dueAt).getTime()
  return atomically(
    db,
    async tx => {
      const [sending, ...samples] = await lockParts(tx, accountId, sendingId)
      const parts = [sending, ...samples]
      if (sending.parentId !== null) throw refused('not-now', 'time-of-sample')
      if (parts.some(({ state, plannedAt }) => plannedAt !== null || state !== 'scheduled'))
        throw refused('not-now', 'time-fixed', { state: sending.state })
      const by = dueAt.getTime() - Math.min(...(samples.length > 0 ? samples : parts).map(due))
      const before = { dueAt: sending.dueAt, zone: sending.zone }
      const after = { dueAt: new Date(due(sending) + by), zone }
      await recordChange(tx, accountId, { action: 'sending.time', id: sendingId, before, after })
      const options = JSON.stringify(local ? { local } : {})
      for (const part of parts) {
        const moved = new Date(due(part) + by)
        await moveSending(tx, { accountId, sendingId: part.id, dueAt: moved, zone, options })
        const mark = { accountId, kind: WORK.plan, sourceId: part.id, due: moved }
        await setWork(tx, mark)
        await markWork(tx, mark)
      }
    },
    { again: true, accountId },
  )
}
