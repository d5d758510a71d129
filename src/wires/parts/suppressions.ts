/** The suppression list, as providers show it: by address, or the newest. */
import type { ActionOf, AnswerOf } from '../../actions/action.ts'
import { ApiProblem } from '../../actions/problem.ts'
import type { suppressions } from '../../actions/suppressions/suppressions.ts'
import type { WireCall } from './wire.ts'

type SuppressedItem = Pick<
  AnswerOf<ActionOf<typeof suppressions, 'GET /suppressions'>>['items'][number],
  'email' | 'since' | 'reason'
>

const PAGE = 200

/** One address; undefined: it is not suppressed. */
export async function suppressedAddress(
  { actions }: WireCall,
  email: string,
): Promise<SuppressedItem | undefined> {
  const { items } = await actions('POST /suppressions/look-up', { body: { emails: [email] } })
  return items[0]
}

/** Suppressed addresses, or those of people who opted out. */
export type AddressList = 'bounced' | 'opted out'

interface AddressPage {
  items: SuppressedItem[]
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
  const { items, next } = await actions('GET /opt-outs', { query })
  return { items: items.map(({ created, ...one }) => ({ ...one, since: created })), next }
}

/** The newest, at most so many. */
export async function newestAddresses(
  call: WireCall,
  list: AddressList,
  most: number,
): Promise<SuppressedItem[]> {
  const found: SuppressedItem[] = []
  let after: string | undefined
  while (found.length < most) {
    const page = await addressPage(call, list, { limit: most - found.length, after })
    found.push(...page.items)
    if (page.next === null) break
    after = page.next
  }
  return found
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
export async function liftOptOut({ actions }: WireCall, email: string): Promise<boolean> {
  try {
    await actions('POST /opt-outs/lift', { body: { email, reason: '' } })
    return true
  } catch (error) {
    if (error instanceof ApiProblem && error.reason === 'no-such-subscriber') return false
    throw error
  }
}

/** Whether the address was suppressed, and gets email again. */
export async function release({ actions }: WireCall, email: string): Promise<boolean> {
  try {
    const body = { email, reason: '' }
    return (await actions('POST /suppressions/release', { body })).released
  } catch (error) {
    if (error instanceof ApiProblem && error.reason === 'no-such-subscriber') return false
    throw error
  }
}
