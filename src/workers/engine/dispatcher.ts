/** Sends what is due, source by source: each runs in a lane of its own, so that a slow one holds up no other. */
import type { WorkerContext } from '../context.ts'
import type { SourceKind } from '../email-source.ts'
import { type LaneEnd, runLane } from './lane.ts'
import type { Window } from './window.ts'

export interface DelivererOptions {
  kinds: readonly SourceKind[]
  /** Shared by all lanes. */
  window: Window
  /** How many sources are sent at the same time. */
  lanes: number
}

export interface Deliverer {
  /** Opens lanes for sources with work, and says whether any was opened. */
  step(stopping: AbortSignal): Promise<boolean>
  /** A hint that this source has something due now: its lane opens, or looks once more before it is left. */
  nudge(kind: SourceKind, accountId: number, sourceId: number): void
  /** Resolves when all lanes have settled what they had in hand. */
  finish(): Promise<void>
}

/** When a lane that could not go on is looked at again. */
const AGAIN_MILLIS: Record<LaneEnd, number> = { 'nothing due': 0, 'held back': 1_000, 'no route': 5_000 }

export function createDeliverer(context: WorkerContext, { kinds, window, lanes: most }: DelivererOptions): Deliverer {
  const lanes = new Map<string, Promise<void>>()
  const resting = new Map<string, number>()
  /** Lanes that were told of more while they were open. */
  const nudged = new Set<string>()
  let stopped: AbortSignal | undefined

  return {
    async step(stopping) {
      stopped ??= stopping
      if (lanes.size >= most) return false
      let opened = false
      for (const kind of kinds)
        for (const { accountId, sourceId } of await kind.due(context.db, 50))
          if (open(kind, accountId, sourceId, stopping)) opened = true
      return opened
    },
    nudge(kind, accountId, sourceId) {
      if (stopped === undefined || stopped.aborted) return
      const key = keyOf(kind, accountId, sourceId)
      if (lanes.has(key)) nudged.add(key)
      else open(kind, accountId, sourceId, stopped)
    },
    async finish() {
      await Promise.all(lanes.values())
    },
  }

  function open(kind: SourceKind, accountId: number, sourceId: number, stopping: AbortSignal): boolean {
    const key = keyOf(kind, accountId, sourceId)
    if (lanes.size >= most || lanes.has(key)) return false
    if ((resting.get(key) ?? 0) > Date.now()) return false
    resting.delete(key)
    const lane = send(kind, accountId, sourceId, stopping)
      .catch(error => {
        resting.set(key, Date.now() + 2_000)
        context.report(error, 'lane')
      })
      .finally(() => {
        lanes.delete(key)
        if (nudged.delete(key) && !stopping.aborted) open(kind, accountId, sourceId, stopping)
      })
    lanes.set(key, lane)
    return true
  }

  async function send(kind: SourceKind, accountId: number, sourceId: number, stopping: AbortSignal): Promise<void> {
    const key = keyOf(kind, accountId, sourceId)
    await context.routes.fresh()
    const source = await kind.open(context, accountId, sourceId)
    if (!source) return
    let end: LaneEnd
    do {
      nudged.delete(key)
      end = await runLane(context, source, window, stopping)
    } while (end === 'nothing due' && nudged.has(key) && !stopping.aborted)
    if (end === 'nothing due' && !stopping.aborted) await kind.closeOut(context, accountId, sourceId)
    else resting.set(key, Date.now() + AGAIN_MILLIS[end])
    if (end === 'held back') await kind.letGo(context, accountId, sourceId)
  }
}

const keyOf = ({ sourceKind }: SourceKind, accountId: number, sourceId: number): string =>
  `${sourceKind} ${accountId} ${sourceId}`
