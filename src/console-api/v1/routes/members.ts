/** Members of the account. */

import { z } from 'zod'
import { consoleOfAccount } from '../../../domain/accounts/accounts.sql.ts'
import { allowConsole } from '../../../domain/accounts/change-account.ts'
import { finishReset, readReset, startReset } from '../../../domain/members/invite.ts'
import {
  dropMember,
  editMember,
  isOursAlone,
  listMembers,
  memberById,
} from '../../../domain/members/members.ts'
import { forgetProvider } from '../../../domain/members/provider-sign-in.ts'
import { ROLES } from '../../../domain/members/rights.ts'
import { demand } from '../caller.ts'
import { ifUnchanged } from '../editing/if-unchanged.ts'
import { entityTag } from '../entity-tag.ts'
import { mailedLink } from '../mailed-link.ts'
import { ApiProblem } from '../problem.ts'
import { route, visitorRoute } from '../route.ts'
import { email, id, moment } from '../values.ts'

export const memberRole = z
  .enum(ROLES)
  .describe('viewer reads; writer also writes; editor also sends and changes people; owner: all.')
export const memberMasked = z.boolean().describe('Addresses are shown as a•••@example.com.')

const given = {
  name: z.string().max(100),
  language: z.string().regex(/^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/),
  role: memberRole,
  masked: memberMasked,
  operator: z.boolean().describe('May change routes, the store, settings: of all accounts.'),
}

const Member = z.object({
  ...{ id, email: z.string(), ...given },
  codeSet: z.boolean().describe('They have one-time codes.'),
  created: moment,
  seen: moment.nullable().describe('When they were last here, to the minute.'),
})

export type MemberAnswer = z.output<typeof Member>
const params = z.strictObject({ personId: id })
const tag = ({ seen: _, ...member }: z.output<typeof Member>) => member
const token = z.string().max(100)

export const members = [
  route({
    method: 'GET',
    path: '/members',
    right: 'own',
    about: 'The members of the account, the oldest first.',
    commands: ['member list'],
    out: z.object({ items: z.array(Member) }),
    run: async ({ db, account }) => ({ items: await listMembers(db, account.id) }),
  }),
  route({
    method: 'GET',
    path: '/members/:personId',
    right: 'own',
    about: 'One member.',
    params,
    out: Member,
    tag,
    run: ({ db, account }, { params: { personId } }) => memberById(db, account.id, personId),
  }),
  route({
    method: 'PATCH',
    path: '/members/:personId',
    right: 'own',
    confirmed: true,
    about: 'Change role, name, language and flags of a member. Only operators make operators.',
    commands: ['member edit'],
    params,
    body: z.strictObject(given).partial(),
    out: Member,
    tag,
    async run(call, { params: { personId }, body }) {
      if (body.operator !== undefined) demand(call.caller, 'operate')
      const accountId = call.account.id
      await ifUnchanged(
        call,
        { kind: 'member', id: personId },
        async tx => entityTag(tag(Member.parse(await memberById(tx, accountId, personId)))),
        tx => editMember(tx, accountId, personId, body),
      )
      return memberById(call.db, accountId, personId)
    },
  }),
  route({
    method: 'DELETE',
    path: '/members/:personId',
    right: 'own',
    confirmed: true,
    about: 'Remove a member. Their sessions in the account end.',
    commands: ['member remove'],
    params,
    run: ({ db, account }, { params: { personId } }) => dropMember(db, account.id, personId),
  }),
  route({
    method: 'POST',
    path: '/members/:personId/password-reset',
    right: 'own',
    confirmed: true,
    about:
      'Make a link that sets a new password of a member, once, within a day; mail it if asked.',
    commands: ['member reset'],
    params,
    body: z.strictObject({ mail: z.boolean().default(false) }),
    out: z.object({
      link: z.string(),
      mailed: z.boolean(),
      trouble: z.string().nullable().describe('Why it was not mailed: hand the link over.'),
    }),
    creates: true,
    async run(call, { params: { personId }, body }) {
      const { db, account } = call
      const member = await memberById(db, account.id, personId)
      const detail = 'They have more to say elsewhere. On the server: pennypost member reset'
      if (!(await isOursAlone(db, member))) throw new ApiProblem('not-allowed', { detail })
      const path = `/console/password/${await startReset(db, personId)}`
      const { email: to, language } = member
      return mailedLink(call, body.mail, { kind: 'password', to, path, language })
    },
  }),
  route({
    method: 'DELETE',
    path: '/members/:personId/provider',
    right: 'own',
    confirmed: true,
    about: 'Forget the login of a member at the provider: the next one with the address counts.',
    params,
    async run({ db, account }, { params: { personId } }) {
      const member = await memberById(db, account.id, personId)
      const detail = 'They have more to say elsewhere. On the server: member reset --provider'
      if (!(await isOursAlone(db, member))) throw new ApiProblem('not-allowed', { detail })
      await forgetProvider(db, personId)
    },
  }),
  visitorRoute({
    method: 'POST',
    path: '/password-resets',
    about: 'Mail a link for a new password, if the address is that of a member.',
    body: z.strictObject({ email }),
    run: ({ services, client }, { body }) => services.askReset(body.email, client.peer ?? ''),
  }),
  visitorRoute({
    method: 'POST',
    path: '/password-resets/read',
    about: 'Whose password a link sets.',
    body: z.strictObject({ token }),
    out: z.object({ email: z.string() }),
    run: ({ db }, { body }) => readReset(db, body.token),
  }),
  visitorRoute({
    method: 'POST',
    path: '/password-resets/use',
    about: 'Set a new password by a link. All sessions of the person end.',
    body: z.strictObject({ token, password: z.string().max(1000) }),
    run: ({ db }, { body }) => finishReset(db, body.token, body.password),
  }),
  route({
    method: 'GET',
    path: '/account/sign-in',
    right: 'own',
    about: 'Whether user name and password of the account open the console.',
    out: z.object({ open: z.boolean() }),
    run: ({ db, account }) => consoleOfAccount(db, { accountId: account.id }),
  }),
  route({
    method: 'PUT',
    path: '/account/sign-in',
    right: 'own',
    confirmed: true,
    about: 'Let user name and password of the account open the console although it has an owner.',
    body: z.strictObject({ allowed: z.boolean() }),
    out: z.object({ open: z.boolean() }),
    async run({ db, account: { id: accountId } }, { body }) {
      await allowConsole(db, accountId, body.allowed)
      return consoleOfAccount(db, { accountId })
    },
  }),
]
