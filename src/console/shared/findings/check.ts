/** The check of a newsletter, as it would be sent. */
import { useQuery } from '@tanstack/react-query'
import { type CallAnswer, call } from '../../api/client.ts'

export type CheckedNewsletter = CallAnswer<'POST /newsletters/:newsletterId/check'>

export const useCheck = (id: number, listId: number | undefined, version: string) =>
  useQuery({
    queryKey: ['newsletters', id, 'check', listId, version],
    queryFn: async () => {
      const body = { links: true, ...(listId !== undefined && { listId }) }
      return await call('POST /newsletters/:newsletterId/check', {
        params: { newsletterId: id },
        body,
      })
    },
    staleTime: 60_000,
  })
