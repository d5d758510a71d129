/**
 * The JSON API under /api/v1: carries out the routes of the table. Its own Fastify instance, so
 * that its limits and refusals are its own.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import Fastify, { type FastifyReply, type FastifyRequest, type HTTPMethods } from 'fastify'
import { checked, demand } from '../../actions/action.ts'
import { demandConfirmation, refuseMasked } from '../../actions/demands.ts'
import { entityTag } from '../../actions/entity-tag.ts'
import { noteAct } from '../../actions/home/growth.ts'
import type { ApiFile, ApiServices, HttpCall, VisitorCall } from '../../actions/http/http-action.ts'
import { withMask, withoutAddresses } from '../../actions/mask.ts'
import { meansOf } from '../../actions/newsletters/writing/reader.ts'
import { ApiProblem, type ProblemFacts } from '../../actions/problem.ts'
import type { Store } from '../../db/db.ts'
import { withActor, withPeer } from '../../domain/audit/actor.ts'
import { detailed } from '../../domain/details/details.ts'
import { startCall } from '../../domain/idempotency/idempotency.ts'
import { refusalOf } from '../../domain/refusal.ts'
import { CallerGone, callerGone } from '../../lib/caller-gone.ts'
import { BodyRefused, type RequestBodies } from '../../lib/request-bodies.ts'
import { languageOf, reasonWords } from '../page-language.ts'
import { clientOf, sessionCookie } from '../visitor.ts'
import { locationOf, methodsAt } from './addresses.ts'
import { createAdmission } from './admission/admit.ts'
import { BODY_PROBLEMS, jsonBody } from './admission/json-body.ts'
import { createRefusedCalls } from './admission/refused-calls.ts'
import { type Caller, demandBilling, refuseOtherSites } from './caller.ts'
import { namingTheOther } from './editing/meanwhile.ts'
import { begun, sendFile } from './file-answer.ts'
import type { LiveHub } from './live/hub.ts'
import { registerLive } from './live/route.ts'
import { registerMcp } from './mcp/route.ts'
import { openApiDocument } from './openapi.ts'
import { factsOfRefusal, saidOf, sendProblem } from './problem.ts'
import { referencePage } from './reference.ts'
import type { ApiRoute } from './route.ts'
import { routes } from './table.ts'

export interface ApiOptions {
  db: Store
  services: ApiServices
  bodies: RequestBodies
  hub: LiveHub
  /** Of each session or key, unless the key has a limit of its own. */
  callsPerMinute: number
  factsOf(req: IncomingMessage): { origin: string; peer: string; id: string }
  report(error: unknown, id: string): void
}

const API_PATH = '/api/v1'
const LONGEST_KEY = 200
/** The framework's HEAD would make a file whole, and say that it is empty. */
const READ: HTTPMethods[] = ['GET', 'HEAD']

export async function createApi(
  options: ApiOptions,
): Promise<(req: IncomingMessage, res: ServerResponse) => void> {
  const { bodies, factsOf, report } = options
  const app = Fastify({ logger: false, exposeHeadRoutes: true })
  const admit = createAdmission(
    options.db,
    options.callsPerMinute,
    request => factsOf(request.raw).origin,
  )
  const noteRefusal = createRefusedCalls(options.db, error => report(error, ''))

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', async (request: FastifyRequest) =>
    jsonBody(request, bodies),
  )

  // Files are not read here.
  app.addContentTypeParser('application/octet-stream', async () => undefined)

  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'Cache-Control': 'no-store',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
    })
  })

  app.get(`${API_PATH}/openapi.json`, async (request, reply) =>
    reply.send(openApiDocument(routes, factsOf(request.raw).origin)),
  )
  app.get(`${API_PATH}/reference`, async (_request, reply) => {
    const { page, policy } = referencePage(routes)
    return reply.header('Content-Security-Policy', policy).type('text/html').send(page)
  })

  registerLive(app, `${API_PATH}/live`, options)
  registerMcp(app, { db: options.db, factsOf, admit })

  for (const route of routes)
    app.route({
      method: route.method === 'GET' ? READ : route.method,
      url: API_PATH + route.path,
      config: { bodyBytes: route.bodyBytes },
      onRequest: route.right === 'anyone' ? [] : [admit],
      handler: (request, reply) => carryOut(route, request, reply),
    })

  app.setNotFoundHandler((request, reply) => {
    const { id } = factsOf(request.raw)
    const methods = methodsAt(request.url.slice(API_PATH.length))
    if (methods.length === 0) return sendProblem(reply, 'no-such-route', id)
    return sendProblem(reply.header('Allow', methods.join(', ')), 'wrong-method', id)
  })

  app.setErrorHandler((error: Error & { code?: string }, request, reply) => {
    const { id, peer } = factsOf(request.raw)
    if (error instanceof ApiProblem) {
      noteRefusal(request, error, peer)
      return sendProblem(reply, error.reason, id, error.facts)
    }
    if (error instanceof BodyRefused) {
      if (!request.raw.complete) reply.header('Connection', 'close')
      return sendProblem(reply, BODY_PROBLEMS[error.trouble], id)
    }
    const refusal = refusalOf(error)
    if (refusal) return sendProblem(reply, refusal.reason, id, factsOfRefusal(refusal))
    if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return sendProblem(reply, 'wrong-type', id)
    if (error.code?.startsWith('FST_ERR_CTP')) return sendProblem(reply, 'not-json', id)
    report(error, id)
    if (error instanceof CallerGone) return void reply.hijack().raw.destroy()
    if (error.code === 'ENOSPC' || error.code === 'EDQUOT')
      return sendProblem(reply, 'disk-full', id)
    return sendProblem(reply, 'fault', id, detailed('call-number', { id }))
  })

  async function carryOut(route: ApiRoute, request: FastifyRequest, reply: FastifyReply) {
    if (request.headers['if-match'] !== undefined && !route.readsIfMatch && route.method !== 'GET')
      throw new ApiProblem('not-valid', { field: 'If-Match', ...detailed('if-match-unread') })
    if (route.right === 'anyone') return send(reply, route, await visited(route, request, reply))
    const caller = request.caller!
    demand(caller, route.right)
    if (route.billing) await demandBilling(options.db, caller)
    if (route.personal) refuseMasked(caller)
    if (route.confirmed) demandConfirmation(caller)
    // The rest of a file that was refused is read and dropped: else the next call of the connection
    // would wait behind it.
    if (route.upload) reply.raw.once('finish', () => request.raw.resume())
    const gone = () => callerGone(reply.raw)
    const work = () => answerOf(options, route, caller, request, gone)
    const key = request.headers['idempotency-key']
    if (route.method !== 'POST' || typeof key !== 'string') return send(reply, route, await work())
    return send(reply, route, await once(options, caller, request, key, work))
  }

  async function visited(route: ApiRoute, request: FastifyRequest, reply: FastifyReply) {
    const { origin, peer } = factsOf(request.raw)
    refuseOtherSites(request.raw, origin)
    const { db, services } = options
    const call: VisitorCall = {
      db,
      services,
      client: clientOf(request.raw, peer),
      session: sessionCookie.in(request.raw, origin),
      gone: () => callerGone(reply.raw),
      setSession: token => void reply.header('Set-Cookie', sessionCookie.set(token, origin)),
      clearSession: () => void reply.header('Set-Cookie', sessionCookie.set('', origin)),
    }
    const body = route.body && checked(route.body, request.body ?? {}, 'body')
    return answered(route, await withPeer(peer, () => route.visit(call, { body })))
  }

  await app.ready()
  return app.routing.bind(app)
}

