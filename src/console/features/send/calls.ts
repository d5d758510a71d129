/** Before a sending: its audience, the findings of the check, and the order itself. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CallBody, call, callTagged } from '../../api/client.ts'

export interface AudienceChoice {
  listIds: number[]
  excludedListIds: number[]
  filterIds: number[]
  resendOf?: { sendingId: number; without: 'opened' | 'clicked' } | undefined
  /** Also to people who got the newsletter already. */
  repeat: boolean
}

/** When it is to be sent, as the count of its audience takes it. */
export type WhenToSend = Pick<
  CallBody<'POST /audiences'>,
  'at' | 'zone' | 'zoneField' | 'bestHour' | 'sharePerDay' | 'anyHour'
>

/** People come and go while the page is open. */
const COUNTED_AGAIN_MILLIS = 30_000

export const useFunnel = (newsletterId: number, choice: AudienceChoice, when: WhenToSend) =>
  useQuery({
    queryKey: ['audience', newsletterId, choice, when],
    queryFn: async () =>
      await call('POST /audiences', { body: { ...choice, newsletterId, ...when } }),
    enabled: choice.listIds.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: COUNTED_AGAIN_MILLIS,
  })

export const useNewsletterToSend = (id: number) =>
  useQuery({
    queryKey: ['newsletters', id, 'to send'],
    queryFn: async () =>
      await call('GET /newsletters/:newsletterId', { params: { newsletterId: id } }),
  })

/** A sending that was undone: its order is what the page begins with. */
export const useUndone = (id: number | undefined) =>
  useQuery({
    queryKey: ['sendings', id],
    queryFn: async () =>
      await call('GET /sendings/:sendingId/progress', { params: { sendingId: id! } }),
    enabled: id !== undefined,
  })

/** Only the head; the content is edited elsewhere. */
export function useEditHead(id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: { subject?: string; preheader?: string; fromName?: string }) => {
      // Against the version that is there now: these fields stand alone.
      const { tag } = await callTagged('GET /newsletters/:newsletterId', {
        params: { newsletterId: id },
      })
      return await call('PATCH /newsletters/:newsletterId', {
        params: { newsletterId: id },
        body,
        ifMatch: tag,
      })
    },
    onSuccess: newsletter => queries.setQueryData(['newsletters', id, 'to send'], newsletter),
  })
}

/** The sources of a variant's content in an A/B test. */
export const useSendableNewsletters = () =>
  useQuery({
    queryKey: ['newsletters', 'names'],
    queryFn: async () => (await call('GET /newsletters', { query: { limit: 200 } })).items,
  })

/** Repeated with the same key after a lost reply, it is one sending. */
export function useSend() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ body, key }: { body: CallBody<'POST /sendings'>; key: string }) =>
      call('POST /sendings', { body, idempotencyKey: key }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['sendings'] }),
  })
}
