/** The accounts of the installation, and an account's own settings. */

import { z } from 'zod'
import type { Db } from '../../db/db.ts'
import { accountsInOrder } from '../../domain/accounts/accounts.sql.ts'
import { addAccount } from '../../domain/accounts/add-account.ts'
import {
  activateFields,
  allowLifting,
  changePassword,
  closeAccount,
  forwardReplies,
  reopenAccount,
} from '../../domain/accounts/change-account.ts'
import { generatePassword, wrongNewPassword } from '../../domain/accounts/passwords.ts'
import { checkUsername, violationsOfAccount } from '../../domain/accounts/username.ts'
import { detailed } from '../../domain/details/details.ts'
import { lostRightsBy, onlyAccount } from '../../domain/members/api-keys/lost-rights.ts'
import { RIGHTS } from '../../domain/members/rights.ts'
import { refused, refusedFor, violationsOf } from '../../domain/refusal.ts'
import { isEmailAddress } from '../../lib/email-address.ts'
import { action } from '../action.ts'
import { ApiProblem } from '../problem.ts'
import { withRules } from '../value-problems.ts'
import { email, id, moment } from '../values.ts'

const AccountRow = z
  .object({
    id,
    username: z.string(),
    fields: z.int(),
    created: moment,
    closed: moment.nullable(),
  })
  .meta({ id: 'Account' })

const password = z
  .string()
  .max(1_000)
  .optional()
  .describe('By default one is made, and shown this once.')

const Secret = z.object({ password: z.string().nullable().describe('Made here; else null.') })

const Losing = z.object({
  losing: z
    .array(
      z.object({
        account: z.string(),
        id,
        name: z.string(),
        lost: z.array(z.enum(RIGHTS)),
        stopped: z.boolean(),
      }),
    )
    .describe('API keys that operate no more, because their account was the only one.'),
})

const FIELDS = z.union([z.literal(25), z.literal(100)])

async function accountRows(db: Db) {
  const rows = await accountsInOrder(db, {})
  return rows.map(({ createdAt, closedAt, fieldCount, ...row }) => ({
    ...row,
    fields: fieldCount,
    created: createdAt,
    closed: closedAt,
  }))
}

async function oneAccount(db: Db, accountId: number) {
  const found = (await accountRows(db)).find(row => row.id === accountId)
  if (found) return found
  throw new ApiProblem('not-valid', { field: 'path.accountId', ...detailed('account-none') })
}

async function passwordFrom(given: string | undefined) {
  const wrong = given === undefined ? undefined : await wrongNewPassword(given)
  if (wrong) throw refusedFor('not-valid', wrong).ofValue('password')
  return { password: given ?? generatePassword(), shown: given === undefined }
}

function checkForward(to: string): void {
  if (!isEmailAddress(to)) throw refused('not-valid', 'invited-address')
}

const params = z.strictObject({ accountId: id })

const ending = (verb: 'close' | 'reopen', command: string, about: string) =>
  action({
    route: `POST /installation/accounts/:accountId/${verb}`,
    right: 'operate',
    confirmed: true,
    about,
    commands: [command],
    params,
    out: AccountRow,
    async run({ db }, { params: { accountId } }) {
      const { username } = await oneAccount(db, accountId)
      await (verb === 'close' ? closeAccount : reopenAccount)(db, username)
      return oneAccount(db, accountId)
    },
  })

export const accounts = [
  action({
    route: 'GET /installation/accounts',
    installation: true,
    right: 'operate',
    about: 'All accounts, the oldest first.',
    command: 'account list',
    out: z.object({ items: z.array(AccountRow) }),
    run: async ({ db }) => ({ items: await accountRows(db) }),
  }),
  action({
    route: 'POST /installation/accounts',
    right: 'operate',
    confirmed: true,
    about: 'Make an account.',
    commands: ['account add'],
    body: withRules(
      z.strictObject({ username: z.string().max(200), password }),
      violationsOfAccount,
    ),
    out: AccountRow.extend({ ...Secret.shape, ...Losing.shape }),
    creates: true,
    async run({ db }, { body: { username, password: given } }) {
      checkUsername(username)
      const { password: chosen, shown } = await passwordFrom(given)
      const { made: added, losing } = await lostRightsBy(db, await onlyAccount(db), () =>
        addAccount(db, { username, password: chosen }),
      )
      if (!added) return refuseTaken(username)
      return { ...(await oneAccount(db, added.id)), password: shown ? chosen : null, losing }
    },
  }),
  action({
    route: 'PUT /installation/accounts/:accountId/password',
    right: 'operate',
    confirmed: true,
    // A session by this password sees all personal data.
    personal: true,
    about: 'Give an account a new password. Sessions that the old one opened end.',
    commands: ['account password'],
    params,
    body: z.strictObject({ password }),
    out: Secret,
    async run({ db }, { params: { accountId }, body }) {
      const { username } = await oneAccount(db, accountId)
      const { password: chosen, shown } = await passwordFrom(body.password)
      await changePassword(db, username, chosen)
      return { password: shown ? chosen : null }
    },
  }),
  ending(
    'close',
    'account close',
    'Refuse an account, and hold what it sends. Nothing is removed.',
  ),
  ending('reopen', 'account activate', 'Open a closed account again.'),
  action({
    route: 'PUT /installation/accounts/:accountId/fields',
    right: 'operate',
    about: 'How many demographic fields an account has. Values of others are kept.',
    commands: ['account activate'],
    params,
    body: z.strictObject({ fields: FIELDS }),
    out: AccountRow,
    async run({ db }, { params: { accountId }, body: { fields } }) {
      const { username } = await oneAccount(db, accountId)
      await activateFields(db, username, fields)
      return oneAccount(db, accountId)
    },
  }),
  action({
    route: 'PUT /installation/accounts/:accountId/lifting',
    right: 'operate',
    confirmed: true,
    about:
      'Whether programs may lift opt-outs and unsubscribes that people said themselves. What a ' +
      'program asked for it may always lift.',
    commands: ['account activate'],
    params,
    body: z.strictObject({ allowed: z.boolean() }),
    async run({ db }, { params: { accountId }, body: { allowed } }) {
      const { username } = await oneAccount(db, accountId)
      await allowLifting(db, username, allowed)
    },
  }),
  action({
    route: 'PUT /account/forward',
    right: 'own',
    confirmed: true,
    personal: true,
    about: 'Forward replies to the emails of an account, or keep them only.',
    commands: ['account forward'],
    body: withRules(z.strictObject({ email: email.nullable() }), ({ email: to }) =>
      violationsOf([[['email'], () => to != null && checkForward(to)]]),
    ),
    async run({ db, account }, { body: { email: to } }) {
      if (to !== null) checkForward(to)
      await forwardReplies(db, account.username, to ?? undefined)
    },
  }),
] as const

function refuseTaken(username: string): never {
  const why = detailed('account-taken', { name: username })
  throw refusedFor('not-valid', why).ofValue('username')
}
