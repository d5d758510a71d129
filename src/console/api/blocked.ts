/** The suppression list: opt-outs and bounced addresses. */
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from './client.ts'

const PAGE_SIZE = 50

/** From the first page on. */
const pages = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: { next: string | null }) => next ?? undefined,
}

export const useOptOuts = () =>
  useInfiniteQuery({
    queryKey: ['opt-outs'],
    queryFn: ({ pageParam: after }) =>
      call('GET /opt-outs', { query: { limit: PAGE_SIZE, after } }),
    ...pages,
  })

/** Who left a list, or all of them; of the account or of one list. */
export const useDepartures = (listId: number | undefined) =>
  useInfiniteQuery({
    queryKey: ['departures', listId],
    queryFn: ({ pageParam: after }) =>
      call('GET /departures', { query: { limit: PAGE_SIZE, after, listId } }),
    ...pages,
  })

export const useSuppressions = (domain: string) =>
  useInfiniteQuery({
    queryKey: ['suppressions', domain],
    queryFn: ({ pageParam: after }) =>
      call('GET /suppressions', {
        query: { limit: PAGE_SIZE, after, domain: domain || undefined },
      }),
    ...pages,
  })

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
    call('POST /opt-outs', { body }),
  )

export const useLiftOptOut = () =>
  useBlockedChange('opt-outs', (body: { email: string; reason?: string }) =>
    call('POST /opt-outs/lift', { body }),
  )

export const useRelease = () =>
  useBlockedChange('suppressions', (body: { email: string; reason?: string }) =>
    call('POST /suppressions/release', { body }),
  )
