/** Bounces, unsubscribes and complaints as Mailgun has them: suppressed addresses, and opt-outs. */
import { z } from 'zod'
import { checked } from '../../actions/action.ts'
import { ApiProblem } from '../../actions/problem.ts'
import type { WireForm } from '../parts/form.ts'
import {
  type AddedAddress,
  addressPage,
  addToList,
  type ListedAddress,
  LONGEST_ADDRESS,
  listedAddress,
  removeFromList,
  wholeIn,
} from '../parts/suppressions.ts'
import { notServed } from '../parts/unserved.ts'
import type { WireAnswer, WireCall, WireRoute } from '../parts/wire.ts'

/** As theirs. */
const MOST_OF_PAGE = 1_000
const MOST_ADDED = 1_000
const LONGEST_CURSOR = 300
/** Of what a server said, so much is kept. */
const LONGEST_ERROR = 500

const LISTS = { bounces: 'bounced', unsubscribes: 'opted out', complaints: 'complained' } as const

type ListName = keyof typeof LISTS

/** Addresses of pages stand in each answer; the cursor of ours is in their `address`. */
const page =
  (name: ListName) =>
  async (call: WireCall): Promise<WireAnswer> => {
    const { headers, params, query } = call
    const limit = wholeIn(call, 'limit', { usual: 100, least: 1, most: MOST_OF_PAGE })
    const which = query.get('page') ?? 'first'
    const after = which === 'next' ? query.get('address')?.slice(0, LONGEST_CURSOR) : undefined
    const isOver = which === 'last' || which === 'previous'
    const { items, next } = isOver
      ? { items: [], next: null }
      : await addressPage(call, LISTS[name], { limit, after })
    const place = `https://${headers.host}/mailgun/v3/${encodeURIComponent(params.domain!)}/${name}`
    const at = (page: string, address = '') =>
      `${place}?${new URLSearchParams({ page, address, limit: `${limit}` })}`
    const paging = {
      first: at('first'),
      next: next === null ? at('last') : at('next', next),
      previous: at('previous'),
      last: at('last'),
    }
    return { status: 200, body: { items: items.map(shownAs[name]), paging } }
  }

const utc = (moment: string): string => new Date(moment).toUTCString()

const shownAs: Record<ListName, (one: ListedAddress) => object> = {
  bounces: ({ email, since, reason }) => {
    return { address: email, code: '550', error: reason, created_at: utc(since) }
  },
  unsubscribes: ({ email, since }) => {
    return { address: email, tags: ['*'], created_at: utc(since) }
  },
  complaints: ({ email, since }) => ({ address: email, created_at: utc(since) }),
}

/** Of deleted ones, in their words. */
const REMOVED: Record<ListName, string> = {
  bounces: 'Bounced address has been removed',
  unsubscribes: 'Unsubscribe event has been removed',
  complaints: 'Spam complaint has been removed',
}

const unlisted = (name: ListName) =>
  new ApiProblem('no-such-subscriber', { detail: `Address not found in ${name} table` })

const retrieve =
  (name: ListName) =>
  async (call: WireCall): Promise<WireAnswer> => {
    const found = await listedAddress(call, LISTS[name], call.params.address!)
    if (!found) throw unlisted(name)
    return { status: 200, body: shownAs[name](found) }
  }

const remove =
  (name: ListName) =>
  async (call: WireCall): Promise<WireAnswer> => {
    const { address } = call.params
    if (!(await removeFromList(call, LISTS[name], address!))) throw unlisted(name)
    return { status: 200, body: { address, message: REMOVED[name] } }
  }

const Entry = z.object({
  address: z.string().min(1).max(LONGEST_ADDRESS),
  error: z.string().optional(),
  created_at: z.string().max(60).optional(),
  tag: z.string().optional(),
  tags: z.array(z.string()).max(100).optional(),
})

const Entries = z.array(Entry).min(1).max(MOST_ADDED)

const add =
  (name: ListName) =>
  async (call: WireCall): Promise<WireAnswer> => {
    const given = isForm(call.body) ? Object.fromEntries(call.body.fields) : call.body
    const several = Array.isArray(given)
    const body = several ? given : [given]
    const entries = checked(Entries, body, 'body') as z.output<typeof Entries>
    const added = entries.map(one => addedIn(call, one))
    await addToList(call, LISTS[name], added)
    const message = (what: string) => `${what} been added to the ${name} table`
    if (several)
      return { status: 200, body: { message: message(`${added.length} addresses have`) } }
    return { status: 200, body: { message: message('Address has'), address: added[0]!.email } }
  }

const isForm = (body: unknown): body is WireForm =>
  typeof body === 'object' && body !== null && 'fields' in body && 'files' in body

function addedIn(call: WireCall, entry: z.output<typeof Entry>): AddedAddress {
  const { address, error = '', created_at, tag, tags = tag === undefined ? [] : [tag] } = entry
  // Who left one kind of email would get none at all.
  if (tags.some(one => one !== '*' && one !== '')) {
    call.unserved('tags')
    throw notServed('tags')
  }
  const reason = error.slice(0, LONGEST_ERROR)
  if (created_at === undefined || created_at === '') return { email: address, reason }
  const since = Date.parse(created_at)
  if (Number.isNaN(since))
    throw new ApiProblem('not-valid', {
      field: 'created_at',
      detail: 'created_at: a time as in an email.',
    })
  // Their clock may be ahead of ours.
  const past = new Date(Math.min(since, Date.now()))
  return { email: address, reason, since: past.toISOString() }
}

const routesOf = (name: ListName): WireRoute[] => [
  { method: 'GET', path: `/v3/:domain/${name}`, run: page(name) },
  {
    method: 'POST',
    path: `/v3/:domain/${name}`,
    needs: 'POST /suppressions',
    body: 'json or form',
    run: add(name),
  },
  { method: 'GET', path: `/v3/:domain/${name}/:address`, run: retrieve(name) },
  {
    method: 'DELETE',
    path: `/v3/:domain/${name}/:address`,
    needs: 'POST /suppressions/release',
    run: remove(name),
  },
]

export const suppressionRoutes: readonly WireRoute[] = [
  ...routesOf('bounces'),
  ...routesOf('unsubscribes'),
  ...routesOf('complaints'),
]
