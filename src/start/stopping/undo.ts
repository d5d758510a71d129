/** Undoes the steps of a start in reverse order, even if the start failed halfway. */
import type { DrainOptions } from '../../http/server.ts'
import type { Log } from '../../lib/log.ts'

export type UndoStep = (drain?: DrainOptions) => unknown

export interface Undo {
  /** `name` is for the log; `atOnce` is for what must not outlive the process. */
  add(name: string, step: UndoStep, atOnce?: () => Promise<void>): void
  /** Names of unfinished steps: the running one, then the pending ones. */
  left(): string[]
  /** Never rejects: a failed step does not skip the rest. */
  all(drain?: DrainOptions): Promise<void>
  /** Of steps that are not done, only what must not outlive the process. */
  atOnce(): Promise<void>
}

export function createUndo(log: Log): Undo {
  const steps: { name: string; step: UndoStep; atOnce?: (() => Promise<void>) | undefined }[] = []
  return {
    add: (name, step, atOnce) => void steps.unshift({ name, step, atOnce }),
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
    async atOnce() {
      for (const { atOnce } of steps) await atOnce?.()
    },
  }
}
