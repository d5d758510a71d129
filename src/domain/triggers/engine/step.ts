/** A step, as those who do it see it: who stands there, and how they move on. */
import type { Db, Store } from '../../../db/db.ts'
import type { Definition, Next } from '../language/definition.ts'

/** A person on their way, in the hands of one worker. */
export interface Walker {
  /** The subscriber's. Somebody walks a trigger once at a time. */
  id: number
  entry: number
  version: number
  step: string
  passed: number
  /** As the store writes it. */
  enteredAt: string
  /** Set while they wait at the step. */
  waitsUntil: Date | undefined
  waitsFrom: string | undefined
  dueAt: Date
  /** The walk is over, and how it ended. */
  ending: string | undefined
}

/**
 * They pass, and the log says why; or they wait at most until then. `leave`: it is the last step
 * they pass, for this reason.
 */
export type Move =
  | {
      to: Next
      way: 'next' | 'then' | 'else' | 'end'
      reason: string
      letterId?: number
      leave?: string
    }
  | { wait: Date; from?: string | undefined }

/** By subscriber; who is not among them is not known any more. */
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
  /** Letters that the walk gives somebody to go to. */
  letters: Set<number>
}

/** The same move for all. */
export const all = (walkers: readonly Walker[], move: Move): Map<number, Move> =>
  new Map(walkers.map(({ id }): [number, Move] => [id, move]))

export const idsOf = (walkers: readonly Walker[]): number[] =>
  walkers.map(({ id }) => id).sort((a, b) => a - b)
