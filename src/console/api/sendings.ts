/** Sendings: the list, one of them live, and steering it. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { LiveSending } from '../../actions/sendings/sending-live.ts'
import { type CallBody, call } from './client.ts'
import { useAskingMillis, useLive } from './live.ts'

const SENDINGS = ['sendings'] as const

export const useSendings = (size = 50) =>
  useInfiniteQuery({
    queryKey: [...SENDINGS, 'list', size],
    queryFn: ({ pageParam: after }) => call('GET /sendings', { query: { limit: size, after } }),
    initialPageParam: undefined as string | undefined,
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
    queryFn: async () =>
      await call('GET /sendings/:sendingId/progress', { params: { sendingId: id } }),
    // A service that is started again is asked until it answers.
    refetchInterval: ({ state: { data, error } }) =>
      error || (data && isOpen(data)) ? askingMillis : false,
  })
}

export interface SteeringInput {
  verb: 'pause' | 'resume' | 'cancel' | 'retry' | 'confirm' | 'undo'
  /** Also where nothing but the sandbox takes the emails. */
  local?: true
  /** Of a retry: which emails. */
  states?: CallBody<'POST /sendings/:sendingId/retry'>['states']
}

interface SteeringAnswer {
  onTheirWay?: number
  withdrawn?: number
  emails?: number
}

async function steered(id: number, input: SteeringInput): Promise<SteeringAnswer> {
  const { verb, local, states } = input
  const params = { sendingId: id }
  switch (verb) {
    case 'pause':
      return await call('POST /sendings/:sendingId/pause', { params })
    case 'cancel':
      return await call('POST /sendings/:sendingId/cancel', { params })
    case 'retry':
      return await call('POST /sendings/:sendingId/retry', { params, body: { local, states } })
    case 'resume':
      await call('POST /sendings/:sendingId/resume', { params, body: { local } })
      return {}
    case 'confirm':
      await call('POST /sendings/:sendingId/confirm', { params, body: { local } })
      return {}
    case 'undo':
      await call('POST /sendings/:sendingId/undo', { params })
      return {}
  }
}

export function useSteering(id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: SteeringInput) => steered(id, input),
    onSettled: () => queries.invalidateQueries({ queryKey: SENDINGS }),
  })
}

/** At another time; its audience and content stay. */
export function useSendingTime(id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { at: string; zone: string }) =>
      call('PUT /sendings/:sendingId/time', { params: { sendingId: id }, body }),
    onSettled: () => queries.invalidateQueries({ queryKey: SENDINGS }),
  })
}

/** The most emails a minute; null: as many as the relays take. */
export function useSendingRate(id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (perMinute: number | null) =>
      call('PUT /sendings/:sendingId/rate', { params: { sendingId: id }, body: { perMinute } }),
    onSettled: () => queries.invalidateQueries({ queryKey: SENDINGS }),
  })
}

/** Before the wait of an A/B test is over. */
export function useChosenWinner(id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (variant: number) =>
      call('POST /sendings/:sendingId/winner', { params: { sendingId: id }, body: { variant } }),
    onSettled: () => queries.invalidateQueries({ queryKey: SENDINGS }),
  })
}
