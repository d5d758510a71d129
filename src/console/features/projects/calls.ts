/** Projects of single emails with their results, and files of such emails. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type CallAnswer, type CallBody, call } from '../../api/client.ts'

const PROJECTS = ['projects'] as const
const BATCHES = ['batches'] as const
/** Polls sooner while some emails are not counted. */
const COUNTING_MILLIS = 1_000
const ASKING_MILLIS = 30_000

export type ShownResults = CallAnswer<'GET /projects/:projectId/results'>
export type ShownCounts = ShownResults['total']
export type ShownBatch = CallAnswer<'GET /transaction-batches/:batchId'>

export const useProjects = () =>
  useQuery({ queryKey: PROJECTS, queryFn: () => call('GET /projects', {}) })

export const useAllResults = (days: number) =>
  useQuery({
    queryKey: [...PROJECTS, 'results', days],
    queryFn: async () => await call('GET /project-results', { query: { days } }),
    refetchInterval: ({ state: { data } }) =>
      data?.complete === false ? COUNTING_MILLIS : ASKING_MILLIS,
  })

export const useProject = (projectId: string) =>
  useQuery({
    queryKey: [...PROJECTS, 'one', projectId],
    queryFn: () =>
      call('GET /projects/:projectId', { params: { projectId }, query: { results: 'false' } }),
  })

export const useResults = (projectId: string, days: number) =>
  useQuery({
    queryKey: [...PROJECTS, 'one', projectId, 'results', days],
    queryFn: async () =>
      await call('GET /projects/:projectId/results', { params: { projectId }, query: { days } }),
    refetchInterval: ({ state: { data } }) =>
      data?.complete === false ? COUNTING_MILLIS : ASKING_MILLIS,
  })

export function useSteerProject(projectId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (verb: 'pause' | 'resume') =>
      call(
        verb === 'pause' ? 'POST /projects/:projectId/pause' : 'POST /projects/:projectId/resume',
        {
          params: { projectId },
        },
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: PROJECTS }),
  })
}

const isOpen = ({ state }: Pick<ShownBatch, 'state'>): boolean =>
  state === 'waiting' || state === 'working'

export const useBatches = () =>
  useInfiniteQuery({
    queryKey: BATCHES,
    queryFn: ({ pageParam: after }) =>
      call('GET /transaction-batches', { query: { limit: 50, after } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some(isOpen)) ? COUNTING_MILLIS : false,
  })

export const useBatch = (batchId: string) =>
  useQuery({
    queryKey: [...BATCHES, 'one', batchId],
    queryFn: async () => await call('GET /transaction-batches/:batchId', { params: { batchId } }),
    refetchInterval: ({ state: { data } }) => (data && isOpen(data) ? COUNTING_MILLIS : false),
  })

export const useEmailsOfBatch = (batchId: string) =>
  useQuery({
    queryKey: [...BATCHES, 'one', batchId, 'emails'],
    queryFn: async () =>
      (await call('GET /transaction-batches/:batchId/emails', { params: { batchId } })).emails,
    refetchInterval: ({ state: { data } }) =>
      data && data.waiting + data.deferred === 0 ? false : 5_000,
  })

export const readBatchRejects = (batchId: string, limit: number, after?: string) =>
  call('GET /transaction-batches/:batchId/rejects', {
    params: { batchId },
    query: { limit, after },
  })

export const useBatchRejects = (batchId: string, wanted: boolean) =>
  useQuery({
    queryKey: [...BATCHES, 'one', batchId, 'rejects'],
    queryFn: () => readBatchRejects(batchId, 100),
    enabled: wanted,
  })

/** Of a file or of a project. */
export type RetriedThing = { batchId: string } | { projectId: string; days: number }

type Retry = CallBody<'POST /transaction-batches/:batchId/retry'>

/** One key for a dialog: a call that is repeated queues nothing. */
export function useRetry(thing: RetriedThing) {
  const queries = useQueryClient()
  const [key] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationFn: ({ states, emails }: Retry) =>
      'batchId' in thing
        ? call('POST /transaction-batches/:batchId/retry', {
            params: { batchId: thing.batchId },
            body: { states, emails },
            idempotencyKey: key,
          })
        : call('POST /projects/:projectId/retry', {
            params: { projectId: thing.projectId },
            body: { states, days: thing.days, emails },
            idempotencyKey: key,
          }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: BATCHES })
      await queries.invalidateQueries({ queryKey: PROJECTS })
    },
  })
}
