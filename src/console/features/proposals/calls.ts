/** Calls of the pages of proposals. */
import {
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type CallAnswer, type CallBody, call } from '../../api/client.ts'

export type ShownProposal = CallAnswer<'GET /proposals/:proposalId'>
export type ListedProposal = CallAnswer<'GET /proposals'>['items'][number]

const PROPOSALS = ['proposals'] as const
/** Assistants propose, and other members decide, meanwhile. */
const AGAIN_MILLIS = 5_000

export const useProposals = () =>
  useInfiniteQuery({
    queryKey: [...PROPOSALS, 'list'],
    queryFn: ({ pageParam: after }) => call('GET /proposals', { query: { after } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: AGAIN_MILLIS,
  })

export const useProposal = (proposalId: number) =>
  useQuery({
    queryKey: [...PROPOSALS, proposalId],
    queryFn: async () => await call('GET /proposals/:proposalId', { params: { proposalId } }),
    refetchInterval: ({ state: { data } }) => data?.state === 'open' && AGAIN_MILLIS,
  })

const decided = async (queries: QueryClient) => {
  await queries.invalidateQueries({ queryKey: PROPOSALS })
  await queries.invalidateQueries({ queryKey: ['home'] })
}

type Release = CallBody<'POST /proposals/:proposalId/release'>

/** A refused release shows the proposal as it is by then. */
export function useRelease(proposalId: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Release) =>
      call('POST /proposals/:proposalId/release', { params: { proposalId }, body }),
    onSettled: () => decided(queries),
  })
}

export function useRefuse(proposalId: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (words: string) =>
      call('POST /proposals/:proposalId/refuse', { params: { proposalId }, body: { words } }),
    onSettled: () => decided(queries),
  })
}
