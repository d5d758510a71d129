/** What somebody changes of values that others may change meanwhile. It is kept until saved. */
import { ApiFailure } from './client.ts'
import { forgetKept, useKept } from './kept.ts'

export type EditedValues = Record<string, string>

interface BasedOn {
  values: EditedValues
  tag: string
}

export interface EditedForm {
  values: EditedValues
  /** The tag of the values that editing began with. */
  tag: string
  set(key: string, value: string): void
  /** Only what was changed, so that a value changed by somebody else is not put back. */
  changes: EditedValues
  /** What the changed values were. */
  before: EditedValues
  /** Goes on with what somebody else has saved; what was changed here stays. */
  takeOver(latest: BasedOn): void
  /** It is saved, or given up. */
  done(): void
}

export function useEdited(name: string, latest: BasedOn): EditedForm {
  const [{ base, values }, setState] = useKept(name, { base: latest, values: latest.values })
  const changed = Object.keys(values).filter(key => values[key] !== (base.values[key] ?? ''))
  const changes = Object.fromEntries(changed.map(key => [key, values[key] ?? '']))
  const before = Object.fromEntries(changed.map(key => [key, base.values[key] ?? '']))
  return {
    ...{ values, tag: base.tag, changes, before },
    set: (key, value) => setState({ base, values: { ...values, [key]: value } }),
    takeOver: next => setState({ base: next, values: { ...next.values, ...changes } }),
    done: () => forgetKept(name),
  }
}

/** Somebody else was faster. */
export const isStale = (error: unknown): boolean =>
  error instanceof ApiFailure && error.status === 412
