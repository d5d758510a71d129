/**
 * Runs actions for callers of any edge: rights, masks, the actor of the audit log, idempotency
 * keys.
 */
import type { IncomingMessage } from 'node:http'
import { checked, demand } from '../../actions/action.ts'
import { ofListAlone, withinBinding } from '../../actions/bound-by.ts'
import { demandConfirmation, refuseMasked } from '../../actions/demands.ts'
import { entityTag } from '../../actions/entity-tag.ts'
import { noteAct } from '../../actions/home/growth.ts'
import { deprecationHeaders } from '../../actions/http/deprecation.ts'
import type { ApiFile, ApiServices, HttpCall } from '../../actions/http/http-action.ts'
import { withMask, withoutAddresses } from '../../actions/mask.ts'
import { meansOf } from '../../actions/newsletters/writing/reader.ts'
import { ApiProblem, type ProblemFacts } from '../../actions/problem.ts'
import { withAllViolations } from '../../actions/value-problems.ts'
import type { Store } from '../../db/db.ts'
import { withActor } from '../../domain/audit/actor.ts'
import { detailed } from '../../domain/details/details.ts'
import { startCall } from '../../domain/idempotency/idempotency.ts'
import { refusalOf } from '../../domain/refusal.ts'
import type { RequestBodies } from '../../lib/request-bodies.ts'
import { languageOf, reasonWords } from '../page-language.ts'
import { clientOf } from '../visitor.ts'
import { type Caller, demandBilling } from './caller.ts'
import { namingTheOther } from './editing/meanwhile.ts'
import { begun } from './file-answer.ts'
import { saidOf } from './problem.ts'
import type { ApiRoute } from './route.ts'

export interface CallOptions {
  db: Store
  services: ApiServices
  bodies: RequestBodies
  factsOf(req: IncomingMessage): { origin: string; peer: string; id: string }
}

const LONGEST_KEY = 200

export interface ApiAnswer {
  status: number
  body: unknown
  tag?: string | undefined
  file?: ApiFile
  headers?: Record<string, string>
}

/** The parts of a request that an action reads, as they came. */
export interface RequestParts {
  params?: unknown
  query?: unknown
  body?: unknown
}

/** Carries a call out. Refuses a caller without the right. */
export async function answerOf(
  options: CallOptions,
  route: ApiRoute,
  caller: Caller,
  raw: IncomingMessage,
  parts: RequestParts,
  gone: () => AbortSignal,
): Promise<ApiAnswer> {
  const { db } = options
  const given = withMask(caller.masked, () => ({
    params: checked(route.params, parts.params ?? {}, 'path'),
    query: checked(route.query, parts.query ?? {}, 'query'),
    body: route.body && checked(route.body, parts.body ?? {}, 'body'),
  }))
  const { bound, account } = caller
  const input = bound ? await withinBinding(db, account.id, bound, route, given) : given
  const { peer } = options.factsOf(raw)
  const run = () => route.run(contextOf(options, caller, raw, gone), input)
  const work = () => withAllViolations(route.body, input.body, run)
  const actor = { ...caller.actor, peer }
  const made = await withActor(actor, () => withMask(caller.masked, work)).catch(async error => {
    const named = await withMask(caller.masked, () =>
      namingTheOther(db, caller.account.id, input.params, error),
    )
    throw caller.masked ? withMaskedFacts(named) : named
  })
  if (route.method !== 'GET' && caller.session !== undefined) noteAct(db, caller.account.id)
  if (route.file) return { status: 200, body: undefined, file: await begun(made as ApiFile) }
  const answer = withMask(caller.masked, () => answered(route, made))
  answer.headers = deprecationHeaders(route.deprecated, input.query)
  if (bound?.listId) answer.body = ofListAlone(answer.body, bound.listId)
  return caller.masked ? { ...answer, body: withoutAddresses(answer.body) } : answer
}

