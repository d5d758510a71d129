/** The types shared by all steps: subscribers at a step, and their moves. */
import type { Db, Store } from '../../../db/db.ts'
import type { Detail } from '../../details/details.ts'
import type { Definition, Next, Way } from '../language/definition.ts'

/** The run of a subscriber, locked by one worker. */
export interface TriggerRun {
  /** The subscriber. A subscriber has at most one active run per trigger. */
  id: number
  entry: number
  version: number
  step: string
  passed: number
  /** In the format of the store. */
  enteredAt: string
  /** Set while the subscriber waits at the step. */
  waitsUntil: Date | undefined
  waitsFrom: string | undefined
  dueAt: Date
  /** Set when the run is over: how it ended. */
  ending: string | undefined
}

/**
 * A move passes the step, with a reason for the log, or waits until a moment at the latest.
 * `leave`: the run ends after this step, for this reason.
 */
export type Move =
  | {
      to: Next
      way: Way | 'end'
      reason: Detail
      messageId?: number
      leave?: Detail
    }
  | { wait: Date; from?: string | undefined }

/** By subscriber; a missing one was erased. */
export type Moves = ReadonlyMap<number, Move>

export interface StepContext {
  store: Store
  tx: Db
  accountId: number
  triggerId: number
  listId: number
  version: number
  definition: Definition
  /** Now, by the clock of the store. */
  moment: Date
  /** Emails for which the run has planned deliveries. */
  messages: Set<number>
  /**
   * Call it before the first change of subscribers or subscriptions: locks all subscribers of the
   * batch at once, because step by step the order would vary. Returns those who have not opted out.
   */
  lockSubscribers(): Promise<ReadonlySet<number>>
}

/** The same move for all runs. */
export const all = (runs: readonly TriggerRun[], move: Move): Map<number, Move> =>
  new Map(runs.map(({ id }): [number, Move] => [id, move]))

export const idsOf = (runs: readonly TriggerRun[]): number[] =>
  runs.map(({ id }) => id).sort((a, b) => a - b)
