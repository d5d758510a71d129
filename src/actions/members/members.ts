/** Members of the account. */

import { z } from 'zod'
import type { Db } from '../../db/db.ts'
import { consoleOfAccount } from '../../domain/accounts/accounts.sql.ts'
import { allowConsole } from '../../domain/accounts/change-account.ts'
import {
  finishReset,
  readReset,
  startMailedReset,
  startShownReset,
} from '../../domain/members/entry/new-password.ts'
import { forgetProviderOfMember } from '../../domain/members/entry/provider-sign-in.ts'
import { dropMember, editMember, listMembers, memberById } from '../../domain/members/members.ts'
import { ROLES } from '../../domain/members/rights.ts'
import { type ActionCall, action, demand } from '../action.ts'
import { demandToGive } from '../demands.ts'
import { entityTag } from '../entity-tag.ts'
import { httpAction, visitorAction } from '../http/http-action.ts'
import { MemberLinkAnswer, mailedLink } from '../http/mailed-link.ts'
import { ifUnchanged } from '../if-unchanged.ts'
import { email, id, moment } from '../values.ts'

export const memberRole = z
  .enum(ROLES)
  .describe('viewer reads; writer also writes; editor also sends and changes people; owner: all.')
export const memberMasked = z.boolean().describe('Addresses are shown as a•••@example.com.')

const given = {
  role: memberRole,
  masked: memberMasked,
  operator: z.boolean().describe('May change routes, the store, settings: of all accounts.'),
}

const Member = z
  .object({
    id,
    email: z.string(),
    name: z.string(),
    language: z.string(),
    ...given,
    proven: z.boolean().describe('They have shown that they hold the mailbox of the address.'),
    codeSet: z.boolean().describe('They have one-time codes.'),
    codesRest: moment
      .nullable()
      .describe('Until when their codes rest, after too many wrong ones.'),
    created: moment,
    seen: moment.nullable().describe('When they were last here, to the minute.'),
  })
  .meta({ id: 'Member' })

export type MemberAnswer = z.output<typeof Member>
const params = z.strictObject({ personId: id })
const tag = ({ seen: _, codesRest: __, ...member }: z.output<typeof Member>) => member
const token = z.string().max(100)

const ifMemberUnchanged = <T>(call: ActionCall, id: number, change: (tx: Db) => Promise<T>) =>
  ifUnchanged(
    call,
    { kind: 'member', id },
    async tx => entityTag(tag(Member.parse(await memberById(tx, call.account.id, id)))),
    change,
  )

export const members = [
  action({
    route: 'GET /members',
    right: 'own',
    about: 'The members of the account, the oldest first.',
    command: 'member list',
    out: z.object({ items: z.array(Member) }),
    run: async ({ db, account }) => ({ items: await listMembers(db, account.id) }),
  }),
  action({
    route: 'GET /members/:personId',
    right: 'own',
    about: 'One member.',
    params,
    out: Member,
    tag,
    run: ({ db, account }, { params: { personId } }) => memberById(db, account.id, personId),
  }),
  action({
    route: 'PATCH /members/:personId',
    right: 'own',
    confirmed: true,
    about:
      'Change role and flags of a member, to no more than the caller has. Only operators make ' +
      'operators, of people who are proven.',
    commands: ['member edit'],
    readsIfMatch: true,
    params,
    body: z.strictObject(given).partial(),
    out: Member,
    tag,
    async run(call, { params: { personId }, body }) {
      if (body.operator !== undefined) demand(call.caller, 'operate')
      demandToGive(call.caller, body.role, body.masked)
      const accountId = call.account.id
      await ifMemberUnchanged(call, personId, tx => editMember(tx, accountId, personId, body))
      return memberById(call.db, accountId, personId)
    },
  }),
  action({
    route: 'DELETE /members/:personId',
    right: 'own',
    confirmed: true,
    about: 'Remove a member. Their sessions in the account end.',
    commands: ['member remove'],
    readsIfMatch: true,
    params,
    run: (call, { params: { personId } }) =>
      ifMemberUnchanged(call, personId, tx => dropMember(tx, call.account.id, personId)),
  }),
  httpAction({
    route: 'POST /members/:personId/password-reset',
    right: 'own',
    confirmed: true,
    about:
      'Make a link that sets a new password of a member, once, within a day. It is mailed, or ' +
      'shown if they are in no other account and no operator, which makes them unproven.',
    commands: ['member reset'],
    params,
    body: z.strictObject({ mail: z.boolean().default(false) }),
    out: MemberLinkAnswer,
    creates: true,
    async run(call, { params: { personId }, body: { mail } }) {
      const { db, account, caller } = call
      const { email: to, language } = await memberById(db, account.id, personId)
      const token = (mailed: boolean) =>
        mailed
          ? startMailedReset(db, personId)
          : startShownReset(db, account.id, personId, caller.masked)
      const make = async (mailed: boolean) => `/console/password/${await token(mailed)}`
      return mailedLink(call, { kind: 'password', to, language, mail, make })
    },
  }),
  action({
    route: 'DELETE /members/:personId/provider',
    right: 'own',
    confirmed: true,
    about: 'Forget the login of a member at the provider: the next one with the address counts.',
    params,
    run: ({ db, account }, { params: { personId } }) =>
      forgetProviderOfMember(db, account.id, personId),
  }),
  visitorAction({
    route: 'POST /password-resets',
    about: 'Mail a link for a new password, if the address is that of a member.',
    body: z.strictObject({ email }),
    run: ({ services, client }, { body }) => services.askReset(body.email, client.peer ?? ''),
  }),
  visitorAction({
    route: 'POST /password-resets/read',
    about: 'Whose password a link sets.',
    body: z.strictObject({ token }),
    out: z.object({ email: z.string() }),
    async run({ db }, { body }) {
      const { email } = await readReset(db, body.token)
      return { email }
    },
  }),
  visitorAction({
    route: 'POST /password-resets/use',
    about: 'Set a new password by a link. All sessions of the person end.',
    body: z.strictObject({ token, password: z.string().max(1000) }),
    run: ({ db }, { body }) => finishReset(db, body.token, body.password),
  }),
  action({
    route: 'GET /account/sign-in',
    right: 'own',
    about: 'Whether user name and password of the account open the console.',
    out: z.object({ open: z.boolean() }),
    run: ({ db, account }) => consoleOfAccount(db, { accountId: account.id }),
  }),
  action({
    route: 'PUT /account/sign-in',
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
] as const
