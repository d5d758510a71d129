/** Published lists, and the newsletters under them. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CallBody, call, callTagged } from './client.ts'

const PUBLISHED = ['published'] as const

export const usePublished = (listId: number) =>
  useQuery({
    queryKey: [...PUBLISHED, listId],
    queryFn: () => callTagged('GET /lists/:listId/published', { params: { listId } }),
  })

export const usePublishedNewsletters = (listId: number) =>
  useInfiniteQuery({
    queryKey: [...PUBLISHED, listId, 'newsletters'],
    queryFn: ({ pageParam: after }) =>
      call('GET /lists/:listId/published/newsletters', { params: { listId }, query: { after } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })

/** Where a newsletter stands, and its tags that name a person. */
export const usePublishedPlaces = (newsletterId: number | undefined) =>
  useQuery({
    queryKey: [...PUBLISHED, 'of', newsletterId],
    enabled: newsletterId !== undefined,
    queryFn: async () =>
      await call('GET /newsletters/:newsletterId/published', {
        params: { newsletterId: newsletterId! },
      }),
  })

function usePublishedChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: PUBLISHED }),
  })
}

export const useChangePublished = (listId: number) =>
  usePublishedChange(
    async (given: { body: CallBody<'PATCH /lists/:listId/published'>; ifMatch: string }) =>
      callTagged('PATCH /lists/:listId/published', { params: { listId }, ...given }),
  )

export const useAddPublished = (listId: number) =>
  usePublishedChange(
    async (body: CallBody<'POST /lists/:listId/published/newsletters'>) =>
      await call('POST /lists/:listId/published/newsletters', { params: { listId }, body }),
  )

export interface PublishedPlace {
  listId: number
  number: number
}

export const useTakeOut = () =>
  usePublishedChange(
    async (params: PublishedPlace) =>
      await call('POST /lists/:listId/published/newsletters/:number/take-out', { params }),
  )

export const useShowAgain = () =>
  usePublishedChange(
    async (params: PublishedPlace) =>
      await call('POST /lists/:listId/published/newsletters/:number/show', { params }),
  )

export const useCorrect = () =>
  usePublishedChange(async ({ evenBare, ...params }: PublishedPlace & { evenBare: boolean }) => {
    const body = { evenBare }
    return await call('POST /lists/:listId/published/newsletters/:number/correct', { params, body })
  })
