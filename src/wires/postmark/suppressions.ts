/** Suppressions as Postmark has them, those of all streams alike. */
import { z } from 'zod'
import { checked } from '../../actions/action.ts'
import {
  listedAddress,
  newestAddresses,
  removeFromList,
  suppressByHand,
} from '../parts/suppressions.ts'
import { demandServed } from '../parts/unserved.ts'
import type { ValueUse, WireAnswer, WireCall, WireRoute } from '../parts/wire.ts'

/** Of one answer; theirs has no pages. */
const MOST_SHOWN = 10_000
/** Of one request, as theirs. */
const MOST_RELEASED = 50

const filters: Readonly<Record<string, ValueUse>> = { emailaddress: 'served' }

async function dump(call: WireCall): Promise<WireAnswer> {
  const asked = new Map([...call.query].map(([name, value]) => [name.toLowerCase(), value]))
  for (const paging of ['count', 'offset']) asked.delete(paging)
  demandServed(call, filters, Object.fromEntries(asked))
  const email = asked.get('emailaddress')
  const found = email
    ? [await listedAddress(call, 'bounced', email)].filter(one => one !== undefined)
    : await newestAddresses(call, 'bounced', MOST_SHOWN)
  const shown = found.map(one => ({
    EmailAddress: one.email,
    SuppressionReason: 'HardBounce',
    Origin: 'Recipient',
    CreatedAt: one.since,
  }))
  return { status: 200, body: { Suppressions: shown } }
}

const Entries = z.strictObject({
  Suppressions: z.array(z.looseObject({ EmailAddress: z.string() })).max(MOST_RELEASED),
})

/** By hand: an opt-out here, which the list of bounces does not show. */
async function create(call: WireCall): Promise<WireAnswer> {
  const { Suppressions } = checked(Entries, call.body, 'body') as z.output<typeof Entries>
  const answers = []
  for (const { EmailAddress } of Suppressions) {
    await suppressByHand(call, EmailAddress)
    answers.push({ EmailAddress, Status: 'Suppressed', Message: null })
  }
  return { status: 200, body: { Suppressions: answers } }
}

async function remove(call: WireCall): Promise<WireAnswer> {
  const { Suppressions } = checked(Entries, call.body, 'body') as z.output<typeof Entries>
  const answers = []
  for (const { EmailAddress } of Suppressions) {
    const released = await removeFromList(call, 'bounced', EmailAddress)
    answers.push({
      EmailAddress,
      Status: released ? 'Deleted' : 'Failed',
      Message: released ? null : 'The address is not suppressed.',
    })
  }
  return { status: 200, body: { Suppressions: answers } }
}

const PATH = '/message-streams/:stream/suppressions'

export const suppressionRoutes: readonly WireRoute[] = [
  { method: 'GET', path: `${PATH}/dump`, run: dump },
  { method: 'POST', path: PATH, needs: 'POST /opt-outs', body: 'json', run: create },
  {
    method: 'POST',
    path: `${PATH}/delete`,
    needs: 'POST /suppressions/release',
    body: 'json',
    run: remove,
  },
]
