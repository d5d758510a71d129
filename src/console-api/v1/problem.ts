/**
 * Refusals as problem documents (RFC 9457): the only table of how a reason looks in the JSON API.
 */
import type { FastifyReply } from 'fastify'
import { isReason, type Reason, type RefusedPlace, reasons } from '../../domain/refusal.ts'

/** Reasons of the API itself, each with its status and one sentence. */
const OWN = {
  'not-signed-in': [401, 'Sign in, or send an API key: Authorization: Bearer ppk_...'],
  'code-needed': [401, 'Give the one-time code: POST /api/v1/session/code.'],
  'code-set-up-needed': [403, 'The account demands codes: POST /api/v1/session/second-factor.'],
  'not-confirmed': [403, 'Give the password again: POST /api/v1/session/confirmation.'],
  'not-allowed': [403, 'The caller has not the right to do this.'],
  'other-site': [403, 'The request comes from another site.'],
  'no-such-route': [404, 'There is nothing at this address.'],
  'changed-meanwhile': [412, 'Somebody else has changed it. Read it again, then change it.'],
  'in-progress': [409, 'A call with this Idempotency-Key has begun and has no answer yet.'],
  'key-used-otherwise': [422, 'This Idempotency-Key was used for another call.'],
  'too-many-calls': [429, 'Too many calls. Wait as long as Retry-After says.'],
  'too-large': [413, 'The body is too large.'],
  'too-slow': [408, 'The body arrived too slowly.'],
  'not-json': [400, 'The body is no JSON.'],
  'disk-full': [
    507,
    'The disk of the service is full. Nothing was kept: free some room, try again.',
  ],
  fault: [500, 'Something went wrong. Nothing is known to have changed.'],
} as const

const STATUS: Partial<Record<Reason, number>> = {
  'unknown-credentials': 401,
  'too-many-failures': 429,
  'out-of-room': 503,
  'not-now': 409,
  'far-more-people': 409,
  'members-only': 403,
  'wrong-code': 401,
  'not-proven': 409,
  'not-ours': 403,
  'opted-out': 409,
  'not-activated': 409,
}

export type ProblemReason = Reason | keyof typeof OWN

export const problemReasons = [...Object.keys(reasons), ...Object.keys(OWN)] as ProblemReason[]

export interface ProblemFacts {
  /** What is wrong with which value, in one sentence. */
  detail?: string | undefined
  /** The path of the value in the request: `body.name`. */
  field?: string | undefined
  /** The place in a source or a block. */
  at?: RefusedPlace | undefined
  /** Who has changed it since, and what differs. */
  meanwhile?: object | undefined
  /** Seconds until another try makes sense. */
  retryAfter?: number | undefined
}

export function statusOf(reason: ProblemReason): number {
  if (isOwn(reason)) return OWN[reason][0]
  return STATUS[reason] ?? (reason.startsWith('no-such-') ? 404 : 400)
}

/** Thrown by the edge itself; rules of the domain throw a Refusal. */
export class ApiProblem extends Error {
  readonly reason: ProblemReason
  readonly facts: ProblemFacts
  constructor(reason: ProblemReason, facts: ProblemFacts = {}) {
    super(facts.detail ?? titleOf(reason))
    this.reason = reason
    this.facts = facts
  }
}

/** Asking for people by what the caller may not see. */
export const notByHidden = (field: string): ApiProblem =>
  new ApiProblem('not-allowed', {
    field,
    detail: `${field}: the caller may not see personal data, and not ask for people by it.`,
  })

/** The members of the document: RFC 9457, section 3. `call` is the number in the log. */
export function sendProblem(
  reply: FastifyReply,
  reason: ProblemReason,
  call: string,
  { detail, field, at, meanwhile, retryAfter }: ProblemFacts = {},
): FastifyReply {
  const status = statusOf(reason)
  if (retryAfter !== undefined) reply.header('Retry-After', Math.max(1, Math.ceil(retryAfter)))
  else if (status === 503 || status === 429) reply.header('Retry-After', 10)
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer realm="Pennypost"')
  return reply
    .code(status)
    .type('application/problem+json')
    .send({
      type: `/api/v1/reference#${reason}`,
      title: titleOf(reason),
      status,
      reason,
      detail: detail ?? titleOf(reason),
      ...(field === undefined ? {} : { field }),
      ...(at && { at }),
      ...(meanwhile && { meanwhile }),
      call,
    })
}

export const titleOf = (reason: ProblemReason): string =>
  isOwn(reason) ? OWN[reason][1] : reasons[reason]

const isOwn = (reason: ProblemReason): reason is keyof typeof OWN =>
  !isReason(reason) && Object.hasOwn(OWN, reason)
