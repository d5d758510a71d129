/** Mailboxes that bounces are fetched from: of all accounts, and of one's own. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CallAnswer, call } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'

type Read = CallAnswer<'GET /installation/mailboxes'>['items'][number]

export interface KnownMailbox extends Read {
  /** Undefined: it serves all accounts. */
  accountId: number | undefined
}

type Owner = Pick<KnownMailbox, 'accountId'>

const MAILBOXES = ['mailboxes'] as const
/** Polled: workers check them. */
const AGAIN_MILLIS = 10_000

const queryOf = ({ accountId }: Owner) => (accountId === undefined ? {} : { accountId })

export function useMailboxes() {
  const own = useSession().data?.account.id
  return useQuery({
    queryKey: [...MAILBOXES, own],
    async queryFn() {
      const of = async (accountId: number | undefined): Promise<KnownMailbox[]> => {
        const query = queryOf({ accountId })
        const { items } = await call('GET /installation/mailboxes', { query })
        return items.map(one => ({ ...one, accountId }))
      }
      return [...(await of(undefined)), ...(own === undefined ? [] : await of(own))]
    },
    refetchInterval: AGAIN_MILLIS,
  })
}

function useChange<Input, Made>(change: (input: Input) => Promise<Made>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: MAILBOXES }),
  })
}

export interface MailboxInput {
  url?: string
  everySeconds?: number
}

export const useAddMailbox = () =>
  useChange((body: Owner & { url: string; everySeconds: number }) =>
    call('POST /installation/mailboxes', { body }),
  )

export const useChangeMailbox = () =>
  useChange(({ of, ...body }: MailboxInput & { of: KnownMailbox }) =>
    call('PATCH /installation/mailboxes/:mailboxId', {
      params: { mailboxId: of.id },
      query: queryOf(of),
      body,
    }),
  )

export const mailboxRemoval = (of: KnownMailbox) => ({
  remove: () =>
    call('DELETE /installation/mailboxes/:mailboxId', {
      params: { mailboxId: of.id },
      query: queryOf(of),
    }),
  shown: MAILBOXES,
})

export const useCheckMailbox = () =>
  useMutation({
    mutationFn: (of: KnownMailbox) =>
      call('POST /installation/mailboxes/:mailboxId/check', {
        params: { mailboxId: of.id },
        query: queryOf(of),
      }),
  })
