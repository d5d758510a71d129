/**
 * Everything under /console: the files of the web console, login links, and a sign-in without
 * scripts, which the sandbox leads to.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { AskReset } from '../actions/members/mail/ask-reset.ts'
import type { Store } from '../db/db.ts'
import { type ConsoleSession, endSession } from '../domain/accounts/session.ts'
import { withPeer } from '../domain/audit/actor.ts'
import { type PasswordChecks, signInToConsole } from '../domain/members/entry/console-sign-in.ts'
import { refusalOf } from '../domain/refusal.ts'
import { CallerGone, callerGone } from '../lib/caller-gone.ts'
import type { OpenIdProvider } from '../lib/openid-provider.ts'
import {
  BODY_STATUS,
  BodyRefused,
  type BodyTrouble,
  type RequestBodies,
} from '../lib/request-bodies.ts'
import {
  ASSET_POLICY,
  type ConsoleFiles,
  EMAIL_FRAME,
  emailPolicy,
  openConsoleFiles,
} from './console-files.ts'
import { codePage, registerLinkPages } from './link-pages.ts'
import { registerLoginLinks } from './login-link-pages.ts'
import { languageOf, refusalIn } from './page-language.ts'
import { contentPolicy, messagePage, notBuiltPage, signInPage } from './pages.ts'
import { registerProviderPages } from './provider-pages.ts'
import type { PageTexts } from './texts.ts'
import {
  clientOf,
  fromElsewhere,
  safeReturnTo,
  sessionBehind,
  sessionCookie,
  signedIn,
} from './visitor.ts'

export interface ConsoleOptions {
  db: Store
  checks: PasswordChecks
  bodies: RequestBodies
  /** Facts of the request: the client, and the public origin. */
  factsOf(req: IncomingMessage): { origin: string; peer: string; id: string }
  /** Where the web console was built. */
  folder: string
  report(error: unknown, id: string): void
  /** Where people may sign in, too. */
  provider: OpenIdProvider | undefined
  askReset: AskReset
}

/** Size limit of a form. */
const MOST_BYTES = 16 * 1024
const PAGE = /^\/console(?:\/[a-z0-9-]{1,40}){1,4}(?:\?|$)/
const CONTENT_POLICY = contentPolicy()

