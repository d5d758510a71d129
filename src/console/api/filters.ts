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

export const useFilterUses = (id: number | undefined, wanted = true) =>
  useQuery({
    queryKey: [...FILTERS, id, 'uses'],
    queryFn: async () =>
      (await call('GET /filters/:filterId/uses', { params: { filterId: id! } })).items,
    enabled: id !== undefined && wanted,
  })

/** The matches of a condition; the former answer stays while they are counted. */
export const useMatches = (where: string) =>
  useTried('try', where, true, body => call('POST /filters/try', { body }))

/** The effect of each rule: loaded after the count, which must not wait for it. */
export const useNarrowing = (where: string, isCounted: boolean) =>
  useTried('narrowing', where, isCounted, body => call('POST /filters/narrowing', { body }))

export interface NamedObject {
  id: number
  name: string
}

/** What rules name beside lists: the newest two hundred newsletters and imports, and all forms. */
export const useNamedByRules = (kind: 'newsletter' | 'import' | 'form', wanted: boolean) =>
  useQuery({
    queryKey: [...FILTERS, 'named', kind],
    queryFn: () => NAMED[kind](),
    enabled: wanted,
    staleTime: 60_000,
  })

const NAMED: Record<'newsletter' | 'import' | 'form', () => Promise<NamedObject[]>> = {
  newsletter: async () =>
    (await call('GET /newsletter-board', { query: { limit: 200 } })).items.map(
      ({ id, subject, name }) => ({ id, name: name || subject }),
    ),
  import: async () =>
    (await call('GET /imports', { query: { limit: 200 } })).items.map(({ id, name, url }) => ({
      id,
      name: name || (url ?? ''),
    })),
  form: async () => (await allPages('GET /forms')).map(({ id, name }) => ({ id, name })),
}

/** How many a saved filter matches: counted once the row is seen. */
export const useFilterCount = (id: number, wanted: boolean) =>
  useQuery({
    queryKey: [...FILTERS, id, 'count'],
    queryFn: async () => await call('POST /filters/count', { body: { filterIds: [id] } }),
    enabled: wanted,
    staleTime: 60_000,
  })

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

export const filterRemoval = (filterId: number) => ({
  remove: () => call('DELETE /filters/:filterId', { params: { filterId } }),
  shown: FILTERS,
})
