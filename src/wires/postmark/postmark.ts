/** The wire of Postmark: https://postmarkapp.com/developer */
import { ApiProblem, type ProblemFacts, type ProblemReason } from '../../actions/problem.ts'
import type { CallProblem } from '../../console-api/v1/program-calls.ts'
import { messageId } from '../../domain/webhooks/ids/message-id.ts'
import { isEmail, sendEmails, translated, type WireEmail } from '../parts/batch.ts'
import type { WireMailbox } from '../parts/mailboxes.ts'
import type { ProviderWire, WireAnswer, WireCall } from '../parts/wire.ts'
import { emailOf, values } from './email.ts'
import { suppressionRoutes } from './suppressions.ts'

/** Of one look-up; later ones are sent without a word on it, and withdrawn. */
const MOST_ADDRESSES = 5_000

const one = { method: 'POST', needs: 'POST /emails', body: 'json' } as const
const batch = { method: 'POST', needs: 'POST /emails/batch', body: 'json' } as const

export const postmark: ProviderWire = {
  name: 'postmark',
  values,
  routes: [
    { ...one, path: '/email', run: send },
    { ...one, path: '/email/withTemplate', run: send },
    { ...batch, path: '/email/batch', run: call => sendBatch(call, call.body) },
    { ...batch, path: '/email/batchWithTemplates', run: sendBatchWithTemplates },
    ...suppressionRoutes,
  ],
  unservedRoutes: [
    'bounces',
    'deliverystats',
    'domains',
    'email/bulk',
    'message-streams',
    'messages',
    'senders',
    'server',
    'servers',
    'stats',
    'templates',
    'triggers',
    'webhooks',
  ],
  keyIn({ headers }) {
    const key = headers['x-postmark-server-token']
    return typeof key === 'string' && /^[\w-]{1,100}$/.test(key) ? key : undefined
  },
  problem,
}

async function send(call: WireCall): Promise<WireAnswer> {
  const email = emailOf(call, call.body, call.identifier)
  const inactive = await inactiveIn(call, [email])
  const refused = inactiveRefusal(email, inactive)
  if (refused) return { status: 422, body: refused }
  const { id } = await call.actions('POST /emails', { body: email })
  return { status: 200, body: sent(call, email, id, inactive) }
}

/** Each has an answer of its own. */
async function sendBatch(call: WireCall, body: unknown): Promise<WireAnswer> {
  if (!Array.isArray(body)) throw new ApiProblem('not-json')
  const given = translated(call, body, (one, identifier) => emailOf(call, one, identifier))
  const inactive = await inactiveIn(call, given.filter(isEmail))
  const refused = given.map(one => (isEmail(one) ? inactiveRefusal(one, inactive) : refusal(one)))
  const toSend = given.filter(isEmail).filter(one => !inactiveRefusal(one, inactive))
  const outcomes = await sendEmails(call, toSend, { allOrNone: false })
  const answers = toSend.map((email, place) => {
    const outcome = outcomes[place]!
    return typeof outcome === 'number' ? sent(call, email, outcome, inactive) : refusal(outcome)
  })
  return { status: 200, body: refused.map(one => one ?? answers.shift()) }
}

async function sendBatchWithTemplates(call: WireCall): Promise<WireAnswer> {
  const body = call.body as { Messages?: unknown } | null | undefined
  return sendBatch(call, body?.Messages)
}

const addressesOf = (email: WireEmail): string[] =>
  [...email.to, ...email.cc, ...email.bcc].map(one => one.email)

/** Addresses that are suppressed. */
async function inactiveIn(call: WireCall, emails: readonly WireEmail[]): Promise<Set<string>> {
  const asked = [...new Set(emails.flatMap(addressesOf))].slice(0, MOST_ADDRESSES)
  const { items } = await call.actions('POST /suppressions/look-up', { body: { emails: asked } })
  return new Set(items.map(({ index }) => asked[index]!))
}

/** The error of the provider for an email whose recipients are all suppressed. */
function inactiveRefusal(email: WireEmail, inactive: ReadonlySet<string>) {
  const addresses = addressesOf(email)
  if (addresses.length === 0 || addresses.some(one => !inactive.has(one))) return undefined
  const found = addresses.join(', ')
  return {
    ErrorCode: 406,
    Message:
      'You tried to send to recipients that have been marked as inactive. Found inactive ' +
      `addresses: ${found}. Inactive recipients are ones that have generated a hard bounce.`,
  }
}

function sent(call: WireCall, email: WireEmail, id: number, inactive: ReadonlySet<string>) {
  const without = addressesOf(email).filter(one => inactive.has(one))
  const shown = (those: WireMailbox[]) => those.map(one => one.email).join(', ') || undefined
  return {
    To: shown(email.to),
    Cc: shown(email.cc),
    Bcc: shown(email.bcc),
    SubmittedAt: new Date().toISOString(),
    MessageID: messageId(call.accountId, id),
    ErrorCode: 0,
    Message:
      without.length === 0
        ? 'OK'
        : `Message OK, but will not deliver to these inactive addresses: ${without.join(', ')}`,
  }
}

/** Reasons with one error of the provider, for any value. */
const ERRORS: Partial<Record<ProblemReason, [status: number, code: number]>> = {
  'not-signed-in': [401, 10],
  'not-allowed': [422, 405],
  'not-json': [422, 402],
  'too-large': [413, 300],
  'too-many-calls': [429, 429],
  'no-such-project': [422, 1235],
  'no-such-route': [404, 404],
  'wrong-method': [405, 404],
  fault: [500, 500],
}

function problem({ reason, facts, status: ours }: CallProblem): WireAnswer {
  const known = ERRORS[reason] ?? (ours >= 500 ? [ours, 100] : undefined)
  const [status, code] = known ?? [422, codeOf(facts)]
  return { status, body: { ErrorCode: code, Message: messageOf({ reason, facts }) } }
}

/** Of an email of a batch. */
const refusal = ({ reason, facts }: ApiProblem) => ({
  ErrorCode: ERRORS[reason]?.[1] ?? codeOf(facts),
  Message: messageOf({ reason, facts }),
})

const NO_KEY = 'Send an API key as X-Postmark-Server-Token: ppk_...'

const messageOf = ({ reason, facts }: Pick<ApiProblem, 'reason' | 'facts'>): string =>
  facts.detail ?? (reason === 'not-signed-in' ? NO_KEY : new ApiProblem(reason).message)

function codeOf({ code, field }: ProblemFacts): number {
  if (code?.startsWith('sender-')) return 400
  if (code === 'given-type') return 403
  if (code === 'given-many' && field === 'body.emails') return 410
  if (code === 'attachment-program' || code === 'attachment-type') return 411
  return 300
}
