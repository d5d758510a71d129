/** Bounces and unsubscribes as Mailgun has them: suppressed addresses, and opt-outs. */
import { ApiProblem } from '../../actions/problem.ts'
import {
  addressPage,
  liftOptOut,
  release,
  suppressedAddress,
  wholeIn,
} from '../parts/suppressions.ts'
import type { WireAnswer, WireCall } from '../parts/wire.ts'

/** As theirs. */
const MOST_OF_PAGE = 1_000
const LONGEST_CURSOR = 300

type ListName = 'bounces' | 'unsubscribes'

/** Addresses of pages stand in each answer; the cursor of ours is in their `address`. */
export const listOf =
  (name: ListName) =>
  async (call: WireCall): Promise<WireAnswer> => {
    const { headers, params, query } = call
    const limit = wholeIn(call, 'limit', { usual: 100, least: 1, most: MOST_OF_PAGE })
    const page = query.get('page') ?? 'first'
    const after = page === 'next' ? query.get('address')?.slice(0, LONGEST_CURSOR) : undefined
    const list = name === 'bounces' ? 'bounced' : 'opted out'
    const isOver = page === 'last' || page === 'previous'
    const { items, next } = isOver
      ? { items: [], next: null }
      : await addressPage(call, list, { limit, after })
    const place = `https://${headers.host}/mailgun/v3/${encodeURIComponent(params.domain!)}/${name}`
    const at = (which: string, address = '') =>
      `${place}?${new URLSearchParams({ page: which, address, limit: `${limit}` })}`
    const paging = {
      first: at('first'),
      next: next === null ? at('last') : at('next', next),
      previous: at('previous'),
      last: at('last'),
    }
    return { status: 200, body: { items: items.map(shownAs[name]), paging } }
  }

interface Suppressed {
  email: string
  since: string
  reason: string
}

const utc = (moment: string): string => new Date(moment).toUTCString()

const shownAs: Record<ListName, (one: Suppressed) => object> = {
  bounces: ({ email, since, reason }) => {
    return { address: email, code: '550', error: reason, created_at: utc(since) }
  },
  unsubscribes: ({ email, since }) => {
    return { address: email, tags: ['*'], created_at: utc(since) }
  },
}

export async function deleteUnsubscribe(call: WireCall): Promise<WireAnswer> {
  const { address } = call.params
  if (!(await liftOptOut(call, address!))) throw new ApiProblem('no-such-subscriber')
  return { status: 200, body: { address, message: 'Unsubscribe event has been removed' } }
}

export async function retrieveBounce(call: WireCall): Promise<WireAnswer> {
  const found = await suppressedAddress(call, call.params.address!)
  if (!found) throw new ApiProblem('no-such-subscriber')
  return { status: 200, body: shownAs.bounces(found) }
}

export async function deleteBounce(call: WireCall): Promise<WireAnswer> {
  const { address } = call.params
  if (!(await release(call, address!))) throw new ApiProblem('no-such-subscriber')
  return { status: 200, body: { address, message: 'Bounced address has been removed' } }
}
