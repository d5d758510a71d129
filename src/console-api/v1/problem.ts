/**
 * Refusals as problem documents (RFC 9457): the only table of how a reason looks in the JSON API.
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import {
  ApiProblem,
  isOwn,
  type OwnReason,
  type ProblemFacts,
  type ProblemReason,
  titleOf,
} from '../../actions/problem.ts'
import { detailed } from '../../domain/details/details.ts'
import { type Reason, type Refusal, refusalOf } from '../../domain/refusal.ts'
import { BodyRefused } from '../../lib/request-bodies.ts'
import { BODY_PROBLEMS } from './admission/json-body.ts'

const OWN_STATUS: Record<OwnReason, number> = {
  'not-signed-in': 401,
  'code-needed': 401,
  'code-set-up-needed': 403,
  'not-confirmed': 403,
  'not-allowed': 403,
  'other-site': 403,
  'no-such-route': 404,
  'wrong-method': 405,
  'changed-meanwhile': 412,
  'in-progress': 409,
  'key-used-otherwise': 422,
  'too-many-calls': 429,
  'too-large': 413,
  'too-slow': 408,
  'not-json': 400,
  'wrong-type': 415,
  'disk-full': 507,
  fault: 500,
}

const STATUS: Partial<Record<Reason, number>> = {
  'unknown-credentials': 401,
  'too-many-failures': 429,
  'out-of-room': 503,
  'not-now': 409,
  'people-removed': 409,
  'far-more-people': 409,
  'members-only': 403,
  'wrong-code': 401,
  'not-proven': 409,
  'not-ours': 403,
  'opted-out': 409,
  'not-permitted': 403,
  'not-activated': 409,
}

export function statusOf(reason: ProblemReason): number {
  if (isOwn(reason)) return OWN_STATUS[reason]
  return STATUS[reason] ?? (reason.startsWith('no-such-') ? 404 : 400)
}

/** The members of the document: RFC 9457, section 3. `call` is the number in the log. */
export function sendProblem(
  reply: FastifyReply,
  reason: ProblemReason,
  call: string,
  {
    detail,
    code,
    values,
    because,
    finding,
    field,
    errors,
    at,
    meanwhile,
    retryAfter,
  }: ProblemFacts = {},
): FastifyReply {
  const status = statusOf(reason)
  keepRefusal(reply.request.raw, { reason, facts: { field, errors, code } })
  if (retryAfter !== undefined) reply.header('Retry-After', Math.max(1, Math.ceil(retryAfter)))
  else if (status === 503 || status === 429) reply.header('Retry-After', 10)
  if (status === 401 && !reply.hasHeader('WWW-Authenticate'))
    reply.header('WWW-Authenticate', 'Bearer realm="Pennypost"')
  return reply
    .code(status)
    .type('application/problem+json')
    .send({
      type: `/api/v1/reference#${reason}`,
      title: titleOf(reason),
      status,
      reason,
      detail: detail ?? titleOf(reason),
      ...(code === undefined ? {} : { code, values }),
      ...(because && { because: because.map(({ code, values }) => ({ code, values })) }),
      ...(finding && { finding }),
      ...(field === undefined ? {} : { field }),
      ...(errors && { errors }),
      ...(at && { at }),
      ...(meanwhile && { meanwhile }),
      call,
    })
}

/** Why a call was refused, and for which values, by their paths. */
interface CallRefusal {
  reason: ProblemReason
  fields: readonly { field: string; code?: string | undefined }[]
}

const refusals = new WeakMap<IncomingMessage, CallRefusal>()

/** Undefined: the call was not refused. */
export const refusalOfCall = (req: IncomingMessage): CallRefusal | undefined => refusals.get(req)

export function keepRefusal(req: IncomingMessage, { reason, facts }: ToldProblem): void {
  refusals.set(req, { reason, fields: fieldsIn(facts) })
}

const fieldsIn = ({ field, errors, code }: ProblemFacts): CallRefusal['fields'] =>
  errors ?? (field === undefined ? [] : [{ field, code }])

/** Of a mistake in a block the reason only: its place is apart, in `at`. */
export const saidOf = ({ place, subject, message }: Refusal): string =>
  place?.block === undefined ? message : (subject ?? message)

const factsOfRefusal = (refusal: Refusal): ProblemFacts => ({
  ...refusal.coded,
  detail: saidOf(refusal),
  at: refusal.place,
})

/** An error in terms of the caller: a reason and its facts. */
export interface ToldProblem {
  reason: ProblemReason
  facts: ProblemFacts
}

/** Undefined: a fault, of which the caller learns nothing but the number of the call. */
export function problemOf(error: unknown): ToldProblem | undefined {
  if (error instanceof ApiProblem) return error
  if (error instanceof BodyRefused) return { reason: BODY_PROBLEMS[error.trouble], facts: {} }
  const refusal = refusalOf(error)
  return refusal && { reason: refusal.reason, facts: factsOfRefusal(refusal) }
}

/** `id`: the number of the call in the log. */
export function faultOf(error: unknown, id: string): ToldProblem {
  const { code } = error as { code?: string }
  if (code === 'ENOSPC' || code === 'EDQUOT') return { reason: 'disk-full', facts: {} }
  return { reason: 'fault', facts: detailed('call-number', { id }) }
}
