/** Signing in and out. */

import { z } from 'zod'
import { confirmSession } from '../../domain/accounts/accounts.sql.ts'
import { changePassword } from '../../domain/accounts/change-account.ts'
import { wrongNewPassword } from '../../domain/accounts/passwords.ts'
import {
  type ConsoleSession,
  endSession,
  findSession,
  type SignedInMember,
} from '../../domain/accounts/session.ts'
import { detailed } from '../../domain/details/details.ts'
import { signInToConsole } from '../../domain/members/entry/console-sign-in.ts'
import { changePersonPassword } from '../../domain/members/entry/new-password.ts'
import { membershipsOfPerson } from '../../domain/members/members.sql.ts'
import { editPerson, violationsOfMember } from '../../domain/members/members.ts'
import { RIGHTS, rightsOfSession } from '../../domain/members/rights.ts'
import { refusedFor } from '../../domain/refusal.ts'
import { demand } from '../action.ts'
import { demandConfirmation } from '../demands.ts'
import { type HttpCall, type HttpCaller, httpAction, visitorAction } from '../http/http-action.ts'
import { wayForLinks } from '../members/mail/mail-link.ts'
import { ApiProblem } from '../problem.ts'
import { withRules } from '../value-problems.ts'
import { id } from '../values.ts'

const SessionFacts = z
  .object({
    account: z.object({ id, username: z.string(), fieldCount: z.int() }),
    kind: z
      .enum(['account', 'link', 'person', 'key'])
      .describe('By name and password of the account, a login link, a person, or an API key.'),
    person: z
      .object({
        id,
        email: z.string(),
        name: z.string(),
        language: z.string(),
        role: z.string(),
        proven: z.boolean().describe('They have shown that they hold the mailbox of the address.'),
      })
      .nullable(),
    rights: z.array(z.enum(RIGHTS)),
    masked: z.boolean().describe('Answers have no personal data.'),
    wants: z
      .enum(['code', 'code-set-up'])
      .nullable()
      .describe('What must come before all other calls. Until then there are no rights.'),
    codeSet: z.boolean().describe('The person has one-time codes.'),
    passwordSet: z
      .boolean()
      .describe('Whether there is a password to give again; else it is given at the provider.'),
    confirmed: z.boolean().describe('The password was given within ten minutes.'),
  })
  .meta({ id: 'Session' })

export type SessionAnswer = z.output<typeof SessionFacts>

const password = z.string().max(1000)

function factsOfSession(session: ConsoleSession): z.input<typeof SessionFacts> {
  const { account, kind, member, confirmed } = session
  const { personId = 0, email = '', name = '', language = '', role = '' } = member ?? {}
  const { proven = false } = member ?? {}
  return {
    account,
    kind,
    confirmed,
    masked: member?.masked ?? false,
    wants: session.wants ?? null,
    codeSet: member?.codeSet ?? false,
    passwordSet: member?.passwordSet ?? true,
    person: member ? { id: personId, email, name, language, role, proven } : null,
    rights: [...rightsOfSession(session)],
  }
}

const factsOfCaller = ({ account, rights, masked, session }: HttpCaller) =>
  session
    ? factsOfSession(session)
    : {
        account,
        kind: 'key' as const,
        person: null,
        masked,
        confirmed: true,
        wants: null,
        codeSet: false,
        passwordSet: false,
        rights: [...rights],
      }

const Ways = z.object({
  provider: z
    .object({ name: z.string(), path: z.string().describe('Where a link leads to.') })
    .nullable()
    .describe('A provider of OpenID Connect. With `?again` it asks for the password.'),
  passwordByMail: z
    .boolean()
    .describe('A link for a new password can be mailed: /console/password asks for the address.'),
})

export type SignInWays = z.output<typeof Ways>

