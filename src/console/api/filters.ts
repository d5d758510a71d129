/** Filters: saved conditions, and their matches. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FilterAnswer } from '../../actions/filters/filters.ts'
import { allPages, call, callTagged } from './client.ts'

const FILTERS = ['filters'] as const

export interface FilterUse {
  kind: 'newsletter' | 'trigger' | 'sending'
  id: number
  name: string
}

export const useFilters = () =>
  useQuery({
    queryKey: FILTERS,
    queryFn: () => allPages('GET /filters'),
    staleTime: 30_000,
  })

/** One filter with the tag that a change must name. */
export const useFilter = (id: number | undefined) =>
  useQuery({
    queryKey: [...FILTERS, id],
    queryFn: () => callTagged('GET /filters/:filterId', { params: { filterId: id! } }),
    enabled: id !== undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const useFilterUses = (id: number | undefined) =>
  useQuery({
    queryKey: [...FILTERS, id, 'uses'],
    queryFn: async () =>
      (await call('GET /filters/:filterId/uses', { params: { filterId: id! } })).items,
    enabled: id !== undefined,
  })

/** The matches of a condition; the former answer stays while they are counted. */
export const useMatches = (where: string) =>
  useTried('try', where, true, body => call('POST /filters/try', { body }))

/** The effect of each rule: loaded after the count, which must not wait for it. */
export const useNarrowing = (where: string, isCounted: boolean) =>
  useTried('narrowing', where, isCounted, body => call('POST /filters/narrowing', { body }))

const useTried = <Answer>(
  kind: string,
  where: string,
  enabled: boolean,
  ask: (body: { where: string }) => Promise<Answer>,
) =>
  useQuery({
    queryKey: [...FILTERS, kind, where],
    queryFn: () => ask({ where }),
    enabled: enabled && where.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

function useFilterChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: FILTERS }),
  })
}

export type FilterInput = Pick<FilterAnswer, 'name' | 'where'>

export const useSaveFilter = (id: number | undefined, ifMatch: string) =>
  useFilterChange((body: FilterInput) =>
    id === undefined
      ? callTagged('POST /filters', { body })
      : callTagged('PATCH /filters/:filterId', { params: { filterId: id }, body, ifMatch }),
  )

export const useRemoveFilter = () =>
  useFilterChange((id: number) => call('DELETE /filters/:filterId', { params: { filterId: id } }))
