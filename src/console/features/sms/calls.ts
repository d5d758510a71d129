/** Calls of the pages of SMS. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CallAnswer, type CallBody, type CallQuery, call } from '../../api/client.ts'

export type SmsAnswer = CallAnswer<'GET /sms/:smsId'>
export type SmsTrial = CallAnswer<'POST /sms/try'>
type StateChoice = NonNullable<CallQuery<'GET /sms'>['state']>
export type OutcomeChoice = NonNullable<CallQuery<'GET /sms/:smsId/deliveries'>['state']>

const PAGE_SIZE = 50
/** While something is under way. */
const AGAIN_MILLIS = 3000

const SMS = ['sms'] as const
const CREDITS = ['sms', 'credits'] as const

const pages = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: { next: string | null }) => next ?? undefined,
}

const isOpen = (state: string) => state === 'held' || state === 'sending'

export const useMessages = (state: StateChoice | undefined) =>
  useInfiniteQuery({
    queryKey: [...SMS, 'messages', state],
    queryFn: ({ pageParam: after }) =>
      call('GET /sms', { query: { limit: PAGE_SIZE, after, state } }),
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some(item => isOpen(item.state))) && AGAIN_MILLIS,
    ...pages,
  })

export const useSms = (smsId: number) =>
  useQuery({
    queryKey: [...SMS, smsId],
    queryFn: () => call('GET /sms/:smsId', { params: { smsId } }),
    refetchInterval: AGAIN_MILLIS,
  })

export const useSmsDeliveries = (smsId: number, state: OutcomeChoice | undefined) =>
  useInfiniteQuery({
    queryKey: [...SMS, smsId, 'deliveries', state],
    queryFn: ({ pageParam: after }) =>
      call('GET /sms/:smsId/deliveries', {
        params: { smsId },
        query: { limit: PAGE_SIZE, after, state },
      }),
    refetchInterval: AGAIN_MILLIS,
    ...pages,
  })

export const useSmsToNumber = (number: string) =>
  useInfiniteQuery({
    queryKey: [...SMS, 'to', number],
    queryFn: ({ pageParam: after }) =>
      call('GET /sms/deliveries', { query: { number, limit: PAGE_SIZE, after } }),
    ...pages,
  })

export const useReplies = () =>
  useInfiniteQuery({
    queryKey: [...SMS, 'replies'],
    queryFn: ({ pageParam: after }) =>
      call('GET /sms/replies', { query: { limit: PAGE_SIZE, after } }),
    refetchInterval: AGAIN_MILLIS,
    ...pages,
  })

export const useSmsOptOuts = () =>
  useInfiniteQuery({
    queryKey: [...SMS, 'opt-outs'],
    queryFn: ({ pageParam: after }) =>
      call('GET /sms-opt-outs', { query: { limit: PAGE_SIZE, after } }),
    ...pages,
  })

export const useCredits = () =>
  useQuery({
    queryKey: CREDITS,
    queryFn: () => call('GET /credits'),
    refetchInterval: AGAIN_MILLIS,
  })

export const useCreditEntries = () =>
  useInfiniteQuery({
    queryKey: [...CREDITS, 'entries'],
    queryFn: ({ pageParam: after }) =>
      call('GET /credits/entries', { query: { limit: PAGE_SIZE, after } }),
    ...pages,
  })

export const usePrices = () =>
  useQuery({
    queryKey: [...SMS, 'prices'],
    queryFn: async () => (await call('GET /sms-prices')).items,
  })

export const useCountry = () =>
  useQuery({
    queryKey: [...SMS, 'country'],
    queryFn: async () => (await call('GET /sms-country')).country,
  })

export const useSmsGateway = () =>
  useQuery({
    queryKey: [...SMS, 'gateway'],
    queryFn: async () => (await call('GET /sms-gateway')).state,
  })

/**
 * The cost before sending: a call for each list and number of segments. Nothing else of a text
 * changes it.
 */
export const useTrial = (listId: number, text: string, segments: number) =>
  useQuery({
    queryKey: [...SMS, 'try', listId, segments],
    queryFn: () => call('POST /sms/try', { body: { listId, text } }),
    enabled: listId > 0 && segments > 0,
  })

/** A change of SMS or credits: all that is shown of them is read again. */
function useSmsChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => queries.invalidateQueries({ queryKey: SMS }),
  })
}

export const useSendSms = () =>
  useSmsChange(({ key, ...body }: CallBody<'POST /sms'> & { key: string }) =>
    call('POST /sms', { body, idempotencyKey: key }),
  )

export const useSendToNumber = () =>
  useSmsChange((body: CallBody<'POST /sms/to-number'>) => call('POST /sms/to-number', { body }))

export const useCancelSms = () =>
  useSmsChange((smsId: number) => call('POST /sms/:smsId/cancel', { params: { smsId } }))

export const useConfirmSms = () =>
  useSmsChange((smsId: number) => call('POST /sms/:smsId/confirm', { params: { smsId } }))

export const useAddCredits = () =>
  useSmsChange((body: CallBody<'POST /credits'>) => call('POST /credits', { body }))

export const useOptOutOfSms = () =>
  useSmsChange((number: string) => call('POST /sms-opt-outs', { body: { number } }))

export const useLiftSmsOptOut = () =>
  useSmsChange((number: string) => call('POST /sms-opt-outs/lift', { body: { number } }))

export const useSetPrice = () =>
  useSmsChange(({ prefix, price }: { prefix: string; price: string }) =>
    call('PUT /sms-prices/:prefix', { params: { prefix }, body: { price } }),
  )

export const useRemovePrice = () =>
  useSmsChange((prefix: string) => call('DELETE /sms-prices/:prefix', { params: { prefix } }))

export const useSetCountry = () =>
  useSmsChange((country: string | null) => call('PUT /sms-country', { body: { country } }))
