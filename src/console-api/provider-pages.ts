/** To the sign-in at a provider of OpenID Connect, and back from it. */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Store } from '../db/db.ts'
import type { ConsoleSession } from '../domain/accounts/session.ts'
import { signInByProvider } from '../domain/members/entry/provider-sign-in.ts'
import { refusalOf } from '../domain/refusal.ts'
import { html } from '../lib/html.ts'
import { type OpenIdProvider, PROVIDER_MINUTES, ProviderFailure } from '../lib/openid-provider.ts'
import { cookieNamed } from './cookie.ts'
import { languageOf, refusalIn } from './page-language.ts'
import { messagePage, page } from './pages.ts'
import { type PageLanguage, type PageTexts, pageTexts } from './texts.ts'
import {
  clientOf,
  fromElsewhere,
  isTopNavigation,
  lookedAt,
  nameOfSession,
  sessionBehind,
} from './visitor.ts'

interface ProviderPagesOptions {
  db: Store
  provider: OpenIdProvider
  factsOf(req: IncomingMessage): { origin: string; peer: string; id: string }
  report(error: unknown, id: string): void
  /** Sets the cookie of the session, and leads on. */
  welcome(request: FastifyRequest, reply: FastifyReply, session: string, to: string): unknown
}

const FOLDER = '/console/provider'
/** Only the browser that began a sign-in can end it. */
const begunCookie = cookieNamed('pennypost_provider', PROVIDER_MINUTES * 60)

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
      if (!isTopNavigation(request.raw)) return reply.code(403).send()
      const present = await sessionBehind(db, request.raw, origin)
      if (present && fromElsewhere(request.raw, origin))
        return shown(
          reply,
          exchangePage(
            languageOf(request.raw, present.member?.language),
            present,
            provider.name,
            request.url,
          ),
        )
      const { again, account } = request.query
      const accountId = /^[1-9]\d{0,8}$/.test(String(account)) ? Number(account) : undefined
      try {
        const returnTo = `${origin}${FOLDER}/return`
        const wishes = { fresh: again !== undefined, accountId }
        const { url, begun } = await provider.begin(returnTo, wishes)
        return reply.header('Set-Cookie', begunCookie.set(begun, origin)).redirect(url, 303)
      } catch (error) {
        return failed(request, reply, error)
      }
    },
  )

  app.get(`${FOLDER}/return`, async (request, reply) => {
    const { origin, peer } = factsOf(request.raw)
    if (!isTopNavigation(request.raw)) return reply.code(403).send()
    const begun = begunCookie.in(request.raw, origin)
    // Used once, with any outcome.
    reply.header('Set-Cookie', begunCookie.set('', origin))
    if (begun === '') return refused(request, reply.code(400), ({ notBegun }) => notBegun)
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
    const language = languageOf(request.raw)
    if (refusal) return refused(request, reply.code(403), () => refusalIn(language, refusal))
    if (!(error instanceof ProviderFailure)) throw error
    report(error, factsOf(request.raw).id)
    const reason = error.message.replace(/\.$/, '')
    return refused(request, reply.code(502), texts => texts.notByProvider(provider.name, reason))
  }
}

/** A link of ours, as it was asked for, is not from elsewhere. */
function exchangePage(
  language: PageLanguage,
  present: ConsoleSession,
  provider: string,
  address: string,
): string {
  const texts = pageTexts[language]
  const name = nameOfSession(present)
  return page(
    texts.signIn,
    html`<div class="card narrow">
<h1>${texts.signInWith(provider)}?</h1>
<p class="soft">${texts.signedInAs(name)} ${texts.siteExchanges(provider)}</p>
<p><a href="${address}">${texts.signInWith(provider)}</a></p>
<p><a href="/console">${texts.stay(name)}</a></p>
</div>`,
    { language },
  )
}

const refused = (
  { raw }: FastifyRequest,
  reply: FastifyReply,
  sentence: (texts: PageTexts) => string,
) =>
  shown(
    reply,
    messagePage(languageOf(raw), texts => [texts.notSignedIn, sentence(texts)]),
  )

const shown = (reply: FastifyReply, text: string) =>
  reply.type('text/html; charset=utf-8').send(text)
