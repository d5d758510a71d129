/** The session of editing a newsletter, for the time that its page is open. */
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { WorkingCopyAnswer } from '../../../actions/newsletters/working-copies.ts'
import type { TaggedAnswer } from '../../api/client.ts'
import { isChangedMeanwhile, isUnreachable, loadWorkingCopy, saveWorkingCopy } from './calls.ts'
import {
  type DraftSession,
  type DraftState,
  openDraftSession,
  type SavedDraft,
} from './draft-session.ts'

const savedDraft = ({ value, tag }: TaggedAnswer<WorkingCopyAnswer>): SavedDraft => ({
  draft: value.content,
  tag,
  at: value.at ?? '',
  by: value.by?.name ?? '',
  version: value.version,
  unpublished: value.by !== null,
})

export function useDraftSession(
  id: number,
  accountId: number,
  opened: TaggedAnswer<WorkingCopyAnswer>,
): [DraftSession, DraftState] {
  const session = useMemo(
    () =>
      openDraftSession(`pennypost-draft-${accountId}-${id}`, savedDraft(opened), {
        async save(draft, ifMatch) {
          try {
            const { value, tag } = await saveWorkingCopy(id, draft, ifMatch)
            return { kind: 'saved', tag, at: value.at ?? new Date().toISOString() }
          } catch (error) {
            if (isChangedMeanwhile(error)) return { kind: 'changed' }
            if (isUnreachable(error)) return { kind: 'unreachable' }
            return { kind: 'refused', error }
          }
        },
        load: async () => savedDraft(await loadWorkingCopy(id)),
      }),
    [id, accountId, opened],
  )
  useEffect(() => {
    session.open()
    return () => session.close()
  }, [session])
  return [session, useSyncExternalStore(session.subscribe, session.state)]
}
