/** Sendings: the list, one of them live, and steering it. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { LiveSending } from '../../actions/sendings/sending-live.ts'
import type { SendingRowAnswer } from '../../actions/sendings/sendings.ts'
import { type ApiPage, callApi } from './client.ts'
import { useAskingMillis, useLive } from './live.ts'

const SENDINGS = ['sendings'] as const

export const useSendings = (size = 50) =>
  useInfiniteQuery({
    queryKey: [...SENDINGS, 'list', size],
    queryFn: async ({ pageParam: after }) => {
      const query = new URLSearchParams({ limit: String(size), ...(after && { after }) })
      return (await callApi<ApiPage<SendingRowAnswer>>(`/sendings?${query}`)).value
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some(isOpen)) ? LIST_MILLIS : false,
  })

/** Of a list, whose numbers need not move at once. */
const LIST_MILLIS = 5_000

const isOpen = ({ state }: { state: string }): boolean =>
  state !== 'finished' && state !== 'cancelled'

/** One sending, by live updates, and without a stream by polling. */
export function useSending(id: number) {
  const queries = useQueryClient()
  const askingMillis = useAskingMillis()
  const key = [...SENDINGS, id]
  // Also of one that has ended: a retry lets it go on.
  useLive<LiveSending>(`sending:${id}`, state => queries.setQueryData(key, state))
  return useQuery({
    queryKey: key,
    queryFn: async () => (await callApi<LiveSending>(`/sendings/${id}/progress`)).value,
    // A service that is started again is asked until it answers.
    refetchInterval: ({ state: { data, error } }) =>
      error || (data && isOpen(data)) ? askingMillis : false,
  })
}

export type SteeringVerb = 'pause' | 'resume' | 'cancel' | 'retry' | 'confirm' | 'undo'

export interface SteeringInput {
  verb: SteeringVerb
  body?: { local?: true; states?: string[] }
}

interface SteeringAnswer {
  onTheirWay?: number
  withdrawn?: number
  emails?: number
}

const BODILESS: readonly SteeringVerb[] = ['pause', 'cancel', 'undo']

export function useSteering(id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ verb, body = {} }: SteeringInput) => {
      const path = `/sendings/${id}/${verb}`
      const sent = BODILESS.includes(verb) ? {} : { body }
      return (await callApi<SteeringAnswer | undefined>(path, { method: 'POST', ...sent })).value
    },
    onSettled: () => queries.invalidateQueries({ queryKey: SENDINGS }),
  })
}

/** The most emails a minute; null: as many as the relays take. */
export function useSendingRate(id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (perMinute: number | null) =>
      callApi(`/sendings/${id}/rate`, { method: 'PUT', body: { perMinute } }),
    onSettled: () => queries.invalidateQueries({ queryKey: SENDINGS }),
  })
}

/** Before the wait of an A/B test is over. */
export function useChosenWinner(id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (variant: number) =>
      callApi(`/sendings/${id}/winner`, { method: 'POST', body: { variant } }),
    onSettled: () => queries.invalidateQueries({ queryKey: SENDINGS }),
  })
}
