/** Refusals of actions and their edges: reasons, facts, and their sentences. */
import { type Detail, type DetailCode, detailed } from '../domain/details/details.ts'
import {
  type FindingReference,
  isReason,
  type Reason,
  type RefusedPlace,
  reasons,
} from '../domain/refusal.ts'

/** Reasons beside those of the domain, each with one sentence. */
const OWN = {
  'not-signed-in': 'Sign in, or send an API key: Authorization: Bearer ppk_...',
  'code-needed': 'Give the one-time code: POST /api/v1/session/code.',
  'code-set-up-needed': 'The account demands codes: POST /api/v1/session/second-factor.',
  'not-confirmed': 'Give the password again: POST /api/v1/session/confirmation.',
  'not-allowed': 'The caller has not the right to do this.',
  'other-site': 'The request comes from another site.',
  'no-such-route': 'There is nothing at this address.',
  'wrong-method': 'This address has other methods: see Allow.',
  'changed-meanwhile': 'Somebody else has changed it. Read it again, then change it.',
  'in-progress': 'A call with this Idempotency-Key has begun and has no answer yet.',
  'key-used-otherwise': 'This Idempotency-Key was used for another call.',
  'too-many-calls': 'Too many calls. Wait as long as Retry-After says.',
  'too-large': 'The body is too large.',
  'too-slow': 'The body arrived too slowly.',
  'not-json': 'The body is no JSON.',
  'wrong-type': 'The body must be application/json, and a file application/octet-stream.',
  'disk-full': 'The disk of the service is full. Nothing was kept: free some room, try again.',
  fault: 'Something went wrong. Nothing is known to have changed.',
} as const

export type { FilterPart } from '../domain/details/conditions.ts'
export type {
  DefinitionObject,
  DefinitionPart,
  NeededEntry,
} from '../domain/details/definitions.ts'
export type { PassageEvent } from '../domain/details/passages.ts'
export type { ConditionObject, TrackingEffect } from '../domain/details/triggers.ts'
export type { Remedy } from '../domain/remedies.ts'
export type { DetailCode }

export type OwnReason = keyof typeof OWN
export type ProblemReason = Reason | OwnReason

export const problemReasons = [...Object.keys(reasons), ...Object.keys(OWN)] as ProblemReason[]

export interface ProblemFacts {
  /** The value and its error, in one sentence. */
  detail?: string | undefined
  /** The detail as a code with values, for other languages. */
  code?: Detail['code']
  values?: Detail['values']
  /** The sentences of the value `says`, as codes. */
  because?: readonly Pick<Detail, 'code' | 'values'>[] | undefined
  /** The value `says`, if it is what a check of an email has found. */
  finding?: FindingReference | undefined
  /** The path of the value in the request: `body.name`. */
  field?: string | undefined
  /** All values that are wrong, with what is wrong of each. */
  errors?: (Detail & { field: string })[] | undefined
  /** The place in a source or a block. */
  at?: RefusedPlace | undefined
  /** A conflict: the author of the other change, and its differences. */
  meanwhile?: object | undefined
  /** Seconds until another try makes sense. */
  retryAfter?: number | undefined
}

/** Thrown by actions and their edges; rules of the domain throw a Refusal. */
export class ApiProblem extends Error {
  readonly reason: ProblemReason
  readonly facts: ProblemFacts
  constructor(reason: ProblemReason, facts: ProblemFacts = {}) {
    super(facts.detail ?? titleOf(reason))
    this.reason = reason
    this.facts = facts
  }
}

/** A search for people by hidden values. */
export const notByHidden = (field: string): ApiProblem =>
  new ApiProblem('not-allowed', { field, ...detailed('masked-field', { field }) })

export const titleOf = (reason: ProblemReason): string =>
  isOwn(reason) ? OWN[reason] : reasons[reason]

export const isOwn = (reason: ProblemReason): reason is OwnReason =>
  !isReason(reason) && Object.hasOwn(OWN, reason)
