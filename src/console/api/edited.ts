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
  /** The changed values only, so that another editor's changes are not reverted. */
  changes: EditedValues
  /** The changed values as they were. */
  before: EditedValues
  /**
   * Rebases the edits onto the newer values: local changes stay, also those made while they were
   * loaded.
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
    values,
    tag: base.tag,
    changes,
    before,
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

/** A conflict: saving would be refused again until the newer values are taken over. */
export const isStale = (error: unknown): boolean =>
  error instanceof ApiFailure && error.status === 412
