/**
 * Sends what is due, source by source: each in a lane of its own, so that a slow one holds up no
 * other.
 */
import { type LaneEnd, type LaneSettings, runLane } from './lane.ts'
import { createOpener, type OpenerSignals } from './opener.ts'
import type { SourceQueue, SourceTypes } from './source.ts'

export interface DispatcherOptions<T extends SourceTypes> extends LaneSettings {
  queues: readonly SourceQueue<T>[]
  /** How many sources are sent at the same time. */
  lanes: number
  /** How long a source rests that nothing could be sent by. */
  noTransportMillis: number
}

export interface Dispatcher {
  /** Opens lanes for sources with work, and says whether any was opened. */
  step(stopping: AbortSignal): Promise<boolean>
  /**
   * A hint that this source has something due now: its lane opens, or looks once more before it is
   * left.
   */
  nudge(sourceKind: SourceQueue<never>['sourceKind'], accountId: number, sourceId: number): void
  /** Resolves when all lanes have settled what they had in hand. */
  finish(): Promise<void>
}

interface SourceToSend<T extends SourceTypes> {
  queue: SourceQueue<T>
  accountId: number
  sourceId: number
}

const HELD_BACK_MILLIS = 1_000
/** Sources of each queue that are looked at in one go. */
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
      // What was told so far is found by the claim.
      nudged()
      end = await runLane(source, options, stopping)
    } while (end === 'nothing due' && nudged() && !stopping.aborted)
    if (end === 'nothing due' && !stopping.aborted) await queue.closeOut(accountId, sourceId)
    if (end === 'held back') await queue.letGo(accountId, sourceId)
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
