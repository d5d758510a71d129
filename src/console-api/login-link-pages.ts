/** `/console/login/TOKEN`: signs in once, and asks before it replaces another session. */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Store } from '../db/db.ts'
import type { Account } from '../domain/accounts/account.ts'
import { accountOfLoginLink, useLoginLink } from '../domain/accounts/login-link.ts'
import type { ConsoleSession } from '../domain/accounts/session.ts'
import { html } from '../lib/html.ts'
import { languageOf } from './page-language.ts'
import { messagePage, page } from './pages.ts'
import { type PageLanguage, pageTexts } from './texts.ts'
import {
  clientOf,
  isPrefetch,
  isTopNavigation,
  lookedAt,
  nameOfSession,
  safeReturnTo,
  sessionBehind,
} from './visitor.ts'

interface LoginLinkOptions {
  db: Store
  factsOf(req: IncomingMessage): { peer: string; origin: string }
  /** Sets the cookie, and leads on. */
  welcome(request: FastifyRequest, reply: FastifyReply, session: string, to: string): unknown
}

interface LoginRoute {
  Params: { token: string }
  Querystring: { to?: unknown }
}

const usedLink = ({ raw }: FastifyRequest<LoginRoute>): string =>
  messagePage(languageOf(raw), ({ loginUsed }) => loginUsed)

export function registerLoginLinks(
  app: FastifyInstance,
  { db, factsOf, welcome }: LoginLinkOptions,
): void {
  const used = async (request: FastifyRequest<LoginRoute>, reply: FastifyReply) => {
    const client = clientOf(request.raw, factsOf(request.raw).peer)
    const session = await useLoginLink(db, request.params.token, client)
    if (session === undefined) return shown(reply.code(410), usedLink(request))
    return welcome(request, reply, session, safeReturnTo(request.query.to))
  }

  // Only GET consumes the link: a HEAD, OPTIONS or prefetch by a link checker must not.
  app.head('/console/login/:token', lookedAt)
  app.get<LoginRoute>('/console/login/:token', async (request, reply) => {
    if (isPrefetch(request.raw)) return reply.code(503).send()
    if (!isTopNavigation(request.raw)) return reply.code(403).send()
    const present = await sessionBehind(db, request.raw, factsOf(request.raw).origin)
    if (!present) return used(request, reply)
    const account = await accountOfLoginLink(db, request.params.token)
    if (!account) return shown(reply.code(410), usedLink(request))
    if (isOfAccountItself(present, account)) return used(request, reply)
    return shown(
      reply,
      exchangePage(languageOf(request.raw, present.member?.language), present, account),
    )
  })
  // Sent by the button of that page: those of other sites were refused before.
  app.post<LoginRoute>('/console/login/:token', used)
}

/** As the link opens it: nothing changes hands. */
const isOfAccountItself = ({ account, member }: ConsoleSession, of: Account): boolean =>
  account.id === of.id && !member

function exchangePage(
  language: PageLanguage,
  present: ConsoleSession,
  { username }: Account,
): string {
  const texts = pageTexts[language]
  const name = nameOfSession(present)
  return page(
    texts.signIn,
    html`<div class="card narrow">
<h1>${texts.signInTo(username)}?</h1>
<p class="soft">${texts.signedInAs(name)} ${texts.linkExchanges(username)}</p>
<form method="post"><button>${texts.signInTo(username)}</button></form>
<p><a href="/console">${texts.stay(name)}</a></p>
</div>`,
    { language },
  )
}

const shown = (reply: FastifyReply, text: string) =>
  reply.type('text/html; charset=utf-8').send(text)
