/** Bounces and global unsubscribes as SendGrid has them: suppressed addresses, and opt-outs. */
import { z } from 'zod'
import { checked } from '../../actions/action.ts'
import { ApiProblem } from '../../actions/problem.ts'
import {
  type AddressList,
  liftOptOut,
  newestAddresses,
  release,
  suppressByHand,
  suppressedAddress,
  wholeIn,
} from '../parts/suppressions.ts'
import type { WireAnswer, WireCall } from '../parts/wire.ts'

const MOST_OF_PAGE = 500
/** Theirs has no cursor: pages further on would be read each time from the first. */
const MOST_OFFSET = 10_000
/** Of one request. */
const MOST_ADDED = 100

const second = (moment: string): number => Math.floor(Date.parse(moment) / 1000)

async function pageOf(call: WireCall, list: AddressList) {
  const limit = wholeIn(call, 'limit', { usual: MOST_OF_PAGE, least: 1, most: MOST_OF_PAGE })
  const offset = wholeIn(call, 'offset', { usual: 0, least: 0, most: MOST_OFFSET })
  return (await newestAddresses(call, list, offset + limit)).slice(offset)
}

export async function listBounces(call: WireCall): Promise<WireAnswer> {
  const body = (await pageOf(call, 'bounced')).map(({ email, since, reason }) => {
    return { created: second(since), email, reason, status: '' }
  })
  return { status: 200, body }
}

export async function listUnsubscribes(call: WireCall): Promise<WireAnswer> {
  const body = (await pageOf(call, 'opted out')).map(({ email, since }) => {
    return { created: second(since), email }
  })
  return { status: 200, body }
}

export async function retrieveBounce(call: WireCall): Promise<WireAnswer> {
  const found = await suppressedAddress(call, call.params.email!)
  if (!found) return { status: 200, body: [] }
  const { email, since, reason } = found
  return { status: 200, body: [{ created: second(since), email, reason, status: '' }] }
}

export async function deleteBounce(call: WireCall): Promise<WireAnswer> {
  if (!(await release(call, call.params.email!))) throw new ApiProblem('no-such-subscriber')
  return { status: 204 }
}

const Global = z.strictObject({ recipient_emails: z.array(z.string()).min(1).max(MOST_ADDED) })

export async function suppressGlobally(call: WireCall): Promise<WireAnswer> {
  const { recipient_emails } = checked(Global, call.body, 'body') as z.output<typeof Global>
  for (const email of recipient_emails) await suppressByHand(call, email)
  return { status: 201, body: { recipient_emails } }
}

export async function deleteGlobal(call: WireCall): Promise<WireAnswer> {
  if (!(await liftOptOut(call, call.params.email!))) throw new ApiProblem('no-such-subscriber')
  return { status: 204 }
}
