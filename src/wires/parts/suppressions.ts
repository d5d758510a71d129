/** The suppression list, as providers show it: by address, or the newest. */
import type { ActionOf, AnswerOf } from '../../actions/action.ts'
import type { bounces } from '../../actions/bounces/bounces.ts'
import type { optOutRoutes } from '../../actions/opt-outs/opt-outs.ts'
import { ApiProblem } from '../../actions/problem.ts'
import type { suppressions } from '../../actions/suppressions/suppressions.ts'
import type { WireCall } from './wire.ts'

/** An address of a list, and since when and why it is there. */
export type ListedAddress = Pick<
  AnswerOf<ActionOf<typeof suppressions, 'GET /suppressions'>>['items'][number],
  'email' | 'since' | 'reason'
>

const PAGE = 200

/**
 * Suppressed addresses; those of people who opted out, or complained; and those whose server
 * refused an email for a reason that is not the address, which holds nothing back.
 */
export type AddressList = 'bounced' | 'opted out' | 'complained' | 'blocked'

interface AddressPage {
  items: ListedAddress[]
  /** The cursor of the next page. */
  next: string | null
}

/** The newest first; a page has at most 200. */
export async function addressPage(
  { actions }: WireCall,
  list: AddressList,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<AddressPage> {
  const query = { limit: Math.min(limit, PAGE), ...(after !== undefined && { after }) }
  if (list === 'bounced') return actions('GET /suppressions', { query })
  if (list === 'blocked') {
    const { items, next } = await actions('GET /bounces', { query: { ...query, kind: 'blocked' } })
    return { items: items.map(blockIn), next }
  }
  const complaints = `${list === 'complained'}`
  const { items, next } = await actions('GET /opt-outs', { query: { ...query, complaints } })
  return { items: items.map(optOutIn), next }
}

const blockIn = ({
  email,
  received,
  reply,
  class: found,
}: AnswerOf<ActionOf<typeof bounces, 'GET /bounces'>>['items'][number]): ListedAddress => ({
  email,
  since: received,
  reason: reply ?? found,
})

const optOutIn = ({
  email,
  created,
  reason,
}: AnswerOf<ActionOf<typeof optOutRoutes, 'GET /opt-outs'>>['items'][number]): ListedAddress => ({
  email,
  since: created,
  reason,
})

/** One address; undefined: it is not on the list. */
export async function listedAddress(
  call: WireCall,
  list: AddressList,
  email: string,
): Promise<ListedAddress | undefined> {
  if (list === 'bounced') {
    const body = { emails: [email] }
    return (await call.actions('POST /suppressions/look-up', { body })).items[0]
  }
  if (list === 'blocked') {
    const query = { email, kind: 'blocked' as const, limit: 1 }
    return (await call.actions('GET /bounces', { query })).items.map(blockIn)[0]
  }
  const query = { email, complaints: `${list === 'complained'}` }
  return (await call.actions('GET /opt-outs', { query })).items.map(optOutIn)[0]
}

/** Of one walk through a list: what is older is not shown. */
const MOST_PAGES = 100

/** The newest first, each address once. `most`: no more of them are needed. */
export async function* addressesOf(
  call: WireCall,
  list: AddressList,
  most = PAGE,
): AsyncGenerator<ListedAddress> {
  const seen = new Set<string>()
  let after: string | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const { items, next } = await addressPage(call, list, { limit: most, after })
    for (const one of items) {
      if (!seen.has(one.email)) yield one
      seen.add(one.email)
    }
    if (next === null) return
    after = next
  }
}

/** The newest, at most so many. */
export async function newestAddresses(
  call: WireCall,
  list: AddressList,
  most: number,
): Promise<ListedAddress[]> {
  const found: ListedAddress[] = []
  for await (const one of addressesOf(call, list, most)) if (found.push(one) >= most) break
  return found
}

/** An address that a program adds to a list. */
export interface AddedAddress {
  email: string
  reason?: string
  /** ISO 8601. */
  since?: string
}

/** The longest address of the protocols (RFC 5321, section 4.5.3.1.3). */
export const LONGEST_ADDRESS = 254

/** As the action reads them. */
const REASONS = { 'opted out': 'unsubscribed', complained: 'complaint' } as const

/** Adds addresses; where one is refused, the others are added, and it is told. */
export async function addToList(
  { actions }: WireCall,
  list: 'bounced' | 'opted out' | 'complained',
  added: readonly AddedAddress[],
): Promise<void> {
  const addresses =
    list === 'bounced' ? [...added] : added.map(one => ({ ...one, reason: REASONS[list] }))
  const { rejects } = await actions('POST /suppressions', { body: { addresses } })
  const [first] = rejects
  if (first)
    throw new ApiProblem('not-valid', {
      field: 'address',
      detail: `Address ${first.index + 1}: ${first.reason}.`,
    })
}

/** Whether the address was on the list; it gets email again, as far as this list is concerned. */
export async function removeFromList(
  call: WireCall,
  list: AddressList,
  email: string,
): Promise<boolean> {
  if (list === 'bounced') return release(call, email)
  // It holds nothing back, and its bounce stays in the list until it is too old.
  if (list === 'blocked') return (await listedAddress(call, list, email)) !== undefined
  const complained = (await listedAddress(call, 'complained', email)) !== undefined
  return complained === (list === 'complained') && liftOptOut(call, email)
}

/** A whole number of the query; refuses others, and larger ones. */
export function wholeIn(
  { query }: WireCall,
  name: string,
  { usual, least, most }: { usual: number; least: number; most: number },
): number {
  const text = query.get(name) ?? `${usual}`
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw new ApiProblem('not-valid', {
    field: name,
    detail: `${name}: a whole number from ${least} to ${most}.`,
  })
}

export const suppressByHand = ({ actions }: WireCall, email: string): Promise<unknown> =>
  actions('POST /opt-outs', { body: { email, reason: '' } })

/** Whether the address was opted out, and gets email again. */
async function liftOptOut({ actions }: WireCall, email: string): Promise<boolean> {
  try {
    await actions('POST /opt-outs/lift', { body: { email, reason: '' } })
    return true
  } catch (error) {
    if (error instanceof ApiProblem && error.reason === 'no-such-subscriber') return false
    throw error
  }
}

/** Whether the address was suppressed, and gets email again. */
async function release({ actions }: WireCall, email: string): Promise<boolean> {
  try {
    const body = { email, reason: '' }
    return (await actions('POST /suppressions/release', { body })).released
  } catch (error) {
    if (error instanceof ApiProblem && error.reason === 'no-such-subscriber') return false
    throw error
  }
}
