/** Subscribers: pages, one person, and changes of many. */
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import type { BulkActionInput, BulkJobAnswer } from '../../actions/subscribers/bulk-jobs.ts'
import type { HistoryParts } from '../../actions/subscribers/subscriber-history.ts'
import type { SubscriberDetailAnswer } from '../../actions/subscribers/subscribers.ts'
import { type ApiPage, addressOf, type CallQuery, call, callTagged } from './client.ts'
import { useAskingMillis, useLive } from './live.ts'

const PEOPLE = ['subscribers'] as const
const JOBS = ['bulk-jobs'] as const
const PAGE_SIZE = 100
/** Kept of a table that can be read upwards again. */
const MOST_PAGES = 20

/** Which subscribers: all that is given holds. */
export interface PeopleSelection {
  q?: string
  list?: number
  filter?: number
}

/** A table of them, entered at a row: not of a search or a filter. */
export interface PeoplePlace extends PeopleSelection {
  from?: number
  sort?: PeopleSort
}

/** By default the newest first. */
export type PeopleSort = NonNullable<CallQuery<'GET /subscribers'>['sort']>

/** Below a cursor or so many rows, with the number of the first row; or above, up to a row. */
type PagePlace = { row: number; after?: string; skip?: number } | { end: number; before: string }

/** An empty search is none. */
const selectionOf = ({ q, list, filter, ...rest }: PeopleSelection) => ({
  ...rest,
  listId: list,
  filterId: filter,
  q: q || undefined,
})

const tableKey = ({ from = 0, sort, ...selection }: PeoplePlace, size: number) =>
  [...PEOPLE, selection, size, from, sort] as const

/** Pages with the number of their first row, and that of the row at which the table was entered. */
export const usePeople = (
  place: PeoplePlace,
  { size = PAGE_SIZE, wanted = true }: { size?: number; wanted?: boolean } = {},
) => {
  const { from = 0, sort, ...selection } = place
  return useInfiniteQuery({
    queryKey: tableKey(place, size),
    enabled: wanted,
    queryFn: async ({ pageParam: { ...at } }) => {
      const cursor = 'before' in at ? { before: at.before } : { after: at.after, skip: at.skip }
      const page = await call('GET /subscribers', {
        query: { ...selectionOf(selection), sort, limit: size, ...cursor },
      })
      return { ...page, row: 'before' in at ? at.end - page.items.length : at.row, from }
    },
    initialPageParam: { row: from, ...(from > 0 && { skip: from }) } as PagePlace,
    getNextPageParam: ({ next, row, items }): PagePlace | undefined =>
      next === null ? undefined : { after: next, row: row + items.length },
    getPreviousPageParam: ({ previous, row }): PagePlace | undefined =>
      previous === null ? undefined : { before: previous, end: row },
    ...(selection.q || selection.filter || sort ? {} : { maxPages: MOST_PAGES }),
    placeholderData: keepPreviousData,
  })
}

/**
 * The people before and after a person in a table of subscribers, from the cache. Undefined: there
 * is none, or that part of the table has not been read.
 */
export function useNeighbours(id: number, among: PeoplePlace | undefined) {
  const queries = useQueryClient()
  // Cached pages are not read again: a table scrolled far has many.
  const wanted =
    among !== undefined && queries.getQueryData(tableKey(among, PAGE_SIZE)) === undefined
  const table = usePeople(among ?? {}, { wanted })
  const { data, isFetching, hasNextPage, hasPreviousPage } = table
  const { fetchNextPage, fetchPreviousPage } = table
  const rows = among && data ? data.pages.flatMap(page => page.items) : []
  const at = rows.findIndex(person => person.id === id)
  const isLast = at >= 0 && at === rows.length - 1
  useEffect(() => {
    if (isFetching) return
    if (isLast && hasNextPage) void fetchNextPage()
    else if (at === 0 && hasPreviousPage) void fetchPreviousPage()
  }, [isLast, at, hasNextPage, hasPreviousPage, isFetching, fetchNextPage, fetchPreviousPage])
  return at < 0 ? {} : { before: rows[at - 1]?.id, after: rows[at + 1]?.id }
}

/** The address of a file with all of them. */
export const exportOf = (selection: PeopleSelection): string =>
  addressOf('GET /subscribers/export', { query: selectionOf(selection) })

const useCount = ({ list, filter }: PeopleSelection, exact: boolean, wanted: boolean) =>
  useQuery({
    queryKey: [...PEOPLE, 'count', list, filter, exact],
    enabled: wanted,
    queryFn: () =>
      call('GET /subscribers/count', {
        query: { listId: list, filterId: filter, exact: exact ? 'true' : undefined },
      }),
    placeholderData: keepPreviousData,
  }).data

/**
 * How many there are: beyond 10,000 "at least" so many, until they are counted to the end. Those of
 * a filter never are, which may take a second, and those of a search are not counted at all.
 */
