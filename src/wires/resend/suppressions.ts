/** Suppressions as Resend has them, by address. */
import { ApiProblem } from '../../actions/problem.ts'
import { release, suppressedAddress } from '../parts/suppressions.ts'
import type { WireAnswer, WireCall } from '../parts/wire.ts'

export async function retrieveSuppression(call: WireCall): Promise<WireAnswer> {
  const found = await suppressedAddress(call, call.params.email!)
  if (!found) throw new ApiProblem('no-such-email')
  const { email, since } = found
  const body = { object: 'suppression', id: email, email, origin: 'bounce', created_at: since }
  return { status: 200, body }
}

export async function removeSuppression(call: WireCall): Promise<WireAnswer> {
  const email = call.params.email!
  if (!(await release(call, email))) throw new ApiProblem('no-such-email')
  return { status: 200, body: { object: 'suppression', id: email, deleted: true } }
}
