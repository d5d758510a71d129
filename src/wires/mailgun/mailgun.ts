/** The wire of Mailgun, v3: https://documentation.mailgun.com/docs/mailgun/api-reference */
import { ApiProblem, type ProblemReason } from '../../actions/problem.ts'
import type { CallProblem } from '../../console-api/v1/program-calls.ts'
import { mailgunMessageId, messageId } from '../../domain/webhooks/ids/message-id.ts'
import { sendTogether } from '../parts/batch.ts'
import type { ProviderWire, WireAnswer, WireCall } from '../parts/wire.ts'
import { emailsOf, values } from './email.ts'
import { suppressionRoutes } from './suppressions.ts'

export const mailgun: ProviderWire = {
  name: 'mailgun',
  values,
  routes: [
    {
      method: 'POST',
      path: '/v3/:domain/messages',
      needs: 'POST /emails',
      body: 'form',
      run: send,
    },
    ...suppressionRoutes,
  ],
  unservedRoutes: [
    'v1',
    'v2',
    'v3/domains',
    'v3/ips',
    'v3/lists',
    'v3/routes',
    'v3/stats',
    'v4',
    'v5',
  ],
  keyIn({ headers }) {
    const [, encoded = ''] = /^Basic ([\w+/=]{1,200})$/i.exec(headers.authorization ?? '') ?? []
    return /^api:([\w-]{1,100})$/.exec(Buffer.from(encoded, 'base64').toString('latin1'))?.[1]
  },
  problem,
}

/** All emails or none; the id is that of the first one. */
async function send(call: WireCall): Promise<WireAnswer> {
  const emails = emailsOf(call)
  const id = messageId(call.accountId, await sendTogether(call, emails))
  const name = mailgunMessageId(id, emails[0]!.from.email)
  return { status: 200, body: { id: `<${name}>`, message: 'Queued. Thank you.' } }
}

/** Reasons with one answer of the provider, for any value. */
const ERRORS: Partial<Record<ProblemReason, [status: number, message: string]>> = {
  'not-signed-in': [401, 'Forbidden'],
  'not-allowed': [403, 'Forbidden'],
  'no-such-route': [404, 'Not Found'],
  'wrong-method': [405, 'Method Not Allowed'],
  'too-many-calls': [429, 'Too Many Requests'],
}

function problem({ reason, facts, status: ours }: CallProblem): WireAnswer {
  const kept = ours === 404 || ours === 409 || ours === 413 || ours >= 500
  const message = facts.detail ?? new ApiProblem(reason).message
  const [status, said] = ERRORS[reason] ?? [kept ? ours : 400, message]
  return { status, body: { message: said } }
}
