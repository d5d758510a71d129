/** Undo and redo: one linear history of document states. */

export interface EditHistory<State> {
  past: readonly State[]
  now: State
  future: readonly State[]
  /** Changes of the same part soon after each other are one step. */
  last: { part: string; at: number } | undefined
}

const MOST_STEPS = 200
const ONE_STEP_MILLIS = 1_000

export const beginHistory = <State>(now: State): EditHistory<State> => ({
  past: [],
  now,
  future: [],
  last: undefined,
})

/** Without a part, a change is a step of its own. */
export function changed<State>(
  history: EditHistory<State>,
  now: State,
  at: number,
  part = '',
): EditHistory<State> {
  if (now === history.now) return history
  const { last } = history
  const goesOn = part !== '' && last?.part === part && at - last.at < ONE_STEP_MILLIS
  const past = goesOn ? history.past : [...history.past, history.now].slice(-MOST_STEPS)
  return { past, now, future: [], last: { part, at } }
}

export function undone<State>({ past, now, future }: EditHistory<State>): EditHistory<State> {
  const before = past.at(-1)
  if (before === undefined) return { past, now, future, last: undefined }
  return { past: past.slice(0, -1), now: before, future: [now, ...future], last: undefined }
}

export function redone<State>({ past, now, future }: EditHistory<State>): EditHistory<State> {
  const [next, ...rest] = future
  if (next === undefined) return { past, now, future, last: undefined }
  return { past: [...past, now], now: next, future: rest, last: undefined }
}
