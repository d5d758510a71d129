/** The suppression list: opt-outs and bounced addresses. */
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { OptOutAnswer } from '../../actions/opt-outs/opt-outs.ts'
import type { DepartureAnswer } from '../../actions/subscribers/departures.ts'
import type { SuppressionAnswer } from '../../actions/suppressions/suppressions.ts'
import { type ApiPage, callApi } from './client.ts'

const PAGE_SIZE = 50

const usePages = <Item>(path: string, given: Record<string, string>) =>
  useInfiniteQuery({
    queryKey: [path, given],
    queryFn: async ({ pageParam: after }) => {
      const size = { limit: String(PAGE_SIZE) }
      const query = new URLSearchParams({ ...given, ...size, ...(after && { after }) })
      return (await callApi<ApiPage<Item>>(`/${path}?${query}`)).value
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })

export const useOptOuts = () => usePages<OptOutAnswer>('opt-outs', {})

/** Who left a list, or all of them; of the account or of one list. */
export const useDepartures = (listId: number | undefined) =>
  usePages<DepartureAnswer>('departures', listId === undefined ? {} : { listId: String(listId) })

export const useSuppressions = (domain: string) =>
  usePages<SuppressionAnswer>('suppressions', domain === '' ? {} : { domain })

function useBlockedChange<Input>(path: string, change: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: [path] })
      await queries.invalidateQueries({ queryKey: ['subscribers'] })
    },
  })
}

export const useAddOptOut = () =>
  useBlockedChange('opt-outs', (body: { email: string; reason: string }) =>
    callApi('/opt-outs', { method: 'POST', body }),
  )

export const useLiftOptOut = () =>
  useBlockedChange('opt-outs', (body: { email: string; reason?: string }) =>
    callApi('/opt-outs/lift', { method: 'POST', body }),
  )

export const useRelease = () =>
  useBlockedChange('suppressions', (body: { email: string; reason?: string }) =>
    callApi('/suppressions/release', { method: 'POST', body }),
  )
