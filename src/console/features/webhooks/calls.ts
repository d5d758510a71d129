/** Calls of the pages of webhooks. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CallAnswer, type CallBody, type CallQuery, call } from '../../api/client.ts'
import { useConfirmed } from '../../api/confirmation.tsx'

export type Webhook = CallAnswer<'GET /webhooks'>['items'][number]
export type WebhookKind = Webhook['events'][number]
export type WebhookEvent = CallAnswer<'GET /webhooks/:webhook/events'>['items'][number]
export type WebhookSecret = CallAnswer<'POST /webhooks/:webhook/rotate'>
export type WebhookTrial = CallAnswer<'POST /webhooks/:webhook/test'>
export type EventChoice = Pick<CallQuery<'GET /webhooks/:webhook/events'>, 'state' | 'kind'>
export type ReplayChoice = CallQuery<'GET /webhooks/:webhook/replay'>

const PAGE = 50
/** Events come meanwhile, and are tried again. */
const AGAIN_MILLIS = 5_000

const WEBHOOKS = ['webhooks'] as const

export const useWebhooks = () =>
  useQuery({
    queryKey: WEBHOOKS,
    queryFn: async () => (await call('GET /webhooks')).items,
    refetchInterval: AGAIN_MILLIS,
  })

export const useWebhook = (webhook: string) =>
  useQuery({
    queryKey: [...WEBHOOKS, 'one', webhook],
    enabled: webhook !== '',
    queryFn: () => call('GET /webhooks/:webhook', { params: { webhook } }),
    refetchInterval: AGAIN_MILLIS,
  })

/** As long as only the newest are shown, they are read again by themselves. */
export const useEvents = (webhook: string, choice: EventChoice) =>
  useInfiniteQuery({
    queryKey: [...WEBHOOKS, 'events', webhook, choice],
    queryFn: ({ pageParam: after }) =>
      call('GET /webhooks/:webhook/events', {
        params: { webhook },
        query: { ...choice, limit: PAGE, after },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? AGAIN_MILLIS : false),
  })

export const useBody = (webhook: string, eventId: string) =>
  useQuery({
    queryKey: [...WEBHOOKS, 'body', webhook, eventId],
    queryFn: async () =>
      (await call('GET /webhooks/:webhook/events/:eventId', { params: { webhook, eventId } })).body,
  })

export const useReplayCount = (webhook: string, query: ReplayChoice) =>
  useQuery({
    queryKey: [...WEBHOOKS, 'replay', webhook, query],
    queryFn: async () =>
      (await call('GET /webhooks/:webhook/replay', { params: { webhook }, query })).events,
    staleTime: 0,
  })

function useWebhookChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient()
  const confirmed = useConfirmed()
  return useMutation({
    mutationFn: (input: Input) => confirmed(() => change(input)),
    onSuccess: () => queries.invalidateQueries({ queryKey: WEBHOOKS }),
  })
}

export const useAddWebhook = () =>
  useWebhookChange((body: CallBody<'POST /webhooks'>) => call('POST /webhooks', { body }))

export const useEditWebhook = (webhook: string) =>
  useWebhookChange((body: CallBody<'PATCH /webhooks/:webhook'>) =>
    call('PATCH /webhooks/:webhook', { params: { webhook }, body }),
  )

export const useRotate = (webhook: string) =>
  useWebhookChange((keepHours: number) =>
    call('POST /webhooks/:webhook/rotate', { params: { webhook }, body: { keepHours } }),
  )

export const useTryWebhook = (webhook: string) =>
  useMutation({
    mutationFn: () => call('POST /webhooks/:webhook/test', { params: { webhook } }),
  })

export const usePause = (webhook: string) =>
  useWebhookChange((reason: string) =>
    call('POST /webhooks/:webhook/pause', {
      params: { webhook },
      body: reason === '' ? {} : { reason },
    }),
  )

export const useResume = (webhook: string) =>
  useWebhookChange(() => call('POST /webhooks/:webhook/resume', { params: { webhook } }))

export const webhookRemoval = (webhook: string) => ({
  remove: () => call('DELETE /webhooks/:webhook', { params: { webhook } }),
  shown: WEBHOOKS,
})

export const useReplay = (webhook: string) =>
  useWebhookChange((body: CallBody<'POST /webhooks/:webhook/replay'>) =>
    call('POST /webhooks/:webhook/replay', { params: { webhook }, body }),
  )
