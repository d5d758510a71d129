/** A saved version of a trigger as a definition to compare. */
import { useMemo } from 'react'
import { useTriggerFlow } from '../../api/triggers.ts'
import type { ComparedText } from './flow-changes.ts'

/** `definition` is undefined before it is read, and without a version. */
export function useReadVersion(id: number, version: number | undefined) {
  const { data, error, refetch } = useTriggerFlow(version === undefined ? undefined : id, version)
  // The answer for another version stays in `data` meanwhile.
  const isThere = version !== undefined && data?.version === version
  const definition = useMemo(
    (): ComparedText | undefined =>
      isThere ? { source: data.source, head: data.head, flow: data } : undefined,
    [isThere, data],
  )
  return { definition, error, refetch }
}