/** Refuses a caller without the rights that a route needs. */
export async function demandRights(db: Store, route: ApiRoute, caller: Caller): Promise<void> {
  if (route.right !== 'anyone') demand(caller, route.right)
  if (caller.isTest && route.method !== 'GET' && !route.readsTest)
    throw new ApiProblem('not-allowed', detailed('key-test'))
  if (route.billing) await demandBilling(db, caller)
  if (route.personal) refuseMasked(caller)
  if (route.confirmed) demandConfirmation(caller)
}

function contextOf(
  { db, services, factsOf, bodies }: CallOptions,
  caller: Caller,
  raw: IncomingMessage,
  gone: () => AbortSignal,
): HttpCall {
  const { origin, peer } = factsOf(raw)
  const { sealer, fetchable, bounces, relays, smsGateway, rendering } = services
  return {
    db,
    account: caller.account,
    caller,
    ifMatch: raw.headers['if-match'],
    sealer: () => Promise.resolve(sealer),
    fetchable,
    bounces,
    relays,
    settings: () => Promise.resolve(services.installation.settings()),
    smsGateway,
    rendering: () => meansOf(db, caller.account.id, rendering()),
    keyOf: services.keyOf,
    services,
    gone,
    upload: () => bodies.stream(raw),
    inWords: language => reasonWords(languageOf(raw, language)),
    origin,
    declaredBytes: numberOf(raw.headers['content-length']),
    client: clientOf(raw, peer),
  }
}

const numberOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text)

/** The facts of a refusal may contain personal data, too. */
function withMaskedFacts(error: unknown): unknown {
  const refusal = refusalOf(error)
  if (refusal)
    return new ApiProblem(
      refusal.reason,
      withoutAddresses({ ...refusal.coded, detail: saidOf(refusal) }) as ProblemFacts,
    )
  if (!(error instanceof ApiProblem)) return error
  return new ApiProblem(error.reason, withoutAddresses(error.facts) as ProblemFacts)
}

export function answered(route: ApiRoute, made: unknown): ApiAnswer {
  if (!route.out) return { status: 204, body: undefined }
  const body = route.out.parse(made)
  const status = route.creates ? 201 : 200
  const tag = route.tag && entityTag(route.tag(body))
  return { status, body, tag }
}

/** A call that its caller may repeat with a key. */
export interface RepeatedCall {
  key: string
  /** Identifies the request: method, address and body. */
  call: string
  /** The work is idempotent by itself: a call without an answer is run again. */
  resumable?: boolean
}

/** Carries a call out once for its key. A call that failed may be tried again with it. */
export async function once(
  { db, services }: CallOptions,
  caller: Caller,
  { key, call, resumable = false }: RepeatedCall,
  work: () => Promise<ApiAnswer>,
): Promise<ApiAnswer> {
  const field = 'Idempotency-Key'
  if (key === '' || key.length > LONGEST_KEY)
    throw new ApiProblem('not-valid', {
      field,
      ...detailed('call-key-long', { most: LONGEST_KEY }),
    })
  const accountId = caller.account.id
  const started = await startCall(db, services.sealer, {
    accountId,
    key: `${caller.key} ${key}`,
    call,
  })
  if (started.state === 'begun') {
    if (resumable) return work()
    throw new ApiProblem('in-progress')
  }
  if (started.state === 'other-call') throw new ApiProblem('key-used-otherwise')
  if (started.state === 'answered') {
    const { status, answer } = started.answer
    return { status, body: answer === '' ? undefined : JSON.parse(answer) }
  }
  try {
    const made = await work()
    const answer = made.body === undefined ? '' : JSON.stringify(made.body)
    await started.keep({ status: made.status, answer })
    return made
  } catch (error) {
    // A refusal has changed nothing; the outcome of a fault is unknown.
    if (error instanceof ApiProblem || refusalOf(error)) await started.forget()
    throw error
  }
}
