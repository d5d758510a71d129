/**
 * A form over values that others may change: optimistic concurrency by entity tag (If-Match). After
 * a conflict (412) the local edits are rebased onto the newer values.
 */
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
  /**
   * Goes on with what somebody else has saved; what was changed here stays, also while that was
   * read.
   */
  takeOver(latest: BasedOn): void
  /** It is saved, or given up. */
  done(): void
}

export function useEdited(name: string, latest: BasedOn): EditedForm {
  const [{ base, values }, setState] = useKept(name, { base: latest, values: latest.values })
  const changes = changesOf(base.values, values)
  const before = Object.fromEntries(Object.keys(changes).map(key => [key, base.values[key] ?? '']))
  return {
    ...{ values, tag: base.tag, changes, before },
    set: (key, value) => setState({ base, values: { ...values, [key]: value } }),
    takeOver: next =>
      setState(({ base, values }) => ({
        base: next,
        values: { ...next.values, ...changesOf(base.values, values) },
      })),
    done: () => forgetKept(name),
  }
}

const changesOf = (base: EditedValues, values: EditedValues): EditedValues =>
  Object.fromEntries(Object.entries(values).filter(([key, value]) => value !== (base[key] ?? '')))

/** Somebody else was faster: until that is taken over, saving would be refused again. */
export const isStale = (error: unknown): boolean =>
  error instanceof ApiFailure && error.status === 412
