/** Sends what is due, sending by sending: each runs in a lane of its own, so that a slow one holds up no other. */
import { atomically } from '../db/db.ts'
import { letGoOfSending } from '../domain/sendings/let-go.ts'
import type { Letter } from '../domain/sendings/make-sending.ts'
import { findSending, openWork, setSendingState } from '../domain/sendings/sendings.sql.ts'
import { clearWork, dueWork, lockWork, setWork } from '../domain/work/work.sql.ts'
import type { WorkerContext } from './context.ts'
import { type LaneEnd, runLane } from './lane.ts'
import { createWindow } from './window.ts'

/** How many sendings a process sends at the same time. */
const LANES = 8
/** When a lane that could not go on is looked at again. */
const AGAIN_MILLIS: Record<LaneEnd, number> = { 'nothing due': 0, 'held back': 1_000, 'no route': 5_000 }

export function createDeliverer(context: WorkerContext) {
  const lanes = new Map<string, Promise<void>>()
  const window = createWindow(context.settings.window)
  const resting = new Map<string, number>()

  return {
    /** Opens lanes for sendings with work, and says whether any was opened. */
    async step(stopping: AbortSignal): Promise<boolean> {
      if (lanes.size >= LANES) return false
      let opened = false
      for (const { accountId, sourceId } of await dueWork(context.db, { kind: 'deliver', most: 50 })) {
        const key = `${accountId} ${sourceId}`
        if (lanes.size >= LANES || lanes.has(key) || (resting.get(key) ?? 0) > Date.now()) continue
        const lane = send(accountId, sourceId, stopping)
          .catch(error => {
            resting.set(key, Date.now() + 2_000)
            context.report(error, 'lane')
          })
          .finally(() => lanes.delete(key))
        lanes.set(key, lane)
        opened = true
      }
      return opened
    },
    /** Resolves when all lanes have settled what they had in hand. */
    async finish(): Promise<void> {
      await Promise.all(lanes.values())
    },
  }

  async function send(accountId: number, sendingId: number, stopping: AbortSignal): Promise<void> {
    const sending = await findSending(context.db, { accountId, sendingId })
    if (sending?.state !== 'sending') return letGoOfSending(context.db, accountId, sendingId)
    const letter = JSON.parse(sending.letter) as Letter
    const end = await runLane(context, { accountId, sendingId, test: sending.test, letter }, window, stopping)
    if (end === 'nothing due' && !stopping.aborted) await closeOut(accountId, sendingId)
    else rest(accountId, sendingId, end)
    if (end === 'held back') await letGoOfSending(context.db, accountId, sendingId)
  }

  function rest(accountId: number, sendingId: number, end: LaneEnd): void {
    resting.set(`${accountId} ${sendingId}`, Date.now() + AGAIN_MILLIS[end])
  }

  /** The sending is finished when nothing waits and nobody has a claim; else its mark says when to come back. */
  async function closeOut(accountId: number, sendingId: number): Promise<void> {
    const work = { accountId, kind: 'deliver', sourceId: sendingId }
    const finished = await atomically(context.db, accountId, async tx => {
      if (!(await lockWork(tx, work))) return false
      const { nextTry, claims } = await openWork(tx, { accountId, sendingId })
      if (nextTry !== null || claims > 0) {
        await setWork(tx, { ...work, due: nextTry ?? new Date(Date.now() + 2_000) })
        return false
      }
      await clearWork(tx, work)
      const sending = await findSending(tx, { accountId, sendingId })
      if (sending?.state !== 'sending') return false
      await setSendingState(tx, { accountId, sendingId, state: 'finished', reason: null })
      return true
    })
    if (finished) context.log('a sending is finished', { accountId, sendingId })
  }
}
