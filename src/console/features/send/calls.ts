/** Before a sending: its audience, the findings of the check, and the order itself. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FindingAnswer } from '../../../actions/newsletters/newsletter-proofs.ts'
import type { NewsletterAnswer } from '../../../actions/newsletters/newsletters.ts'
import type { FunnelAnswer } from '../../../actions/sendings/audiences.ts'
import { type ApiPage, callApi } from '../../api/client.ts'

export interface AudienceChoice {
  listIds: number[]
  excludedListIds: number[]
  filterIds: number[]
  resendOf?: { sendingId: number; without: 'opened' | 'clicked' } | undefined
  zoneField?: number | undefined
}

/** People come and go while the page is open. */
const COUNTED_AGAIN_MILLIS = 30_000

export const useFunnel = (choice: AudienceChoice) =>
  useQuery({
    queryKey: ['audience', choice],
    queryFn: async () =>
      (await callApi<FunnelAnswer>('/audiences', { method: 'POST', body: choice })).value,
    enabled: choice.listIds.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: COUNTED_AGAIN_MILLIS,
  })

export const useNewsletterToSend = (id: number) =>
  useQuery({
    queryKey: ['newsletters', id, 'to send'],
    queryFn: async () => (await callApi<NewsletterAnswer>(`/newsletters/${id}`)).value,
  })

/** Only the head; the content is edited elsewhere. */
export function useEditHead(id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: { subject?: string; preheader?: string; fromName?: string }) => {
      // Against the version that is there now: these fields stand alone.
      const { tag } = await callApi(`/newsletters/${id}`)
      const answer = await callApi<NewsletterAnswer>(`/newsletters/${id}`, {
        ...{ method: 'PATCH', body, ifMatch: tag },
      })
      return answer.value
    },
    onSuccess: newsletter => queries.setQueryData(['newsletters', id, 'to send'], newsletter),
  })
}

export interface CheckedNewsletter {
  wrong: boolean
  findings: FindingAnswer[]
}

export const useCheck = (id: number, listId: number | undefined, version: string) =>
  useQuery({
    queryKey: ['newsletters', id, 'check', listId, version],
    queryFn: async () => {
      const body = { links: true, ...(listId !== undefined && { listId }) }
      const path = `/newsletters/${id}/check`
      return (await callApi<CheckedNewsletter>(path, { method: 'POST', body })).value
    },
    staleTime: 60_000,
  })

/** The sources of a variant's content in an A/B test. */
export const useSendableNewsletters = () =>
  useQuery({
    queryKey: ['newsletters', 'names'],
    queryFn: async () =>
      (await callApi<ApiPage<{ id: number; name: string }>>('/newsletters?limit=200')).value.items,
  })

interface SendReceiptAnswer {
  id: number
  dueAt: string
}

/** Repeated with the same key after a lost reply, it is one sending. */
export function useSend() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ body, key }: { body: object; key: string }) => {
      const options = { method: 'POST', body, idempotencyKey: key } as const
      return (await callApi<SendReceiptAnswer>('/sendings', options)).value
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['sendings'] }),
  })
}