export async function createConsole(
  options: ConsoleOptions,
): Promise<(req: IncomingMessage, res: ServerResponse) => void> {
  const { db, checks, factsOf, folder, report, provider, askReset } = options
  const signInForm = ({ raw }: FastifyRequest, facts: Parameters<typeof signInPage>[1] = {}) =>
    signInPage(languageOf(raw), { ...facts, provider: provider?.name })
  const originOf = (request: FastifyRequest) => factsOf(request.raw).origin
  const files = openConsoleFiles(folder)
  const app = Fastify({
    logger: false,
    exposeHeadRoutes: true,
    routerOptions: { ignoreTrailingSlash: true },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', async (request: FastifyRequest) =>
    formOf(request.raw, options.bodies),
  )

  addHooks(app, options)

  app.get<{ Querystring: { to?: unknown } }>('/console', async (request, reply) => {
    const session = await sessionBehind(db, request.raw, originOf(request))
    if (session?.wants === 'code') return showCode(request, reply, session)
    const account = await signedIn(db, request.raw, originOf(request))
    const to = safeReturnTo(request.query.to)
    if (to !== '')
      return account ? reply.redirect(to, 303) : show(reply, signInForm(request, { to }))
    if (files) return showApplication(request, reply, files)
    return show(reply, account ? notBuiltPage(account.username) : signInForm(request))
  })
  app.get('/console/sign-in', async (request, reply) => show(reply, signInForm(request)))

  app.get<{ Params: { name: string } }>('/console/assets/:name', async (request, reply) => {
    const accepted = String(request.headers['accept-encoding'] ?? '')
    const asset = files?.asset(request.params.name, accepted)
    if (!asset) return reply.callNotFound()
    const { type, encoding, bytes } = asset
    if (encoding !== undefined) reply.header('Content-Encoding', encoding)
    return reply
      .headers({
        'Cache-Control': 'public, max-age=31536000, immutable',
        Vary: 'Accept-Encoding',
        'Content-Security-Policy': ASSET_POLICY,
      })
      .type(type)
      .send(bytes)
  })

  app.get<{ Querystring: { pictures?: unknown } }>('/console/email-frame', (request, reply) =>
    show(
      reply.headers({
        'Content-Security-Policy': emailPolicy(
          request.headers.host ?? '',
          request.query.pictures === 'all' ? 'all' : 'own',
        ),
        'X-Frame-Options': 'SAMEORIGIN',
        // A policy with a sandbox and this one exclude each other.
        'Cross-Origin-Opener-Policy': 'unsafe-none',
      }),
      EMAIL_FRAME,
    ),
  )

  registerLoginLinks(app, { db, factsOf, welcome })

  app.post<{ Body: { username?: unknown; password?: unknown; to?: unknown } | null }>(
    '/console/sign-in',
    async (request, reply) => {
      const username = textOf(request.body?.username)
      const to = safeReturnTo(request.body?.to)
      try {
        const { peer } = factsOf(request.raw)
        const password = textOf(request.body?.password)
        const given = { username, password, ...clientOf(request.raw, peer) }
        const session = await signInToConsole(db, checks, given, () => callerGone(reply.raw))
        return welcome(request, reply, session, to)
      } catch (error) {
        const refusal = refusalOf(error)
        if (!refusal) throw error
        const alert = refusalIn(languageOf(request.raw), refusal)
        const page = signInForm(request, { username, to, alert })
        return show(reply.code(STATUS[refusal.reason] ?? 400), page)
      }
    },
  )

  registerLinkPages(app, { db, checks, factsOf, welcome, askReset })
  if (provider) registerProviderPages(app, { db, provider, factsOf, report, welcome })

  app.post('/console/sign-out', async (request, reply) => {
    const origin = originOf(request)
    await endSession(db, sessionCookie.in(request.raw, origin))
    return reply.header('Set-Cookie', sessionCookie.set('', origin)).redirect('/console', 303)
  })

  app.setNotFoundHandler(async (request, reply) => {
    if (request.method === 'OPTIONS')
      return reply.code(204).header('Allow', 'GET, HEAD, OPTIONS, POST').send()
    // Pages of the application have addresses, which it alone knows.
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (files && reads && PAGE.test(request.url)) return showApplication(request, reply, files)
    return show(
      reply.code(404),
      messagePage(languageOf(request.raw), ({ nothingHere }) => nothingHere),
    )
  })

  handleErrors(app, options)

  /** For every session: authorisation is checked by the API, call by call. */
  async function showApplication(request: FastifyRequest, reply: FastifyReply, of: ConsoleFiles) {
    const session = await sessionBehind(db, request.raw, originOf(request))
    if (session?.wants === 'code') return showCode(request, reply, session)
    const { page, policy } = of.page(session !== undefined)
    return show(reply.header('Content-Security-Policy', policy), page)
  }

  async function welcome(
    request: FastifyRequest,
    reply: FastifyReply,
    session: string,
    to: string,
  ) {
    const origin = originOf(request)
    // The old session ends, as the browser forgets its cookie and could not sign it out.
    await endSession(db, sessionCookie.in(request.raw, origin))
    reply.header('Set-Cookie', sessionCookie.set(session, origin))
    return reply.redirect(to || '/console', 303)
  }

  await app.ready()
  return app.routing.bind(app)
}

/** The fields of a form; of those with the same name the last. */
async function formOf(req: IncomingMessage, bodies: RequestBodies): Promise<object> {
  const body = await bodies.read(req, { sender: 'stranger', most: MOST_BYTES })
  return Object.fromEntries(new URLSearchParams(body.toString('utf8')))
}

/** Headers of each answer; forms of other sites are refused. */
function addHooks(app: FastifyInstance, { factsOf }: ConsoleOptions): void {
  // After the body, so that handlers of its events have the address in their request context.
  app.addHook('preValidation', (request, _reply, done) => withPeer(factsOf(request.raw).peer, done))
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'Content-Security-Policy': CONTENT_POLICY,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'X-Frame-Options': 'DENY',
      'Cache-Control': 'no-store',
    })
    if (request.method === 'POST' && fromElsewhere(request.raw, factsOf(request.raw).origin)) {
      return show(
        reply.code(403),
        messagePage(languageOf(request.raw), ({ otherSite }) => otherSite),
      )
    }
  })
}

function handleErrors(app: FastifyInstance, { factsOf, report }: ConsoleOptions): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const language = languageOf(request.raw)
    if (error instanceof BodyRefused) {
      const { trouble } = error
      if (!request.raw.complete) reply.header('Connection', 'close')
      if (trouble === 'no-room') reply.header('Retry-After', 10)
      return show(reply.code(BODY_STATUS[trouble]), messagePage(language, UNREAD[trouble]))
    }
    const { statusCode = 500 } = error
    if (statusCode < 500)
      return show(
        reply.code(statusCode),
        messagePage(language, ({ notUnderstood }) => notUnderstood),
      )
    const { id } = factsOf(request.raw)
    report(error, id)
    if (error instanceof CallerGone) return void reply.hijack().raw.destroy()
    return show(
      reply.code(500),
      messagePage(language, ({ fault }) => fault(id)),
    )
  })
}

const UNREAD: Record<BodyTrouble, (texts: PageTexts) => [title: string, sentence: string]> = {
  'too-large': ({ tooLarge }) => tooLarge,
  'too-slow': ({ tooSlow }) => tooSlow,
  'no-room': ({ noRoom }) => noRoom,
}

/** HTTP status of a refused log-in. */
const STATUS: Partial<Record<string, number>> = {
  'unknown-credentials': 403,
  'members-only': 403,
  'too-many-failures': 429,
  'out-of-room': 503,
}

const showCode = ({ raw }: FastifyRequest, reply: FastifyReply, { member }: ConsoleSession) =>
  show(reply, codePage(languageOf(raw, member?.language)))

const show = (reply: FastifyReply, page: string) =>
  reply.type('text/html; charset=utf-8').send(page)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
