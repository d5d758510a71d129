/**
 * The JSON API under /api/v1: carries out the routes of the table. Its own Fastify instance, so
 * that its limits and refusals are its own.
 */

import { IncomingMessage, type ServerResponse } from 'node:http'
import Fastify, { type FastifyReply, type FastifyRequest, type HTTPMethods } from 'fastify'
import { checked } from '../../actions/action.ts'
import type { VisitorCall } from '../../actions/http/http-action.ts'
import { ApiProblem } from '../../actions/problem.ts'
import { withAllViolations } from '../../actions/value-problems.ts'
import { withPeer } from '../../domain/audit/actor.ts'
import { detailed } from '../../domain/details/details.ts'
import type { CallNotes } from '../../domain/programs/note-calls.ts'
import type { CallLimits } from '../../lib/call-limits.ts'
import { CallerGone, callerGone } from '../../lib/caller-gone.ts'
import { BodyRefused } from '../../lib/request-bodies.ts'
import { clientOf, sessionCookie } from '../visitor.ts'
import { locationOf, methodsAt } from './addresses.ts'
import { callCounter, createAdmission } from './admission/admit.ts'
import { jsonBody } from './admission/json-body.ts'
import { createRefusedCalls } from './admission/refused-calls.ts'
import { callerOf, refuseOtherSites } from './caller.ts'
import {
  type ApiAnswer,
  answered,
  answerOf,
  type CallOptions,
  demandRights,
  once,
} from './calls.ts'
import { registerCompression } from './compression.ts'
import { sendFile } from './file-answer.ts'
import type { LiveHub } from './live/hub.ts'
import { registerLive } from './live/route.ts'
import { registerMcp } from './mcp/route.ts'
import { registerNotModified } from './not-modified.ts'
import { createNotedCalls } from './noted-calls.ts'
import { registerOAuth } from './oauth/endpoints.ts'
import { operationId } from './operation-names.ts'
import { faultOf, problemOf, sendProblem } from './problem.ts'
import { createProgramCalls, type ProgramCalls } from './program-calls.ts'
import { documentsBelow } from './reference/documents.ts'
import { type ApiRoute, namesIn } from './route.ts'
import { routes } from './table.ts'

export interface ApiOptions extends CallOptions {
  hub: LiveHub
  callLimits: CallLimits
  noteProgram: CallNotes['note']
  report(error: unknown, id: string): void
}

export interface Api {
  answer(req: IncomingMessage, res: ServerResponse): void
  /** The same actions and limits for programs that speak the wire of a provider. */
  programs: ProgramCalls
}

const API_PATH = '/api/v1'
/** The framework's HEAD would make a file whole, and say that it is empty. */
const READ: HTTPMethods[] = ['GET', 'HEAD']

export async function createApi(options: ApiOptions): Promise<Api> {
  const { bodies, factsOf, report } = options
  const app = Fastify({ logger: false, exposeHeadRoutes: true })
  const count = callCounter(options.callLimits)
  const admit = createAdmission(count, ({ raw }) => callerOf(options.db, raw, factsOf(raw)))
  const noteRefusal = createRefusedCalls(options.db, error => report(error, ''))
  const note = createNotedCalls(options.noteProgram, factsOf)

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

  const documents = documentsBelow(API_PATH)
  registerNotModified(app, documents.has)
  registerCompression(app, documents.has)
  documents.register(app, request => factsOf(request.raw).origin)

  registerLive(app, `${API_PATH}/live`, options)
  registerMcp(app, { db: options.db, factsOf, count, note })
  registerOAuth(app, { db: options.db, sealer: options.services.sealer, bodies, factsOf })

  for (const route of routes)
    app.route({
      method: route.method === 'GET' ? READ : route.method,
      url: API_PATH + route.path,
      config: { bodyBytes: route.bodyBytes },
      onRequest: route.right === 'anyone' ? [] : [admit],
      onResponse: noting(route),
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
    const problem = problemOf(error)
    if (problem) {
      noteRefusal(request.raw, request.routeOptions.url ?? '', problem.reason, peer)
      if (error instanceof BodyRefused && !request.raw.complete) reply.header('Connection', 'close')
      return sendProblem(reply, problem.reason, id, problem.facts)
    }
    if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return sendProblem(reply, 'wrong-type', id)
    if (error.code?.startsWith('FST_ERR_CTP')) return sendProblem(reply, 'not-json', id)
    report(error, id)
    if (error instanceof CallerGone) return void reply.hijack().raw.destroy()
    const { reason, facts } = faultOf(error, id)
    return sendProblem(reply, reason, id, facts)
  })

  function noting(route: ApiRoute) {
    const call = { binding: 'json', operation: operationId(route) } as const
    const names = () => namesIn(route)
    return async ({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> => {
      // That of a tool is noted as the tool.
      if (raw instanceof IncomingMessage)
        note(raw, reply.raw, { ...call, names, millis: reply.elapsedTime })
    }
  }

  async function carryOut(route: ApiRoute, request: FastifyRequest, reply: FastifyReply) {
    if (request.headers['if-match'] !== undefined && !route.readsIfMatch && route.method !== 'GET')
      throw new ApiProblem('not-valid', { field: 'If-Match', ...detailed('if-match-unread') })
    if (route.right === 'anyone') return send(reply, route, await visited(route, request, reply))
    const caller = request.caller!
    await demandRights(options.db, route, caller)
    // The rest of a file that was refused is read and dropped: else the next call of the connection
    // would wait behind it.
    if (route.upload) reply.raw.once('finish', () => request.raw.resume())
    const gone = () => callerGone(reply.raw)
    const { params, query, body } = request
    const work = (given: unknown) =>
      answerOf(options, route, caller, request.raw, { params, query, body: given }, gone)
    const key = request.headers['idempotency-key']
    if (route.method !== 'POST' || typeof key !== 'string')
      return send(reply, route, await work(body))
    const call = `${request.method} ${request.url} ${JSON.stringify(body ?? null)}`
    const repeated = { key, call, resumable: route.resumes !== undefined }
    const keyed = () => work(route.resumes ? route.resumes(body, key) : body)
    return send(reply, route, await once(options, caller, repeated, keyed))
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
    const visit = () => withPeer(peer, () => route.visit(call, { body }))
    return answered(route, await withAllViolations(route.body, body, visit))
  }

  await app.ready()
  return {
    answer: app.routing.bind(app),
    programs: createProgramCalls(options, { count, noteRefusal, note }),
  }
}

function send(
  reply: FastifyReply,
  route: ApiRoute,
  { status, body, tag, file, headers }: ApiAnswer,
): FastifyReply | Promise<FastifyReply> {
  if (file) return sendFile(reply, file)
  if (headers) reply.headers(headers)
  if (tag !== undefined) reply.header('ETag', tag)
  const location = status === 201 ? locationOf(route, reply.request.url, body) : undefined
  if (location !== undefined) reply.header('Location', location)
  return body === undefined ? reply.code(status).send() : reply.code(status).send(body)
}
