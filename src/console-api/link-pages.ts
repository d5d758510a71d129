/** The pages behind links for members: accept an invitation, set a new password. */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AskReset } from '../actions/members/mail/ask-reset.ts'
import type { Store } from '../db/db.ts'
import { acceptInvitation, readInvitation } from '../domain/members/entry/accept-invitation.ts'
import type { PasswordChecks } from '../domain/members/entry/console-sign-in.ts'
import { finishReset, readReset } from '../domain/members/entry/new-password.ts'
import { refusalOf } from '../domain/refusal.ts'
import { callerGone } from '../lib/caller-gone.ts'
import { type Html, html } from '../lib/html.ts'
import { languageOf, refusalIn, roleIn } from './page-language.ts'
import { messagePage, page } from './pages.ts'
import { type PageLanguage, pageTexts } from './texts.ts'
import { clientOf, sessionBehind } from './visitor.ts'

interface LinkPagesOptions {
  db: Store
  checks: PasswordChecks
  factsOf(req: IncomingMessage): { peer: string; origin: string }
  askReset: AskReset
  /** Sets the cookie, and leads on. */
  welcome(request: FastifyRequest, reply: FastifyReply, session: string, to: string): unknown
}

interface LinkRoute {
  Params: { token: string }
  Body: { name?: unknown; password?: unknown } | null
}

type Asked = FastifyRequest<LinkRoute>

export function registerLinkPages(
  app: FastifyInstance,
  { db, checks, factsOf, welcome, askReset }: LinkPagesOptions,
): void {
  const invitation = async (request: Asked, reply: FastifyReply, wrong?: unknown) => {
    const {
      email,
      role,
      account,
      known,
      language: spoken,
    } = await readInvitation(db, request.params.token)
    const language = languageOf(request.raw, spoken)
    const texts = pageTexts[language]
    const sentence = texts.invited(account, roleIn(language, role), email)
    const options = { newPerson: !known, alert: alertOf(language, wrong) }
    return shown(reply, linkPage(language, texts.invitation, sentence, options))
  }
  const newPassword = async (request: Asked, reply: FastifyReply, wrong?: unknown) => {
    const { email, language: spoken } = await readReset(db, request.params.token)
    const language = languageOf(request.raw, spoken)
    const { newPassword: title, newPasswordFor } = pageTexts[language]
    const options = { alert: alertOf(language, wrong) }
    return shown(reply, linkPage(language, title, newPasswordFor(email), options))
  }

  app.get<LinkRoute>('/console/invitation/:token', (request, reply) =>
    orGone(request, reply, () => invitation(request, reply)),
  )
  app.post<LinkRoute>('/console/invitation/:token', (request, reply) =>
    orGone(request, reply, async () => {
      const { token } = request.params
      const client = clientOf(request.raw, factsOf(request.raw).peer)
      const language = languageOf(request.raw)
      const answer = { ...given(request.body), ...client, language }
      try {
        const gone = () => callerGone(reply.raw)
        const session = await acceptInvitation(db, checks.signInPerson, token, answer, gone)
        return welcome(request, reply, session, '')
      } catch (error) {
        return invitation(request, reply, error)
      }
    }),
  )
  app.post<{ Body: { code?: unknown } | null }>('/console/code', async (request, reply) => {
    const session = await sessionBehind(db, request.raw, factsOf(request.raw).origin)
    if (!session?.member) return reply.redirect('/console', 303)
    const { account, tokenHash, member } = session
    try {
      const { peer } = factsOf(request.raw)
      const code = textOf(request.body?.code)
      const waiting = { accountId: account.id, tokenHash }
      await checks.checkCode({ personId: member.personId, code, peer, session: waiting })
    } catch (error) {
      const language = languageOf(request.raw, member.language)
      return shown(reply.code(403), codePage(language, error))
    }
    return reply.redirect('/console', 303)
  })
  app.get('/console/password', ({ raw }, reply) => shown(reply, forgottenPage(languageOf(raw))))
  app.post<{ Body: { email?: unknown } | null }>('/console/password', async (request, reply) => {
    const email = textOf(request.body?.email).slice(0, LONGEST_EMAIL)
    const language = languageOf(request.raw)
    try {
      await askReset(email, factsOf(request.raw).peer)
      return shown(
        reply,
        messagePage(language, ({ asked }) => asked),
      )
    } catch (error) {
      return shown(reply.code(400), forgottenPage(language, error))
    }
  })
  app.get<LinkRoute>('/console/password/:token', (request, reply) =>
    orGone(request, reply, () => newPassword(request, reply)),
  )
  app.post<LinkRoute>('/console/password/:token', (request, reply) =>
    orGone(request, reply, async () => {
      try {
        await finishReset(db, request.params.token, given(request.body).password)
        return reply.redirect('/console', 303)
      } catch (error) {
        return newPassword(request, reply, error)
      }
    }),
  )
}

