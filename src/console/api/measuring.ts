/** Measuring: the rule for people who were not asked, and the answers of one person. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CallAnswer, call } from './client.ts'

export type MeasuringRuleAnswer = CallAnswer<'GET /measuring'>
export type PersonMeasuringAnswer = CallAnswer<'GET /subscribers/:subscriberId/measuring'>
/** Of each person; with the email or link only; not at all. */
export type MeasuredChoice = MeasuringRuleAnswer['opens']

const RULE = ['measuring'] as const
const personKey = (subscriberId: number) => ['subscribers', subscriberId, 'measuring'] as const

export const useMeasuringRule = () =>
  useQuery({ queryKey: RULE, queryFn: () => call('GET /measuring') })

export const useMeasuringByList = () =>
  useQuery({
    queryKey: [...RULE, 'lists'],
    queryFn: async () => (await call('GET /measuring/lists')).lists,
  })

export function useSetMeasuringRule() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { opens: MeasuredChoice; clicks: MeasuredChoice; removesHits?: boolean }) =>
      call('PATCH /measuring', { body }),
    onSuccess: rule => {
      queries.setQueryData(RULE, rule)
      void queries.invalidateQueries({ queryKey: [...RULE, 'lists'] })
      void queries.invalidateQueries({ queryKey: ['subscribers'] })
    },
  })
}

export const usePersonMeasuring = (subscriberId: number) =>
  useQuery({
    queryKey: personKey(subscriberId),
    queryFn: () => call('GET /subscribers/:subscriberId/measuring', { params: { subscriberId } }),
  })

export interface AnswerToNote {
  opens?: 'agreed' | 'declined'
  clicks?: 'agreed' | 'declined'
  words?: string
  at?: string
}

export function useTakeBackAnswer(subscriberId: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (answerId: number | string) =>
      call('DELETE /subscribers/:subscriberId/measuring/:answerId', {
        params: { subscriberId, answerId: Number(answerId) },
      }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['subscribers', subscriberId] })
      void queries.invalidateQueries({ queryKey: RULE })
    },
  })
}

/** Asks for the removal of hits, or undoes that. */
export function useRemoval(subscriberId: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (remove: boolean) =>
      remove
        ? call('POST /subscribers/:subscriberId/measuring/removal', { params: { subscriberId } })
        : call('DELETE /subscribers/:subscriberId/measuring/removal', { params: { subscriberId } }),
    onSuccess: person => queries.setQueryData(personKey(subscriberId), person),
  })
}

export function useNoteAnswer(subscriberId: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: AnswerToNote) =>
      call('PUT /subscribers/:subscriberId/measuring', { params: { subscriberId }, body }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['subscribers', subscriberId] })
      void queries.invalidateQueries({ queryKey: RULE })
    },
  })
}
