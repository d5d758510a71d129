/** Working copies of newsletters: read, saved by autosave, published as a version. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NewsletterVersionAnswer } from '../../../actions/newsletters/newsletters.ts'
import type {
  DifferenceAnswer,
  WorkingCopyAnswer,
} from '../../../actions/newsletters/working-copies.ts'
import { ApiFailure, callApi } from '../../api/client.ts'

const COPIES = ['working-copies'] as const

export const loadWorkingCopy = (id: number) =>
  callApi<WorkingCopyAnswer>(`/newsletters/${id}/draft`)

/** As it is when the page opens: later states are kept by the page. */
export const useWorkingCopy = (id: number) =>
  useQuery({
    queryKey: [...COPIES, id],
    queryFn: () => loadWorkingCopy(id),
    ...{ gcTime: 0, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
  })

export const saveWorkingCopy = (id: number, body: WorkingCopyAnswer['content'], ifMatch: string) =>
  callApi<WorkingCopyAnswer>(`/newsletters/${id}/draft`, { method: 'PUT', body, ifMatch })

export const isChangedMeanwhile = (error: unknown): boolean =>
  error instanceof ApiFailure && error.status === 412

/** fetch throws it when nothing answers. */
export const isUnreachable = (error: unknown): boolean =>
  !(error instanceof ApiFailure) || error.status === 502 || error.status === 503

export function usePublish(id: number) {
  const queries = useQueryClient()
  return useMutation({
    /** `anyway`: also if others have saved a version since the working copy was begun. */
    mutationFn: async ({ ifMatch, anyway }: { ifMatch: string; anyway: boolean }) =>
      (
        await callApi<{ version: number }>(`/newsletters/${id}/draft/publish`, {
          ...{ method: 'POST', body: { anyway }, ifMatch },
        })
      ).value,
    onSuccess: () => queries.invalidateQueries({ queryKey: [...COPIES, id, 'versions'] }),
  })
}

export const useVersions = (id: number) =>
  useQuery({
    queryKey: [...COPIES, id, 'versions'],
    queryFn: async () =>
      (await callApi<{ items: NewsletterVersionAnswer[] }>(`/newsletters/${id}/versions`)).value
        .items,
  })

/** The changes since the version. */
export const useDifference = (id: number, version: number | undefined, shown: string) =>
  useQuery({
    queryKey: [...COPIES, id, 'difference', version, shown],
    queryFn: async () =>
      (await callApi<DifferenceAnswer>(`/newsletters/${id}/versions/${version}/difference`)).value,
    enabled: version !== undefined,
    gcTime: 0,
  })

export const versionContent = async (id: number, version: number) =>
  (
    await callApi<{ content: WorkingCopyAnswer['content'] }>(
      `/newsletters/${id}/versions/${version}`,
    )
  ).value.content
