/** Newsletters: the board, their folders, and the calendar. */
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { BoardRowAnswer } from '../../actions/newsletters/newsletter-board.ts'
import { type CallBody, type CallQuery, call } from './client.ts'

const NEWSLETTERS = ['newsletters'] as const
const AGAIN_MILLIS = 5_000

export interface BoardWish {
  q?: string | undefined
  /** Empty: in none; undefined: in any. */
  folder?: string | undefined
  archived?: boolean
  standing?: CallQuery<'GET /newsletter-board'>['standing']
}

const isOpen = ({ last }: BoardRowAnswer) =>
  last !== null && last.state !== 'finished' && last.state !== 'cancelled'

export const useBoard = ({ q, folder, archived, standing }: BoardWish = {}) =>
  useInfiniteQuery({
    queryKey: [...NEWSLETTERS, 'board', q, folder, archived, standing],
    queryFn: ({ pageParam: after }) =>
      call('GET /newsletter-board', {
        query: {
          limit: 50,
          q: q || undefined,
          folder,
          archived: archived ? 'true' : undefined,
          standing,
          after,
        },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some(isOpen)) ? AGAIN_MILLIS : false,
  })

/** With how many newsletters stand where. */
export const useFolders = () =>
  useQuery({
    queryKey: [...NEWSLETTERS, 'folders'],
    queryFn: async () => await call('GET /newsletter-folders'),
  })

/** The sendings from one day to the day before another. */
export const useCalendar = (from: string, until: string) =>
  useQuery({
    queryKey: [...NEWSLETTERS, 'calendar', from, until],
    queryFn: async () => await call('GET /calendar', { query: { from, until } }),
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
    async (body: CallBody<'POST /newsletters'>) => await call('POST /newsletters', { body }),
  )

export const newsletterRemoval = (newsletterId: number) => ({
  remove: () => call('DELETE /newsletters/:newsletterId', { params: { newsletterId } }),
  shown: NEWSLETTERS,
})

export interface NewPlace {
  id: number
  folder?: string
  archived?: boolean
}

export const usePlaceNewsletter = () =>
  useNewsletterChange(({ id, ...body }: NewPlace) =>
    call('PATCH /newsletters/:newsletterId/place', { params: { newsletterId: id }, body }),
  )

/** With the pictures of the newest version. */
export const useCopyNewsletter = () =>
  useNewsletterChange(
    async ({ id, name }: { id: number; name: string }) =>
      await call('POST /newsletters/:newsletterId/copy', {
        params: { newsletterId: id },
        body: { name: name.slice(0, 200) },
      }),
  )