const LONGEST_EMAIL = 320

function forgottenPage(language: PageLanguage, wrong?: unknown): string {
  const texts = pageTexts[language]
  return page(
    texts.newPassword,
    html`<div class="card narrow">
<h1>${texts.newPassword}</h1>
<p class="soft">${texts.forgottenHint}</p>
<form method="post">
${alertIn(alertOf(language, wrong))}
<label for="email">${texts.address}</label>
<input id="email" name="email" type="email" autocomplete="username" maxlength="320" \
required autofocus>
<button>${texts.sendLink}</button>
</form>
</div>`,
    { language },
  )
}

/** Asks for the one-time code of a session that waits for it. */
export function codePage(language: PageLanguage, wrong?: unknown): string {
  const texts = pageTexts[language]
  return page(
    texts.code,
    html`<div class="card narrow">
<h1>${texts.codeTitle}</h1>
<p class="soft">${texts.codeHint}</p>
<form method="post" action="/console/code">
${alertIn(alertOf(language, wrong))}
<label for="code">${texts.code}</label>
<input id="code" name="code" autocomplete="one-time-code" required autofocus>
<button>${texts.signIn}</button>
</form>
</div>`,
    { language },
  )
}

/** The page of a used link, if that is why it can't be shown. */
async function orGone({ raw }: Asked, reply: FastifyReply, work: () => Promise<unknown>) {
  try {
    return await work()
  } catch (error) {
    const language = languageOf(raw)
    const sentence = alertOf(language, error) ?? ''
    return shown(
      reply.code(410),
      messagePage(language, ({ linkGone }) => [linkGone, sentence]),
    )
  }
}

/** What may be said to the visitor; a fault is thrown on. */
function alertOf(language: PageLanguage, error: unknown): string | undefined {
  if (error === undefined) return undefined
  const refusal = refusalOf(error)
  if (!refusal) throw error
  return refusalIn(language, refusal)
}

const alertIn = (alert: string | undefined): Html | false =>
  alert !== undefined && html`<p class="alert" role="alert">${alert}</p>`

const given = (body: LinkRoute['Body']) => ({
  name: textOf(body?.name),
  password: textOf(body?.password),
})

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const shown = (reply: FastifyReply, text: string) =>
  reply.type('text/html; charset=utf-8').send(text)

interface LinkPageOptions {
  /** Asks for a name too, and for a new password. */
  newPerson?: boolean
  alert: string | undefined
}

function linkPage(
  language: PageLanguage,
  title: string,
  sentence: string,
  { newPerson, alert }: LinkPageOptions,
): string {
  const texts = pageTexts[language]
  const fresh = newPerson !== false
  return page(
    title,
    html`<div class="card narrow">
<h1>${title}</h1>
<p class="soft">${sentence}</p>
<form method="post">
${alertIn(alert)}
${
  newPerson === true &&
  html`<label for="name">${texts.yourName}</label>
<input id="name" name="name" autocomplete="name" maxlength="100">`
}
<label for="password">${fresh ? texts.chooseNew : texts.yourPassword}</label>
<input id="password" name="password" type="password" required \
autocomplete="${fresh ? 'new-password' : 'current-password'}">
<button>${texts.continue}</button>
</form>
</div>`,
    { language },
  )
}
