/** Filters: saved conditions, and their matches. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FilterAnswer, FilterMatches, FilterNarrowing } from '../../actions/filters/filters.ts'
import { allPages, callApi } from './client.ts'

const FILTERS = ['filters'] as const

export interface FilterUse {
  kind: 'newsletter' | 'trigger' | 'sending'
  id: number
  name: string
}

export const useFilters = () =>
  useQuery({
    queryKey: FILTERS,
    queryFn: () => allPages<FilterAnswer>('/filters'),
    staleTime: 30_000,
  })

/** One filter with the tag that a change must name. */
export const useFilter = (id: number | undefined) =>
  useQuery({
    queryKey: [...FILTERS, id],
    queryFn: () => callApi<FilterAnswer>(`/filters/${id}`),
    enabled: id !== undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const useFilterUses = (id: number | undefined) =>
  useQuery({
    queryKey: [...FILTERS, id, 'uses'],
    queryFn: async () => (await callApi<{ items: FilterUse[] }>(`/filters/${id}/uses`)).value.items,
    enabled: id !== undefined,
  })

/** The matches of a condition; the former answer stays while they are counted. */
export const useMatches = (where: string) => useTried<FilterMatches>('try', where, true)

/** The effect of each rule: loaded after the count, which must not wait for it. */
export const useNarrowing = (where: string, isCounted: boolean) =>
  useTried<FilterNarrowing>('narrowing', where, isCounted)

const useTried = <Answer>(kind: 'try' | 'narrowing', where: string, enabled: boolean) =>
  useQuery({
    queryKey: [...FILTERS, kind, where],
    queryFn: async () =>
      (await callApi<Answer>(`/filters/${kind}`, { method: 'POST', body: { where } })).value,
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
      ? callApi<FilterAnswer>('/filters', { method: 'POST', body })
      : callApi<FilterAnswer>(`/filters/${id}`, { method: 'PATCH', body, ifMatch }),
  )

export const useRemoveFilter = () =>
  useFilterChange((id: number) => callApi(`/filters/${id}`, { method: 'DELETE' }))
