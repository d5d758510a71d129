/** To the sign-in at a provider of OpenID Connect, and back from it. */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Store } from '../db/db.ts'
import { signInByProvider } from '../domain/members/provider-sign-in.ts'
import { refusalOf } from '../domain/refusal.ts'
import { type OpenIdProvider, PROVIDER_MINUTES, ProviderFailure } from '../lib/openid-provider.ts'
import { messagePage } from './pages.ts'
import { clientOf, lookedAt } from './visitor.ts'

interface ProviderPagesOptions {
  db: Store
  provider: OpenIdProvider
  factsOf(req: IncomingMessage): { origin: string; peer: string; id: string }
  report(error: unknown, id: string): void
  /** Sets the cookie of the session, and leads on. */
  welcome(request: FastifyRequest, reply: FastifyReply, session: string, to: string): unknown
}

const FOLDER = '/console/provider'
const COOKIE = 'pennypost_provider'
const BEGUN = new RegExp(`(?:^|;)\\s*${COOKIE}=([^;\\s]*)`)

/** Only the browser that began a sign-in can end it. */
function begunCookie(begun: string, origin: string): string {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  const seconds = begun === '' ? 0 : PROVIDER_MINUTES * 60
  return `${COOKIE}=${begun}; Max-Age=${seconds}; Path=${FOLDER}; HttpOnly${secure}; SameSite=Lax`
}

export function registerProviderPages(
  app: FastifyInstance,
  { db, provider, factsOf, report, welcome }: ProviderPagesOptions,
): void {
  // A GET begins or ends a sign-in.
  app.head(`${FOLDER}/start`, lookedAt)
  app.head(`${FOLDER}/return`, lookedAt)

  app.get<{ Querystring: { again?: unknown; account?: unknown } }>(
    `${FOLDER}/start`,
    async (request, reply) => {
      const { origin } = factsOf(request.raw)
      const { again, account } = request.query
      const accountId = /^[1-9]\d{0,8}$/.test(String(account)) ? Number(account) : undefined
      try {
        const returnTo = `${origin}${FOLDER}/return`
        const wishes = { fresh: again !== undefined, accountId }
        const { url, begun } = await provider.begin(returnTo, wishes)
        return reply.header('Set-Cookie', begunCookie(begun, origin)).redirect(url, 303)
      } catch (error) {
        return failed(request, reply, error)
      }
    },
  )

  app.get(`${FOLDER}/return`, async (request, reply) => {
    const { origin, peer } = factsOf(request.raw)
    const begun = BEGUN.exec(request.headers.cookie ?? '')?.[1]
    // Used once, whatever comes of it.
    reply.header('Set-Cookie', begunCookie('', origin))
    if (!begun)
      return refused(reply.code(400), 'The sign-in was not begun in this browser, or took too long')
    try {
      const identity = await provider.finish(origin + request.url, begun)
      const session = await signInByProvider(db, identity, clientOf(request.raw, peer))
      return welcome(request, reply, session, '')
    } catch (error) {
      return failed(request, reply, error)
    }
  })

  function failed(request: FastifyRequest, reply: FastifyReply, error: unknown) {
    const refusal = refusalOf(error)
    if (refusal) return refused(reply.code(403), refusal.message)
    if (!(error instanceof ProviderFailure)) throw error
    report(error, factsOf(request.raw).id)
    return refused(reply.code(502), `${provider.name} did not sign you in: ${error.message}`)
  }
}

const refused = (reply: FastifyReply, sentence: string) =>
  reply
    .type('text/html; charset=utf-8')
    .send(messagePage('Not signed in', sentence.replace(/\.?$/, '.')))
