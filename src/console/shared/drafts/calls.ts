/** Working copies of newsletters: read, saved by autosave, published as a version. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { WorkingCopyAnswer } from '../../../actions/newsletters/working-copies.ts'
import { ApiFailure, call, callTagged } from '../../api/client.ts'

const COPIES = ['working-copies'] as const

export const loadWorkingCopy = (id: number) =>
  callTagged('GET /newsletters/:newsletterId/draft', { params: { newsletterId: id } })

/** As it is when the page opens: later states are kept by the page. */
export const useWorkingCopy = (id: number) =>
  useQuery({
    queryKey: [...COPIES, id],
    queryFn: () => loadWorkingCopy(id),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })

export const saveWorkingCopy = (id: number, body: WorkingCopyAnswer['content'], ifMatch: string) =>
  callTagged('PUT /newsletters/:newsletterId/draft', {
    params: { newsletterId: id },
    body,
    ifMatch,
  })

export const isChangedMeanwhile = (error: unknown): boolean =>
  error instanceof ApiFailure && error.status === 412

/** fetch throws it when nothing answers. */
export const isUnreachable = (error: unknown): boolean =>
  !(error instanceof ApiFailure) || error.status === 502 || error.status === 503

export function usePublish(id: number) {
  const queries = useQueryClient()
  return useMutation({
    /** `anyway`: also if others have saved a version since the working copy was begun. */
    mutationFn: ({ ifMatch, anyway }: { ifMatch: string; anyway: boolean }) =>
      call('POST /newsletters/:newsletterId/draft/publish', {
        params: { newsletterId: id },
        body: { anyway },
        ifMatch,
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [...COPIES, id, 'versions'] }),
  })
}

export const useVersions = (id: number) =>
  useQuery({
    queryKey: [...COPIES, id, 'versions'],
    queryFn: async () =>
      (await call('GET /newsletters/:newsletterId/versions', { params: { newsletterId: id } }))
        .items,
  })

/** The changes since the version. */
export const useDifference = (id: number, version: number | undefined, shown: string) =>
  useQuery({
    queryKey: [...COPIES, id, 'difference', version, shown],
    queryFn: () =>
      call('GET /newsletters/:newsletterId/versions/:version/difference', {
        params: { newsletterId: id, version: version! },
      }),
    enabled: version !== undefined,
    gcTime: 0,
  })

export const versionContent = async (id: number, version: number) =>
  (
    await call('GET /newsletters/:newsletterId/versions/:version', {
      params: { newsletterId: id, version },
    })
  ).content
