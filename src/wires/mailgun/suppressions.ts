/** Bounces as Mailgun has them: suppressed addresses. */
import { ApiProblem } from '../../actions/problem.ts'
import { release, suppressedAddress } from '../parts/suppressions.ts'
import type { WireAnswer, WireCall } from '../parts/wire.ts'

export async function retrieveBounce(call: WireCall): Promise<WireAnswer> {
  const found = await suppressedAddress(call, call.params.address!)
  if (!found) throw new ApiProblem('no-such-subscriber')
  const { email, since, reason } = found
  const created = new Date(since).toUTCString()
  return { status: 200, body: { address: email, code: '550', error: reason, created_at: created } }
}

export async function deleteBounce(call: WireCall): Promise<WireAnswer> {
  const { address } = call.params
  if (!(await release(call, address!))) throw new ApiProblem('no-such-subscriber')
  return { status: 200, body: { address, message: 'Bounced address has been removed' } }
}
