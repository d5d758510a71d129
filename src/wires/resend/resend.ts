/** The wire of Resend: https://resend.com/docs/api-reference */
import { z } from 'zod'
import { checked } from '../../actions/action.ts'
import type { EmailAnswer } from '../../actions/emails/shown-email.ts'
import { ApiProblem, type ProblemFacts, type ProblemReason } from '../../actions/problem.ts'
import type { CallProblem } from '../../console-api/v1/program-calls.ts'
import { emailIdIn, messageId } from '../../domain/webhooks/ids/message-id.ts'
import { bearerTokenIn } from '../../lib/bearer-token.ts'
import { sendEmails, translated } from '../parts/batch.ts'
import type { ProviderWire, WireAnswer, WireCall } from '../parts/wire.ts'
import { emailOf, values } from './email.ts'
import { suppressionRoutes } from './suppressions.ts'

const MOVE = 'PATCH /emails/:emailId'
const CANCEL = 'POST /emails/:emailId/cancel'

/** Of a change; the action reads the time. */
const Time = z.strictObject({ scheduled_at: z.string() })

export const resend: ProviderWire = {
  name: 'resend',
  values,
  routes: [
    { method: 'POST', path: '/emails', needs: 'POST /emails', body: 'json', run: send },
    {
      method: 'POST',
      path: '/emails/batch',
      needs: 'POST /emails/batch',
      body: 'json',
      run: sendBatch,
    },
    { method: 'GET', path: '/emails/:id', run: retrieve },
    { method: 'PATCH', path: '/emails/:id', needs: MOVE, body: 'json', run: reschedule },
    { method: 'POST', path: '/emails/:id/cancel', needs: CANCEL, run: cancel },
    ...suppressionRoutes,
  ],
  unservedRoutes: [
    'api-keys',
    'audiences',
    'automations',
    'broadcasts',
    'contact-properties',
    'contacts',
    'domains',
    'emails',
    'events',
    'inboxes',
    'logs',
    'segments',
    'suppressions',
    'templates',
    'topics',
    'webhooks',
  ],
  keyIn: bearerTokenIn,
  problem,
}

async function send(call: WireCall): Promise<WireAnswer> {
  const body = emailOf(call, call.body, call.identifier)
  const { id } = await call.actions('POST /emails', { body })
  return { status: 200, body: { id: messageId(call.accountId, id) } }
}

/** All or none, unless the header asks for those that can be sent. */
async function sendBatch(call: WireCall): Promise<WireAnswer> {
  if (!Array.isArray(call.body)) throw new ApiProblem('not-json')
  const permissive = call.headers['x-batch-validation'] === 'permissive'
  const emails = translated(call, call.body, (one, identifier) => emailOf(call, one, identifier))
  const outcomes = await sendEmails(call, emails, { allOrNone: !permissive })
  const data = outcomes
    .filter(one => typeof one === 'number')
    .map(id => ({ id: messageId(call.accountId, id) }))
  const errors = outcomes.flatMap((one, index) =>
    typeof one === 'number' ? [] : { index, message: one.message },
  )
  return { status: 200, body: permissive ? { data, errors } : { data } }
}

function emailIdOf({ params, accountId }: WireCall): number {
  const emailId = emailIdIn(accountId, params.id!)
  if (emailId === undefined) throw new ApiProblem('no-such-email')
  return emailId
}

async function reschedule(call: WireCall): Promise<WireAnswer> {
  const emailId = emailIdOf(call)
  const { scheduled_at: sendAt } = checked(Time, call.body, 'body') as z.output<typeof Time>
  await call.actions(MOVE, { params: { emailId }, body: { sendAt } })
  return { status: 200, body: { object: 'email', id: messageId(call.accountId, emailId) } }
}

