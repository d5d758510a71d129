/** The wire of SendGrid, v3: https://www.twilio.com/docs/sendgrid/api-reference */
import { ApiProblem, type ProblemReason } from '../../actions/problem.ts'
import type { CallProblem } from '../../console-api/v1/program-calls.ts'
import { messageId } from '../../domain/webhooks/ids/message-id.ts'
import { bearerTokenIn } from '../../lib/bearer-token.ts'
import { sendTogether } from '../parts/batch.ts'
import type { ProviderWire, WireAnswer, WireCall } from '../parts/wire.ts'
import { emailsOf, values } from './email.ts'
import { suppressionRoutes } from './suppressions.ts'

export const sendgrid: ProviderWire = {
  name: 'sendgrid',
  values,
  routes: [
    { method: 'POST', path: '/v3/mail/send', needs: 'POST /emails', body: 'json', run: send },
    ...suppressionRoutes,
  ],
  unservedRoutes: [
    'v3/access_settings',
    'v3/alerts',
    'v3/api_keys',
    'v3/asm',
    'v3/categories',
    'v3/contactdb',
    'v3/designs',
    'v3/ips',
    'v3/mail/batch',
    'v3/mail_settings',
    'v3/marketing',
    'v3/messages',
    'v3/scopes',
    'v3/senders',
    'v3/stats',
    'v3/subusers',
    'v3/suppression',
    'v3/templates',
    'v3/tracking_settings',
    'v3/user',
    'v3/validations',
    'v3/verified_senders',
    'v3/whitelabel',
  ],
  keyIn: bearerTokenIn,
  problem,
}

/** All personalizations or none. */
async function send(call: WireCall): Promise<WireAnswer> {
  const id = await sendTogether(call, emailsOf(call))
  return { status: 202, headers: { 'X-Message-Id': messageId(call.accountId, id) } }
}

/** Reasons with one answer of the provider, for any value. */
const ERRORS: Partial<Record<ProblemReason, [status: number, message: string]>> = {
  'not-signed-in': [401, 'The provided authorization grant is invalid, expired, or revoked'],
  'not-allowed': [403, 'access forbidden'],
  'not-json': [400, 'Bad Request'],
  'too-many-calls': [429, 'too many requests'],
  'no-such-route': [404, 'not found'],
  'no-such-subscriber': [404, 'not found'],
  'wrong-method': [405, 'method not allowed'],
}

function problem({ reason, facts, status: ours }: CallProblem): WireAnswer {
  const unsigned = facts.code?.startsWith('sender-') ?? false
  const usual = unsigned ? 403 : ours === 413 || ours === 409 || ours >= 500 ? ours : 400
  const message = facts.detail ?? new ApiProblem(reason).message
  const [status, said] = ERRORS[reason] ?? [usual, message]
  const field = unsigned ? 'from' : (facts.field?.replace(/^body\./, '') ?? null)
  return { status, body: { errors: [{ message: said, field, help: null }] } }
}
