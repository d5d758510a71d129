/** Suppressions as Resend has them; the id of one is its address. */
import { z } from 'zod'
import { checked } from '../../actions/action.ts'
import { ApiProblem } from '../../actions/problem.ts'
import {
  addressesOf,
  addToList,
  type ListedAddress,
  LONGEST_ADDRESS,
  listedAddress,
  removeFromList,
  wholeIn,
} from '../parts/suppressions.ts'
import { notServed } from '../parts/unserved.ts'
import type { WireAnswer, WireCall, WireRoute } from '../parts/wire.ts'

/** Of one request, as theirs. */
const MOST = 100

type Origin = 'bounce' | 'complaint' | 'manual'

/** The reason that is kept of an address that a program added. */
const BY_HAND = 'manual'

const originOf = ({ reason }: ListedAddress): Origin =>
  reason === `imported: ${BY_HAND}` ? 'manual' : 'bounce'

const shown = ({ email, since }: ListedAddress, origin: Origin) => {
  return { id: email, email, origin, source_id: null, created_at: since }
}

const object = 'suppression'

async function retrieve(call: WireCall): Promise<WireAnswer> {
  const email = call.params.email!
  const bounced = await listedAddress(call, 'bounced', email)
  if (bounced) return { status: 200, body: { object, ...shown(bounced, originOf(bounced)) } }
  const complained = await listedAddress(call, 'complained', email)
  if (!complained) throw new ApiProblem('no-such-email')
  return { status: 200, body: { object, ...shown(complained, 'complaint') } }
}

const removed = async (call: WireCall, email: string): Promise<boolean> =>
  (await removeFromList(call, 'bounced', email)) || removeFromList(call, 'complained', email)

async function remove(call: WireCall): Promise<WireAnswer> {
  const email = call.params.email!
  if (!(await removed(call, email))) throw new ApiProblem('no-such-email')
  return { status: 200, body: { object, id: email, deleted: true } }
}

const address = z.string().min(1).max(LONGEST_ADDRESS)
const One = z.strictObject({ email: address })
const addresses = z.array(address).min(1).max(MOST)
const Several = z.strictObject({ emails: addresses })
const Removed = z.union([Several, z.strictObject({ ids: addresses })])

async function add(call: WireCall): Promise<WireAnswer> {
  const { email } = checked(One, call.body, 'body') as z.output<typeof One>
  await addToList(call, 'bounced', [{ email, reason: BY_HAND }])
  return { status: 201, body: { object, id: email } }
}

async function addSeveral(call: WireCall): Promise<WireAnswer> {
  const { emails } = checked(Several, call.body, 'body') as z.output<typeof Several>
  const added = emails.map(email => ({ email, reason: BY_HAND }))
  await addToList(call, 'bounced', added)
  return { status: 201, body: { data: emails.map(id => ({ object, id })) } }
}

async function removeSeveral(call: WireCall): Promise<WireAnswer> {
  const given = checked(Removed, call.body, 'body') as z.output<typeof Removed>
  const data = []
  for (const id of 'ids' in given ? given.ids : given.emails)
    data.push({ object, id, deleted: await removed(call, id) })
  return { status: 200, body: { data } }
}

/** The newest first; without an origin those that no email goes to. */
async function list(call: WireCall): Promise<WireAnswer> {
  const { query } = call
  const limit = wholeIn(call, 'limit', { usual: 20, least: 1, most: MOST })
  if (query.has('before')) {
    call.unserved('before')
    throw notServed('before')
  }
  const wanted = originIn(query.get('origin'))
  const after = query.get('after')
  const data = []
  let reached = after === null
  let more = false
  const from = wanted === 'complaint' ? 'complained' : 'bounced'
  for await (const one of addressesOf(call, from)) {
    const origin = wanted === 'complaint' ? wanted : originOf(one)
    if (!reached) reached = one.email === after
    else if (wanted === undefined || wanted === origin) {
      more = data.length === limit
      if (more) break
      data.push(shown(one, origin))
    }
  }
  if (!reached)
    throw new ApiProblem('not-valid', { field: 'after', detail: 'after: it is not in the list.' })
  return { status: 200, body: { object: 'list', has_more: more, data } }
}

function originIn(text: string | null): Origin | undefined {
  if (text === null) return undefined
  if (text === 'bounce' || text === 'complaint' || text === 'manual') return text
  throw new ApiProblem('not-valid', {
    field: 'origin',
    detail: 'origin: bounce, complaint or manual.',
  })
}

const adding = { method: 'POST', needs: 'POST /suppressions', body: 'json' } as const
const needs = 'POST /suppressions/release'

export const suppressionRoutes: readonly WireRoute[] = [
  { method: 'GET', path: '/suppressions', run: list },
  { ...adding, path: '/suppressions', run: add },
  { method: 'GET', path: '/suppressions/:email', run: retrieve },
  { method: 'DELETE', path: '/suppressions/:email', needs, run: remove },
  { ...adding, path: '/suppressions/batch/add', run: addSeveral },
  { method: 'POST', path: '/suppressions/batch/remove', needs, body: 'json', run: removeSeveral },
]
