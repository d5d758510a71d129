/**
 * Suppressions as SendGrid has them: bounces are the suppressed addresses, spam reports and global
 * unsubscribes the opt-outs after a complaint and all others.
 */
import { z } from 'zod'
import { checked } from '../../actions/action.ts'
import { ApiProblem } from '../../actions/problem.ts'
import {
  type AddressList,
  type ListedAddress,
  LONGEST_ADDRESS,
  listedAddress,
  newestAddresses,
  removeFromList,
  suppressByHand,
  wholeIn,
} from '../parts/suppressions.ts'
import { demandServed } from '../parts/unserved.ts'
import type { WireAnswer, WireCall, WireRoute } from '../parts/wire.ts'

const MOST_OF_PAGE = 500
/** Theirs has no cursor: pages further on would be read each time from the first. */
const MOST_OFFSET = 10_000
/** Of one request. */
const MOST_GIVEN = 100

/** Ours, or none: addresses that are none are refused when they are given. */
type ShownList = AddressList | 'empty'

const second = (moment: string): number => Math.floor(Date.parse(moment) / 1000)

const bounce = ({ email, since, reason }: ListedAddress) => {
  return { created: second(since), email, reason, status: '' }
}

const shownAs: Record<AddressList, (one: ListedAddress) => object> = {
  bounced: bounce,
  blocked: bounce,
  complained: ({ email, since }) => ({ created: second(since), email, ip: '' }),
  'opted out': ({ email, since }) => ({ created: second(since), email }),
}

const page =
  (list: ShownList) =>
  async (call: WireCall): Promise<WireAnswer> => {
    const limit = wholeIn(call, 'limit', { usual: MOST_OF_PAGE, least: 1, most: MOST_OF_PAGE })
    const offset = wholeIn(call, 'offset', { usual: 0, least: 0, most: MOST_OFFSET })
    if (list === 'empty') return { status: 200, body: [] }
    const found = await newestAddresses(call, list, offset + limit)
    return { status: 200, body: found.slice(offset).map(shownAs[list]) }
  }

const retrieve =
  (list: ShownList) =>
  async (call: WireCall): Promise<WireAnswer> => {
    const found = list === 'empty' ? undefined : await listedAddress(call, list, call.params.email!)
    return { status: 200, body: found ? [shownAs[list as AddressList](found)] : [] }
  }

const remove =
  (list: ShownList) =>
  async (call: WireCall): Promise<WireAnswer> => {
    const removed = list !== 'empty' && (await removeFromList(call, list, call.params.email!))
    if (!removed) throw new ApiProblem('no-such-subscriber')
    return { status: 204 }
  }

const addresses = z.array(z.string().min(1).max(LONGEST_ADDRESS)).min(1).max(MOST_GIVEN)
const Some = z.strictObject({ emails: addresses })

const removeSome =
  (list: ShownList) =>
  async (call: WireCall): Promise<WireAnswer> => {
    demandServed(call, { emails: 'served' }, Object(call.body ?? {}))
    const { emails } = checked(Some, call.body, 'body') as z.output<typeof Some>
    if (list !== 'empty') for (const email of emails) await removeFromList(call, list, email)
    return { status: 204 }
  }

const needs = 'POST /suppressions/release'

const routesOf = (name: string, list: ShownList): WireRoute[] => [
  { method: 'GET', path: `/v3/suppression/${name}`, run: page(list) },
  { method: 'DELETE', path: `/v3/suppression/${name}`, needs, body: 'json', run: removeSome(list) },
  { method: 'GET', path: `/v3/suppression/${name}/:email`, run: retrieve(list) },
  { method: 'DELETE', path: `/v3/suppression/${name}/:email`, needs, run: remove(list) },
]

const GLOBAL = '/v3/asm/suppressions/global'

export const suppressionRoutes: readonly WireRoute[] = [
  ...routesOf('bounces', 'bounced'),
  ...routesOf('blocks', 'blocked'),
  ...routesOf('spam_reports', 'complained'),
  ...routesOf('invalid_emails', 'empty'),
  { method: 'GET', path: '/v3/suppression/unsubscribes', run: page('opted out') },
  { method: 'POST', path: GLOBAL, needs: 'POST /opt-outs', body: 'json', run: suppressGlobally },
  { method: 'GET', path: `${GLOBAL}/:email`, run: retrieveGlobal },
  {
    method: 'DELETE',
    path: `${GLOBAL}/:email`,
    needs: 'POST /opt-outs/lift',
    run: remove('opted out'),
  },
]

const Global = z.strictObject({ recipient_emails: addresses })

async function suppressGlobally(call: WireCall): Promise<WireAnswer> {
  const { recipient_emails } = checked(Global, call.body, 'body') as z.output<typeof Global>
  for (const email of recipient_emails) await suppressByHand(call, email)
  return { status: 201, body: { recipient_emails } }
}

async function retrieveGlobal(call: WireCall): Promise<WireAnswer> {
  const found = await listedAddress(call, 'opted out', call.params.email!)
  return { status: 200, body: found ? { recipient_email: found.email } : {} }
}
