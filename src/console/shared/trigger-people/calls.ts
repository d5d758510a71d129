/** Calls about the people at a step of a trigger, and about the durations of stays. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type CallAnswer, call } from '../../api/client.ts'

export type Stay = CallAnswer<'GET /triggers/:triggerId/stays'>['items'][number]
export type StandingPerson = CallAnswer<'GET /triggers/:triggerId/people'>['items'][number]

const PAGE = 20
/** People move on meanwhile. */
const AGAIN_MILLIS = 15_000
/** Stays of years change little within a minute. */
const STAYS_MILLIS = 60_000

/** Undefined for a trigger that is not saved. */
export const useStays = (triggerId: number | undefined) =>
  useQuery({
    queryKey: ['triggers', triggerId, 'stays'],
    queryFn: async () =>
      (await call('GET /triggers/:triggerId/stays', { params: { triggerId: triggerId! } })).items,
    enabled: triggerId !== undefined,
    refetchInterval: STAYS_MILLIS,
  })

/** Only the first page is read again by itself: further ones would move under the reader. */
export const useStanding = (triggerId: number, step: string) =>
  useInfiniteQuery({
    queryKey: ['triggers', triggerId, 'people', step],
    queryFn: ({ pageParam: after }) =>
      call('GET /triggers/:triggerId/people', {
        params: { triggerId },
        query: { step, limit: PAGE, after },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: ({ state: { data } }) => (data?.pages.length === 1 ? AGAIN_MILLIS : false),
  })
