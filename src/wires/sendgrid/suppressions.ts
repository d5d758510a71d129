/** Bounces as SendGrid has them: suppressed addresses. */
import { ApiProblem } from '../../actions/problem.ts'
import { release, suppressedAddress } from '../parts/suppressions.ts'
import type { WireAnswer, WireCall } from '../parts/wire.ts'

export async function retrieveBounce(call: WireCall): Promise<WireAnswer> {
  const found = await suppressedAddress(call, call.params.email!)
  if (!found) return { status: 200, body: [] }
  const { email, since, reason } = found
  const created = Math.floor(Date.parse(since) / 1000)
  return { status: 200, body: [{ created, email, reason, status: '' }] }
}

export async function deleteBounce(call: WireCall): Promise<WireAnswer> {
  if (!(await release(call, call.params.email!))) throw new ApiProblem('no-such-subscriber')
  return { status: 204 }
}