export function usePeopleCount(selection: PeopleSelection) {
  const { q, filter } = selection
  const some = useCount(selection, false, !q)
  const all = useCount(selection, true, !q && !filter && some?.exact === false)
  return q ? undefined : some?.exact === false && !filter && all ? all : some
}

export const useEngagement = (id: number) =>
  useQuery({
    queryKey: [...PEOPLE, id, 'engagement'],
    queryFn: async () =>
      await call('GET /subscribers/:subscriberId/engagement', { params: { subscriberId: id } }),
  })

/** One person as they are now, with the tag that a change must name. */
export const usePerson = (id: number) =>
  useQuery({
    queryKey: [...PEOPLE, id],
    queryFn: () => callTagged('GET /subscribers/:subscriberId', { params: { subscriberId: id } }),
  })

export const useHistory = <Part extends keyof HistoryParts>(id: number, part: Part) =>
  useInfiniteQuery({
    queryKey: [...PEOPLE, id, part],
    queryFn: async ({ pageParam: after }) =>
      (await call<`GET /subscribers/:subscriberId/${keyof HistoryParts}`>(
        `GET /subscribers/:subscriberId/${part}`,
        { params: { subscriberId: id }, query: { limit: 20, after } },
      )) as ApiPage<HistoryParts[Part]>,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })

function usePeopleChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: PEOPLE }),
  })
}

export type PersonInput = Partial<
  Pick<
    SubscriberDetailAnswer,
    'email' | 'name' | 'firstName' | 'lastName' | 'phone' | 'countryCode' | 'fields'
  > & {
    format: 'html' | 'text'
  }
>

export const useAddPerson = () =>
  usePeopleChange(
    async (body: PersonInput & { listId: number; email: string }) =>
      await call('POST /subscribers', { body }),
  )

export interface PersonChange {
  person: PersonInput
  /** Absent: the change is made in any case. */
  ifMatch?: string
}

export const useEditPerson = (id: number) =>
  usePeopleChange(({ person: body, ifMatch }: PersonChange) =>
    call('PATCH /subscribers/:subscriberId', {
      params: { subscriberId: id },
      body,
      ...(ifMatch && { ifMatch }),
    }),
  )

export interface MembershipChange {
  listId: number
  joins: boolean
  /** When and where a person who has left the list consented again. */
  consent?: { source: string; given: string }
}

/** The answer to a leaving is undefined. */
export const useMembership = (id: number) =>
  usePeopleChange(async ({ listId, joins, consent }: MembershipChange) => {
    const params = { subscriberId: id, listId }
    if (!joins)
      return void (await call('DELETE /subscribers/:subscriberId/lists/:listId', { params }))
    const body = consent && { resubscribe: true, consent }
    return await call('PUT /subscribers/:subscriberId/lists/:listId', { params, body })
  })

export const personRemoval = (id: number) => ({
  remove: () => call('DELETE /subscribers/:subscriberId', { params: { subscriberId: id } }),
  shown: PEOPLE,
})

/** All data of a person, as a file. */
export const exportPerson = async (id: number): Promise<string> =>
  JSON.stringify(
    await call('GET /subscribers/:subscriberId/export', { params: { subscriberId: id } }),
    null,
    2,
  )

export type BulkRequest = PeopleSelection & {
  action: BulkActionInput
  ids?: number[]
  everybody?: true
}

const isOpen = ({ state }: BulkJobAnswer): boolean =>
  state === 'queued' || state === 'running' || state === 'undoing'

/** The latest changes of many, as they go on. */
export function useBulkJobs() {
  const queries = useQueryClient()
  const askingMillis = useAskingMillis()
  const jobs = useQuery({
    queryKey: JOBS,
    queryFn: async () => (await call('GET /bulk-jobs', { query: { limit: 5 } })).items,
    refetchInterval: ({ state: { data } }) => (data?.some(isOpen) ? askingMillis : false),
  })
  const latest = jobs.data?.[0]
  // Also of one that has ended: the first state that comes may be older than an undo.
  useLive<BulkJobAnswer>(latest && `bulk:${latest.id}`, state =>
    queries.setQueryData<BulkJobAnswer[]>(JOBS, known =>
      known?.map(job => (job.id === state.id ? state : job)),
    ),
  )
  const isRunning = jobs.data?.some(isOpen) ?? false
  // Cache invalidation when a change ends.
  useEffect(() => {
    if (isRunning) return () => void queries.invalidateQueries({ queryKey: PEOPLE })
  }, [isRunning, queries])
  return jobs
}

function useJobChange<Input>(change: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: JOBS }),
  })
}

export const useBulkChange = () =>
  useJobChange(({ list, filter, ...rest }: BulkRequest) =>
    call('POST /bulk-jobs', { body: { ...rest, listId: list, filterId: filter } }),
  )

export const useBulkSteering = () =>
  useJobChange(({ id, verb }: { id: number; verb: 'undo' | 'cancel' }) =>
    call(`POST /bulk-jobs/:jobId/${verb}`, { params: { jobId: id } }),
  )
