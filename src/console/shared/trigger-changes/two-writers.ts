/** Resolves a conflict (412): the other text is read, and then theirs or ours is chosen. */
import type { EditedForm } from '../../api/edited.ts'
import { useTrigger, useTriggerFlow } from '../../api/triggers.ts'

export interface Theirs {
  version: number
  source: string
  tag: string
}

export interface TwoWriters {
  /** Reads theirs; undefined if that failed. */
  look(): Promise<Theirs | undefined>
  /** Ours stays in the editor, over theirs: saving it replaces theirs. */
  keep(theirs: Theirs): void
  /** Theirs is in the editor, unchanged. Ours can be got back by undo. */
  take(theirs: Pick<Theirs, 'source' | 'tag'>): void
}

export function useTwoWriters(
  id: number | undefined,
  edited: EditedForm,
  change: (source: string) => void,
): TwoWriters {
  const trigger = useTrigger(id)
  const flow = useTriggerFlow(id)
  const base = ({ source, tag }: Pick<Theirs, 'source' | 'tag'>) => ({ values: { source }, tag })
  return {
    async look() {
      // Saving ours asks about the people at steps, by the present counts.
      const [{ data }] = await Promise.all([trigger.refetch(), flow.refetch()])
      return data && { version: data.value.version, source: data.value.source, tag: data.tag }
    },
    keep: theirs => edited.takeOver(base(theirs)),
    take(theirs) {
      change(theirs.source)
      edited.takeOver(base(theirs))
      edited.done()
    },
  }
}
