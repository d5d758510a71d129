/** Triggers: their state, their steps with counts, and their text. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CallAnswer, type CallBody, call, callTagged } from './client.ts'

const TRIGGERS = ['triggers'] as const
/** People move on meanwhile. */
const AGAIN_MILLIS = 15_000

export type TriggerRow = CallAnswer<'GET /triggers'>['items'][number]
export type RecipeRow = CallAnswer<'GET /recipes'>['items'][number]
export type WalkAnswer = CallAnswer<'POST /triggers/try'>
export type FlowAnswer = CallAnswer<'GET /triggers/:triggerId/flow'>
export type PassagesAnswer = CallAnswer<'GET /triggers/:triggerId/passages'>
export type CheckedSource = CallAnswer<'POST /triggers/check'>
export type TriedFeedAnswer = CallAnswer<'POST /triggers/try-feed'>
export type RunFate = NonNullable<CallBody<'PUT /triggers/:triggerId'>['people']>

export const useTriggers = () =>
  useQuery({
    queryKey: TRIGGERS,
    queryFn: async () => (await call('GET /triggers')).items,
    refetchInterval: AGAIN_MILLIS,
  })

/** With the tag that a change must name. */
export const useTrigger = (id: number | undefined) =>
  useQuery({
    queryKey: [...TRIGGERS, id],
    queryFn: () => callTagged('GET /triggers/:triggerId', { params: { triggerId: id! } }),
    enabled: id !== undefined,
    gcTime: 0,
  })

export const useTriggerFlow = (id: number | undefined, version?: number) =>
  useQuery({
    queryKey: [...TRIGGERS, id, 'flow', version],
    queryFn: () =>
      call('GET /triggers/:triggerId/flow', { params: { triggerId: id! }, query: { version } }),
    enabled: id !== undefined,
    placeholderData: keepPreviousData,
    ...(version === undefined && { refetchInterval: AGAIN_MILLIS }),
  })

/** Whom a pause, a start or an end is about: as it is when the dialog opens. */
export const useStanding = (triggerId: number) =>
  useQuery({
    queryKey: [...TRIGGERS, triggerId, 'standing'],
    queryFn: () => call('GET /triggers/:triggerId/standing', { params: { triggerId } }),
    gcTime: 0,
    staleTime: 0,
  })

/** The last ones of all; with an address those of one person. */
export const usePassages = (triggerId: number, as: string) =>
  useQuery({
    queryKey: [...TRIGGERS, triggerId, 'passages', as],
    queryFn: () =>
      call('GET /triggers/:triggerId/passages', {
        params: { triggerId },
        query: as === '' ? {} : { as },
      }),
  })

/** The former answer stays while the text is checked. */
export const useCheckedSource = (id: number | undefined, source: string) =>
  useQuery({
    queryKey: [...TRIGGERS, id, 'check', source],
    queryFn: () =>
      call('POST /triggers/check', {
        body: { source, ...(id !== undefined && { triggerId: id }) },
      }),
    enabled: source.trim() !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
  })

function useTriggerChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: TRIGGERS }),
  })
}

export interface SteeringOrder {
  verb: 'pause' | 'resume' | 'confirm'
  /** Links may lead to this machine only. */
  local?: boolean
}

export const useSteerTrigger = (triggerId: number) =>
  useTriggerChange(({ verb, local }: SteeringOrder) =>
    verb === 'pause'
      ? call('POST /triggers/:triggerId/pause', { params: { triggerId } })
      : call(`POST /triggers/:triggerId/${verb}`, { params: { triggerId }, body: { local } }),
  )

/** A new one is paused, so nothing is sent by it: its links may be anything. */
export const useAddTrigger = () =>
  useTriggerChange((source: string) =>
    call('POST /triggers', { body: { source, paused: true, local: true } }),
  )

export const useSaveTrigger = (triggerId: number, ifMatch: string) =>
  useTriggerChange((body: CallBody<'PUT /triggers/:triggerId'>) =>
    callTagged('PUT /triggers/:triggerId', { params: { triggerId }, body, ifMatch }),
  )

/** Sends and changes nothing. */
export const useWalk = () =>
  useMutation({
    mutationFn: (body: CallBody<'POST /triggers/try'>) => call('POST /triggers/try', { body }),
  })

/** Fetches a feed; sends and saves nothing. */
export const useTryFeed = () =>
  useMutation({
    mutationFn: (body: CallBody<'POST /triggers/try-feed'>) =>
      call('POST /triggers/try-feed', { body }),
  })

/** The last look at the feed of a trigger. */
export const useFeedLook = (triggerId: number | undefined) =>
  useQuery({
    queryKey: [...TRIGGERS, triggerId, 'feed'],
    queryFn: () => call('GET /triggers/:triggerId/feed', { params: { triggerId: triggerId! } }),
    enabled: triggerId !== undefined,
    refetchInterval: AGAIN_MILLIS,
  })

export const useRecipes = () =>
  useQuery({
    queryKey: ['recipes'],
    queryFn: async () => (await call('GET /recipes')).items,
  })

/** Makes newsletters as well. */
export function useRecipe(recipe: RecipeRow['recipe']) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: CallBody<'POST /recipes/:recipe'>) =>
      call('POST /recipes/:recipe', { params: { recipe }, body }),
    onSuccess: () =>
      Promise.all(
        [TRIGGERS, ['newsletters']].map(queryKey => queries.invalidateQueries({ queryKey })),
      ),
  })
}

export const triggerEnd = (triggerId: number) => ({
  remove: () => call('DELETE /triggers/:triggerId', { params: { triggerId } }),
  shown: TRIGGERS,
})