export const session = [
  visitorAction({
    route: 'GET /session/ways',
    about: 'How people may sign in, besides their password.',
    out: Ways,
    async run({ db, services: { provider: name, relays } }) {
      return {
        provider: name === undefined ? null : { name, path: '/console/provider/start' },
        passwordByMail: !('trouble' in (await wayForLinks(db, relays))),
      }
    },
  }),
  visitorAction({
    route: 'POST /session',
    about: 'Sign in as a person, or with user name and password of the account; sets the cookie.',
    body: z.strictObject({
      username: z.string().max(500).describe('The address of a person, or a user name.'),
      password,
      accountId: id.optional().describe('Which account, for a person in several.'),
    }),
    out: SessionFacts,
    creates: true,
    async run({ db, services, client, gone, setSession }, { body }) {
      const token = await signInToConsole(db, services, { ...body, ...client }, gone)
      setSession(token)
      const opened = await findSession(db, token)
      if (!opened) throw new ApiProblem('not-signed-in')
      return factsOfSession(opened)
    },
  }),
  visitorAction({
    route: 'DELETE /session',
    about: 'Sign out.',
    async run({ db, session: token, clearSession }) {
      if (token !== '') await endSession(db, token)
      clearSession()
    },
  }),
  httpAction({
    route: 'GET /session',
    right: 'read',
    about: 'Who is signed in, and what they may do.',
    out: SessionFacts,
    run: async ({ caller }) => factsOfCaller(caller),
  }),
  httpAction({
    route: 'GET /session/accounts',
    right: 'read',
    about: 'The accounts that the person may sign in to.',
    out: z.object({ items: z.array(z.object({ id, username: z.string(), role: z.string() })) }),
    async run({ db, account, caller }) {
      const personId = caller.session?.member?.personId
      if (personId === undefined) return { items: [{ ...account, role: 'owner' }] }
      const rows = await membershipsOfPerson(db, { personId })
      return { items: rows.map(({ accountId, ...row }) => ({ id: accountId, ...row })) }
    },
  }),
  httpAction({
    route: 'POST /session/confirmation',
    right: 'read',
    about: 'Give the password again, which keys, members and erasing need.',
    body: z.strictObject({ password }),
    async run(call, { body }) {
      const { db, account } = call
      const opened = sessionOfCaller(call.caller)
      await checkPassword(call, body.password)
      await confirmSession(db, { accountId: account.id, tokenHash: opened.tokenHash })
    },
  }),
  httpAction({
    route: 'PATCH /session/person',
    right: 'read',
    about: 'Change one’s own name, and the language of emails to oneself.',
    body: withRules(
      z.strictObject({
        name: z.string().max(100).optional(),
        language: z
          .string()
          .regex(/^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/)
          .optional(),
      }),
      violationsOfMember,
    ),
    run: ({ db, caller }, { body }) => editPerson(db, personOfCaller(caller).personId, body),
  }),
  httpAction({
    route: 'POST /session/proof',
    right: 'read',
    about: 'Mail a link that confirms one’s own address: whoever opens it sets a new password.',
    async run({ caller, services, client }) {
      const { email, proven } = personOfCaller(caller)
      if (proven) throw new ApiProblem('not-now', detailed('address-confirmed'))
      await services.askReset(email, client.peer ?? '', 'proof')
    },
  }),
  httpAction({
    route: 'POST /session/password',
    right: 'read',
    about: 'Set a new password of the person, or of the account. Their other sessions end.',
    body: z.strictObject({ password, newPassword: password }),
    async run(call, { body }) {
      const { tokenHash, member } = sessionOfCaller(call.caller)
      if (!member) {
        // The password of the account is no way past a link or a key.
        await checkPassword(call, body.password)
        demand(call.caller, 'own')
        const wrong = await wrongNewPassword(body.newPassword)
        if (wrong !== undefined) throw refusedFor('not-valid', wrong).ofValue('newPassword')
        await changePassword(call.db, call.account.username, body.newPassword, tokenHash)
        return
      }
      // Without one the provider has just re-authenticated the person.
      if (member.passwordSet) await checkPassword(call, body.password)
      else demandConfirmation(call.caller)
      const place = { accountId: call.account.id, tokenHash }
      await changePersonPassword(call.db, member.personId, body.newPassword, place)
    },
  }),
] as const

function sessionOfCaller({ session }: HttpCaller): ConsoleSession {
  if (!session) throw new ApiProblem('not-now', detailed('key-no-password'))
  return session
}

function personOfCaller(caller: HttpCaller): SignedInMember {
  const { member } = sessionOfCaller(caller)
  if (!member) throw new ApiProblem('not-now', detailed('no-person'))
  return member
}

async function checkPassword(
  { account, caller, services, client, gone }: HttpCall,
  given: string,
): Promise<void> {
  const { signIn, signInPerson } = services
  const email = caller.session?.member?.email
  const peer = client.peer ?? ''
  if (email === undefined) await signIn(account.username, given, peer, gone)
  else await signInPerson(email, given, peer, gone)
}
