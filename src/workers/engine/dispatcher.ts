/**
 * Sends due work by source. Each source has its own lane, so that a slow one does not hold up the
 * rest.
 */
import { type LaneEnd, type LaneSettings, runLane } from './lane.ts'
import { createOpener, type OpenerSignals } from './opener.ts'
import type { SourceQueue, SourceTypes } from './source.ts'

export interface DispatcherOptions<T extends SourceTypes> extends LaneSettings {
  queues: readonly SourceQueue<T>[]
  /** Maximum number of sources sent at the same time. */
  lanes: number
  /** Pause of a source while no transport is usable. */
  noTransportMillis: number
}

export interface Dispatcher {
  /** Opens lanes for sources with work; returns whether any was opened. */
  step(stopping: AbortSignal): Promise<boolean>
  /** A hint that this source has due work: its lane opens, or checks again before it closes. */
  nudge(sourceKind: SourceQueue<never>['sourceKind'], accountId: number, sourceId: number): void
  /** Resolves when all lanes have settled their items. */
  finish(): Promise<void>
}

interface SourceToSend<T extends SourceTypes> {
  queue: SourceQueue<T>
  accountId: number
  sourceId: number
}

const HELD_BACK_MILLIS = 1_000
/** Maximum number of sources read from each queue per step. */
const MOST = 50

export function createDispatcher<T extends SourceTypes>(options: DispatcherOptions<T>): Dispatcher {
  const { queues, lanes, noTransportMillis, report } = options
  const restMillis: Record<LaneEnd, number> = {
    'nothing due': 0,
    'held back': HELD_BACK_MILLIS,
    'no transport': noTransportMillis,
  }
  const opener = createOpener<SourceToSend<T>>({
    most: lanes,
    keyOf: ({ queue, accountId, sourceId }) => `${queue.sourceKind} ${accountId} ${sourceId}`,
    async due() {
      const found: SourceToSend<T>[] = []
      for (const queue of queues)
        for (const { accountId, sourceId } of await queue.due(MOST))
          found.push({ queue, accountId, sourceId })
      return found
    },
    run: send,
    nameOf: () => 'lane',
    report,
  })

  async function send(
    { queue, accountId, sourceId }: SourceToSend<T>,
    signals: OpenerSignals,
  ): Promise<number> {
    const { stopping, nudged } = signals
    const source = await queue.open(accountId, sourceId)
    if (!source) return 0
    let end: LaneEnd
    do {
      // Earlier nudges are covered by the next claim.
      nudged()
      end = await runLane(source, options, stopping)
    } while (end === 'nothing due' && nudged() && !stopping.aborted)
    if (end === 'nothing due' && !stopping.aborted) await queue.closeOut(accountId, sourceId)
    if (end === 'held back') await queue.onHeldBack(accountId, sourceId)
    return restMillis[end]
  }

  return {
    step: opener.step,
    nudge(sourceKind, accountId, sourceId) {
      const queue = queues.find(one => one.sourceKind === sourceKind)
      if (queue) opener.nudge({ queue, accountId, sourceId })
    },
    finish: opener.finish,
  }
}
