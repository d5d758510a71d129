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

/** The newest, at most so many. */
export async function newestSuppressed(
  { actions }: WireCall,
  most: number,
): Promise<SuppressedItem[]> {
  const found: SuppressedItem[] = []
  let after: string | undefined
  while (found.length < most) {
    const limit = Math.min(PAGE, most - found.length)
    const query = { limit, ...(after !== undefined && { after }) }
    const { items, next } = await actions('GET /suppressions', { query })
    found.push(...items)
    if (next === null) break
    after = next
  }
  return found
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