interface ApiAnswer {
  status: number
  body: unknown
  tag?: string | undefined
  file?: ApiFile
}

async function answerOf(
  { db, services, factsOf, bodies }: ApiOptions,
  route: ApiRoute,
  caller: Caller,
  request: FastifyRequest,
  gone: () => AbortSignal,
): Promise<ApiAnswer> {
  const input = withMask(caller.masked, () => ({
    params: checked(route.params, request.params, 'path'),
    query: checked(route.query, request.query, 'query'),
    body: route.body && checked(route.body, request.body ?? {}, 'body'),
  }))
  const { origin, peer } = factsOf(request.raw)
  const { sealer, fetchable, bounces, relays, smsGateway, rendering } = services
  const call: HttpCall = {
    db,
    account: caller.account,
    caller,
    ifMatch: request.headers['if-match'],
    sealer: () => Promise.resolve(sealer),
    fetchable,
    bounces,
    relays,
    smsGateway,
    rendering: () => meansOf(db, caller.account.id, rendering()),
    keyOf: services.keyOf,
    services,
    gone,
    upload: () => bodies.stream(request.raw),
    inWords: language => reasonWords(languageOf(request.raw, language)),
    origin,
    declaredBytes: numberOf(request.headers['content-length']),
    client: clientOf(request.raw, peer),
  }
  const work = () => route.run(call, input)
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
  return caller.masked ? { ...answer, body: withoutAddresses(answer.body) } : answer
}

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

function answered(route: ApiRoute, made: unknown): ApiAnswer {
  if (!route.out) return { status: 204, body: undefined }
  const body = route.out.parse(made)
  const status = route.creates ? 201 : 200
  const tag = route.tag && entityTag(route.tag(body))
  return { status, body, tag }
}

/** Carries a call out once for its key. A call that failed may be tried again with it. */
async function once(
  { db, services }: ApiOptions,
  caller: Caller,
  request: FastifyRequest,
  key: string,
  work: () => Promise<ApiAnswer>,
): Promise<ApiAnswer> {
  const field = 'Idempotency-Key'
  if (key === '' || key.length > LONGEST_KEY)
    throw new ApiProblem('not-valid', {
      field,
      ...detailed('call-key-long', { most: LONGEST_KEY }),
    })
  const call = `${request.method} ${request.url} ${JSON.stringify(request.body ?? null)}`
  const accountId = caller.account.id
  const started = await startCall(db, services.sealer, {
    accountId,
    key: `${caller.key} ${key}`,
    call,
  })
  if (started.state === 'begun') throw new ApiProblem('in-progress')
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

function send(
  reply: FastifyReply,
  route: ApiRoute,
  { status, body, tag, file }: ApiAnswer,
): FastifyReply | Promise<FastifyReply> {
  if (file) return sendFile(reply, file)
  if (tag !== undefined) reply.header('ETag', tag)
  const location = status === 201 ? locationOf(route, reply.request.url, body) : undefined
  if (location !== undefined) reply.header('Location', location)
  return body === undefined ? reply.code(status).send() : reply.code(status).send(body)
}

const numberOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text)