async function retrieve(call: WireCall): Promise<WireAnswer> {
  const { accountId, actions } = call
  const emailId = emailIdOf(call)
  const email = await actions('GET /emails/:emailId', { params: { emailId } })
  const those = (role: string) =>
    email.recipients.filter(one => one.role === role).map(one => one.email)
  const first = email.recipients[0]
  const waits = first !== undefined && first.state === 'planned' && isLater(first.sendTime)
  return {
    status: 200,
    body: {
      object: 'email',
      id: messageId(accountId, email.id),
      message_id: null,
      to: those('to'),
      cc: those('cc'),
      bcc: those('bcc'),
      from: null,
      reply_to: [],
      subject: email.subject,
      html: null,
      text: null,
      tags: Object.entries(email.metadata).map(([name, value]) => ({ name, value })),
      created_at: email.created,
      scheduled_at: waits ? first.sendTime : null,
      last_event: waits ? 'scheduled' : lastEvent(first),
    },
  }
}

/** Repeated, it answers the same; it is refused once nobody is left who has not been sent it. */
async function cancel(call: WireCall): Promise<WireAnswer> {
  const { accountId, actions } = call
  const emailId = emailIdOf(call)
  const { withdrawn, withdrawnBefore } = await actions(CANCEL, { params: { emailId } })
  if (withdrawn + withdrawnBefore === 0)
    throw new ApiProblem('not-valid', {
      field: 'id',
      detail: 'The email was sent, and can not be cancelled any more.',
    })
  return { status: 200, body: { object: 'email', id: messageId(accountId, emailId) } }
}

const isLater = (moment: string): boolean => Date.parse(moment) > Date.now()

/** By the delivery to the first recipient. */
const lastEvent = ({ state, reason }: Standing = { state: 'planned', reason: null }): string =>
  state === 'withdrawn' && reason === 'cancelled' ? 'canceled' : EVENTS[state]

type Standing = Pick<EmailAnswer['recipients'][number], 'state' | 'reason'>

/** Their last event, by the state of a delivery. */
const EVENTS = {
  planned: 'queued',
  claimed: 'queued',
  'handed-over': 'queued',
  accepted: 'delivered',
  deferred: 'delivery_delayed',
  bounced: 'bounced',
  failed: 'failed',
  uncertain: 'sent',
  withdrawn: 'suppressed',
} as const

/** Codes of values that an email needs. */
const MISSING: ReadonlySet<string> = new Set([
  'given-missing',
  'recipients-missing',
  'email-empty',
  'email-subject',
])

/** Reasons with one error of the provider, for any value. */
const ERRORS: Partial<Record<ProblemReason, [status: number, name: string]>> = {
  'not-allowed': [401, 'restricted_api_key'],
  'key-used-otherwise': [409, 'invalid_idempotent_request'],
  'in-progress': [409, 'concurrent_idempotent_requests'],
  'too-many-calls': [429, 'rate_limit_exceeded'],
  'too-large': [413, 'validation_error'],
  'not-json': [400, 'validation_error'],
  'no-such-route': [404, 'not_found'],
  'wrong-method': [405, 'method_not_allowed'],
  'no-such-email': [404, 'not_found'],
  fault: [500, 'internal_server_error'],
}

function problem({ reason, facts, status: ours }: CallProblem): WireAnswer {
  const [status, name] = ERRORS[reason] ?? errorOf(reason, facts, ours)
  const message = facts.detail ?? new ApiProblem(reason).message
  return { status, body: { statusCode: status, name, message } }
}

function errorOf(
  reason: ProblemReason,
  { code, field }: ProblemFacts,
  ours: number,
): [status: number, name: string] {
  if (reason === 'not-signed-in')
    return [401, code === undefined ? 'missing_api_key' : 'validation_error']
  if (ours >= 500) return [ours, 'application_error']
  if (code === 'call-key-long') return [400, 'invalid_idempotency_key']
  if (code?.startsWith('sender-')) return [403, 'validation_error']
  if (MISSING.has(code ?? '')) return [422, 'missing_required_field']
  if (/^(?:attachment|content-id)/.test(code ?? '') || field?.startsWith('body.attachments.'))
    return [422, 'invalid_attachment']
  return [422, 'validation_error']
}
