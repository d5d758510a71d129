/** Recipients of a sending: pages, all as a file, and lists and filters made from them. */
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { RecipientAnswer } from '../../../actions/sendings/recipients.ts'
import { csvCell } from '../../../lib/csv-cell.ts'
import { type CallAnswer, call } from '../../api/client.ts'

export interface RecipientChoice {
  state?: string
  email?: string
  reply?: string
  opened?: boolean
  clicked?: boolean
}

type RecipientPage = CallAnswer<'GET /sendings/:sendingId/recipients'>

const yesOrNo = (wanted: boolean | undefined) => (wanted === undefined ? wanted : `${wanted}`)

/** What is empty is not asked for. */
const pageOf = (
  sendingId: number,
  { state, email, reply, opened, clicked }: RecipientChoice,
  paging: { limit: number; after: string | undefined },
): Promise<RecipientPage> =>
  call('GET /sendings/:sendingId/recipients', {
    params: { sendingId },
    query: {
      state: state || undefined,
      email: email || undefined,
      reply: reply || undefined,
      opened: yesOrNo(opened),
      clicked: yesOrNo(clicked),
      ...paging,
    },
  })

const PAGE = 50

export const useRecipients = (sendingId: number, choice: RecipientChoice) =>
  useInfiniteQuery({
    queryKey: ['sendings', sendingId, 'recipients', choice],
    queryFn: ({ pageParam: after }) => pageOf(sendingId, choice, { limit: PAGE, after }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })

/** Beyond it, a filter is the way. */
const MOST_COLLECTED = 100_000
const WHOLE_PAGE = 200

/** All that match, page after page. */
async function allRecipients(sendingId: number, choice: RecipientChoice) {
  const found: RecipientAnswer[] = []
  let after: string | undefined
  do {
    const page = await pageOf(sendingId, choice, { limit: WHOLE_PAGE, after })
    found.push(...page.items)
    after = page.next ?? undefined
  } while (after !== undefined && found.length < MOST_COLLECTED)
  return found
}

const COLUMNS = [
  ...(['email', 'name', 'state', 'attempts', 'reply', 'reason', 'route', 'changed'] as const),
  ...(['opens', 'clicks', 'firstOpen', 'firstClick'] as const),
]

export async function recipientsAsCsv(sendingId: number, choice: RecipientChoice) {
  const rows = await allRecipients(sendingId, choice)
  const lines = rows.map(row => COLUMNS.map(name => csvCell(String(row[name] ?? ''))).join(','))
  return `\ufeff${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`
}

/** Of one change of many. */
const IDS_AT_ONCE = 1_000

/** Puts all that match on a list, in the background. */
export function useListOfRecipients(sendingId: number, choice: RecipientChoice) {
  const queries = useQueryClient()
  return useMutation({
    async mutationFn(list: { listId: number } | { name: string; fromEmail: string }) {
      const rows = await allRecipients(sendingId, choice)
      const ids = [...new Set(rows.map(({ subscriberId }) => subscriberId))]
      const listId = 'listId' in list ? list.listId : (await call('POST /lists', { body: list })).id
      for (let at = 0; at < ids.length; at += IDS_AT_ONCE)
        await call('POST /bulk-jobs', {
          body: { action: { do: 'join', listId }, ids: ids.slice(at, at + IDS_AT_ONCE) },
        })
      return { listId, people: ids.length }
    },
    onSuccess: () => queries.invalidateQueries(),
  })
}

export const useFilterOfRecipients = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: { name: string; where: string }) =>
      (await call('POST /filters', { body })).id,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['filters'] }),
  })
}
