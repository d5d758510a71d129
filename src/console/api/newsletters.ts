/** Newsletters: the board, their folders, and the calendar. */
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type {
  BoardRowAnswer,
  CalendarAnswer,
  FoldersAnswer,
} from '../../actions/newsletters/newsletter-board.ts'
import type { NewsletterAnswer } from '../../actions/newsletters/newsletters.ts'
import { type ApiPage, callApi } from './client.ts'

const NEWSLETTERS = ['newsletters'] as const
const AGAIN_MILLIS = 5_000

export interface BoardWish {
  q?: string | undefined
  /** Empty: in none; undefined: in any. */
  folder?: string | undefined
  archived?: boolean
  standing?: string | undefined
}

const isOpen = ({ last }: BoardRowAnswer) =>
  last !== null && last.state !== 'finished' && last.state !== 'cancelled'

export const useBoard = ({ q, folder, archived, standing }: BoardWish = {}) =>
  useInfiniteQuery({
    queryKey: [...NEWSLETTERS, 'board', q, folder, archived, standing],
    queryFn: async ({ pageParam: after }) => {
      const query = new URLSearchParams({
        limit: '50',
        ...(q && { q }),
        ...(folder !== undefined && { folder }),
        ...(archived && { archived: 'true' }),
        ...(standing && { standing }),
        ...(after && { after }),
      })
      return (await callApi<ApiPage<BoardRowAnswer>>(`/newsletter-board?${query}`)).value
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some(isOpen)) ? AGAIN_MILLIS : false,
  })

/** With how many newsletters stand where. */
export const useFolders = () =>
  useQuery({
    queryKey: [...NEWSLETTERS, 'folders'],
    queryFn: async () => (await callApi<FoldersAnswer>('/newsletter-folders')).value,
  })

/** The sendings from one day to the day before another. */
export const useCalendar = (from: string, until: string) =>
  useQuery({
    queryKey: [...NEWSLETTERS, 'calendar', from, until],
    queryFn: async () =>
      (await callApi<CalendarAnswer>(`/calendar?from=${from}&until=${until}`)).value,
  })

function useNewsletterChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: NEWSLETTERS }),
  })
}

export const useAddNewsletter = () =>
  useNewsletterChange(
    async (body: Record<string, unknown>) =>
      (await callApi<NewsletterAnswer>('/newsletters', { method: 'POST', body })).value,
  )

export const useRemoveNewsletter = () =>
  useNewsletterChange((id: number) => callApi(`/newsletters/${id}`, { method: 'DELETE' }))

export interface NewPlace {
  id: number
  folder?: string
  archived?: boolean
}

export const usePlaceNewsletter = () =>
  useNewsletterChange(({ id, ...body }: NewPlace) =>
    callApi(`/newsletters/${id}/place`, { method: 'PATCH', body }),
  )

/** With the pictures of the newest version. */
export const useCopyNewsletter = () =>
  useNewsletterChange(
    async ({ id, name }: { id: number; name: string }) =>
      (
        await callApi<{ id: number }>(`/newsletters/${id}/copy`, {
          ...{ method: 'POST', body: { name: name.slice(0, 200) } },
        })
      ).value,
  )
