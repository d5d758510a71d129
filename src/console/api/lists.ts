/** The mailing lists. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ListAnswer } from '../../actions/lists/lists.ts'
import { allPages, call, callTagged } from './client.ts'

const LISTS = ['lists'] as const

export type ListInput = Pick<
  ListAnswer,
  'name' | 'fromName' | 'fromEmail' | 'description' | 'tracking'
>

/** `againMillis`: how often they are read again, where it matters that one is gone. */
export const useLists = (againMillis?: number) =>
  useQuery({
    queryKey: LISTS,
    queryFn: () => allPages('GET /lists'),
    refetchInterval: againMillis ?? false,
  })

/** Hidden lists, to which nothing is sent. */
export const useArchivedLists = () =>
  useQuery({
    queryKey: [...LISTS, 'archived'],
    queryFn: () => allPages('GET /lists', { archived: 'true' }),
  })

export const useList = (listId: number) =>
  useQuery({
    queryKey: [...LISTS, listId, 'shown'],
    queryFn: async () => await call('GET /lists/:listId', { params: { listId } }),
  })

/** How many joined and left, day by day up to today. */
export const useListDays = (listId: number) =>
  useQuery({
    queryKey: [...LISTS, listId, 'days'],
    queryFn: async () => await call('GET /lists/:listId/days', { params: { listId } }),
  })

/** How many confirmed for it by which form, day by day; days without any are left out. */
export const useListGrowth = (listId: number, days: number) =>
  useQuery({
    queryKey: [...LISTS, listId, 'growth', days],
    queryFn: async () =>
      (await call('GET /lists/:listId/growth', { params: { listId }, query: { days } })).items,
  })

/** One list as it is now, with the tag that a change of it must name. */
export const useListToEdit = (listId: number) =>
  useQuery({
    queryKey: [...LISTS, listId],
    queryFn: () => callTagged('GET /lists/:listId', { params: { listId } }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const useListUses = (listId: number) =>
  useQuery({
    queryKey: [...LISTS, listId, 'uses'],
    queryFn: async () => await call('GET /lists/:listId/uses', { params: { listId } }),
    gcTime: 0,
  })

function useListChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: LISTS }),
  })
}

export const useAddList = () => useListChange((body: ListInput) => call('POST /lists', { body }))

export interface ListChange {
  changes: Partial<ListInput>
  /** Absent: the change is made in any case. */
  ifMatch?: string
}

export const useEditList = (listId: number) =>
  useListChange(({ changes: body, ifMatch }: ListChange) =>
    call('PATCH /lists/:listId', { params: { listId }, body, ...(ifMatch && { ifMatch }) }),
  )

export const listRemoval = (listId: number) => ({
  remove: () => call('DELETE /lists/:listId', { params: { listId } }),
  shown: LISTS,
})

export const useArchiveList = () =>
  useListChange(({ listId, archived }: { listId: number; archived: boolean }) =>
    call(archived ? 'POST /lists/:listId/archive' : 'POST /lists/:listId/restore', {
      params: { listId },
    }),
  )
