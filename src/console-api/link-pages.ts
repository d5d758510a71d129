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
import { html } from '../lib/html.ts'
import { messagePage, page } from './pages.ts'
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

export function registerLinkPages(
  app: FastifyInstance,
  { db, checks, factsOf, welcome, askReset }: LinkPagesOptions,
): void {
  const invitation = async (reply: FastifyReply, token: string, alert?: string) => {
    const { email, role, account, known } = await readInvitation(db, token)
    const sentence = `You are invited to ${account} as ${role}, with the address ${email}.`
    return shown(reply, linkPage('Invitation', sentence, { newPerson: !known, alert }))
  }
  const newPassword = async (reply: FastifyReply, token: string, alert?: string) => {
    const { email } = await readReset(db, token)
    return shown(reply, linkPage('New password', `For ${email}.`, { alert }))
  }

  app.get<LinkRoute>('/console/invitation/:token', ({ params }, reply) =>
    orGone(reply, () => invitation(reply, params.token)),
  )
  app.post<LinkRoute>('/console/invitation/:token', (request, reply) =>
    orGone(reply, async () => {
      const { token } = request.params
      const client = clientOf(request.raw, factsOf(request.raw).peer)
      const answer = { ...given(request.body), ...client }
      try {
        const gone = () => callerGone(reply.raw)
        const session = await acceptInvitation(db, checks.signInPerson, token, answer, gone)
        return welcome(request, reply, session, '')
      } catch (error) {
        return invitation(reply, token, sentenceOf(error))
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
      return shown(reply.code(403), codePage(sentenceOf(error)))
    }
    return reply.redirect('/console', 303)
  })
  app.get('/console/password', (_request, reply) => shown(reply, forgottenPage()))
  app.post<{ Body: { email?: unknown } | null }>('/console/password', async (request, reply) => {
    const email = textOf(request.body?.email).slice(0, LONGEST_EMAIL)
    try {
      await askReset(email, factsOf(request.raw).peer)
      return shown(reply, messagePage('Look into your mailbox', ASKED))
    } catch (error) {
      return shown(reply.code(400), forgottenPage(sentenceOf(error)))
    }
  })
  app.get<LinkRoute>('/console/password/:token', ({ params }, reply) =>
    orGone(reply, () => newPassword(reply, params.token)),
  )
  app.post<LinkRoute>('/console/password/:token', (request, reply) =>
    orGone(reply, async () => {
      const { token } = request.params
      try {
        await finishReset(db, token, given(request.body).password)
        return reply.redirect('/console', 303)
      } catch (error) {
        return newPassword(reply, token, sentenceOf(error))
      }
    }),
  )
}

const LONGEST_EMAIL = 320
const ASKED =
  'If the address is that of a member, a link for a new password is on its way. It is valid for ' +
  'a day.'

const forgottenPage = (alert?: string): string =>
  page(
    'New password',
    html`<div class="card narrow">
<h1>New password</h1>
<p class="soft">A link to set one is mailed to the address that you sign in with.</p>
<form method="post">
${alert !== undefined && html`<p class="alert" role="alert">${alert}</p>`}
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" maxlength="320" \
required autofocus>
<button>Send the link</button>
</form>
</div>`,
  )

/** Asks for the one-time code of a session that waits for it. */
export const codePage = (alert?: string): string =>
  page(
    'Code',
    html`<div class="card narrow">
<h1>One-time code</h1>
<p class="soft">Six digits of your authenticator app, or a recovery code.</p>
<form method="post" action="/console/code">
${alert !== undefined && html`<p class="alert" role="alert">${alert}</p>`}
<label for="code">Code</label>
<input id="code" name="code" autocomplete="one-time-code" required autofocus>
<button>Sign in</button>
</form>
</div>`,
  )

/** The page of a used link, if that is why it can't be shown. */
async function orGone(reply: FastifyReply, work: () => Promise<unknown>) {
  try {
    return await work()
  } catch (error) {
    return shown(reply.code(410), messagePage('This link is no longer valid', sentenceOf(error)))
  }
}

/** What may be said to the visitor; a fault is thrown on. */
function sentenceOf(error: unknown): string {
  const refusal = refusalOf(error)
  if (!refusal) throw error
  return refusal.subject ?? refusal.message
}

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

function linkPage(title: string, sentence: string, { newPerson, alert }: LinkPageOptions): string {
  const fresh = newPerson !== false
  return page(
    title,
    html`<div class="card narrow">
<h1>${title}</h1>
<p class="soft">${sentence}</p>
<form method="post">
${alert !== undefined && html`<p class="alert" role="alert">${alert}</p>`}
${
  newPerson === true &&
  html`<label for="name">Your name</label>
<input id="name" name="name" autocomplete="name" maxlength="100">`
}
<label for="password">${fresh ? 'New password, at least 8 characters' : 'Your password'}</label>
<input id="password" name="password" type="password" required \
autocomplete="${fresh ? 'new-password' : 'current-password'}">
<button>Continue</button>
</form>
</div>`,
  )
}
