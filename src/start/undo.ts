/** Undoes what a start has done, in the opposite order, whether all of it was done or not. */
import type { DrainOptions } from '../http/server.ts'
import type { Log } from '../lib/log.ts'

export type UndoStep = (drain?: DrainOptions) => unknown

export interface Undo {
  /** `name` is for the log. */
  add(name: string, step: UndoStep): void
  /** The names of the steps that are not done: the one under way, then those that wait for it. */
  left(): string[]
  /** Never rejects: what one step fails at is no reason to leave the others out. */
  all(drain?: DrainOptions): Promise<void>
}

export function createUndo(log: Log): Undo {
  const steps: { name: string; step: UndoStep }[] = []
  return {
    add: (name, step) => void steps.unshift({ name, step }),
    left: () => steps.map(({ name }) => name),
    async all(drain) {
      for (let first = steps[0]; first; first = steps[0]) {
        try {
          await first.step(drain)
        } catch (error) {
          log.error({ error, part: first.name }, 'a part of the service did not stop in order')
        }
        steps.shift()
      }
    },
  }
}
