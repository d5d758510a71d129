/**
 * Removing an object. Its page is left first: a query that is invalidated while the page observes
 * it would be refetched, and answered with 404. Lists are refetched after that.
 */
import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useConfirmed } from './confirmation.tsx'

export interface Removable<Answer> {
  remove(): Promise<Answer>
  /** The prefix of the query keys that hold the object, alone or in a list. */
  shown: QueryKey
}

/**
 * The mutation that removes, with re-authentication. Its `onSuccess` has to unmount the caller: by
 * going to another page, or by closing what shows the object.
 */
export function useRemoval<Answer>({ remove, shown }: Removable<Answer>) {
  const queries = useQueryClient()
  const confirmed = useConfirmed()
  const isMounted = useRef(false)
  const removed = useRef<QueryKey>(undefined)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      // After the effects of this commit: until then the page left observes its queries.
      if (removed.current) queueMicrotask(() => readAgain(queries, removed.current!))
    }
  }, [queries])
  return useMutation({
    mutationFn: () => confirmed(remove),
    onSuccess() {
      removed.current = shown
      // A list that is opened next must not begin with it.
      if (isMounted.current) queries.removeQueries({ queryKey: shown, type: 'inactive' })
      else readAgain(queries, shown)
    },
  })
}

/** Pages that were left forget it: on the way back they say that there is none. */
function readAgain(queries: QueryClient, queryKey: QueryKey): void {
  queries.removeQueries({ queryKey, type: 'inactive' })
  void queries.invalidateQueries({ queryKey })
}
