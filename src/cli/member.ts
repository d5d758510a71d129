/** `pennypost member ...`: the people who sign in to the console of an account. */
import { type Command, Option } from 'commander'
import { invitations } from '../actions/members/invitations.ts'
import { type MemberAnswer, members } from '../actions/members/members.ts'
import type { Store } from '../db/db.ts'
import {
  accountsOfPerson,
  keysOfMember,
  type LosingKey,
  lostRightsBy,
} from '../domain/members/api-keys/lost-rights.ts'
import { INVITATION_DAYS, inviteMember } from '../domain/members/entry/invite.ts'
import { startMailedReset, startShownReset } from '../domain/members/entry/new-password.ts'
import { forgetProvider } from '../domain/members/entry/provider-sign-in.ts'
import { dropMember, editMember, type Member, memberByEmail } from '../domain/members/members.ts'
import type { Role } from '../domain/members/rights.ts'
import { removeSecondFactor } from '../domain/members/second-factor.ts'
import { serviceOrigin } from '../settings/service-origin.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { confirmed, withYes, type YesOption } from './confirm.ts'
import type { Context } from './context.ts'
import { actionOf, takes } from './derived/by-hand.ts'
import { derive } from './derived/derive.ts'
import { tellLosing } from './losing-keys.ts'

interface ResetOptions extends AccountOption {
  codes?: boolean
  provider?: boolean
  vouch?: boolean
}

interface MemberOptions extends AccountOption {
  role?: Role
  personalData?: 'yes' | 'no'
  operator?: 'yes' | 'no'
  vouch?: boolean
}

const yesOrNo = (flag: string, about: string) => new Option(flag, about).choices(['yes', 'no'])
const personalData = () =>
  yesOrNo('--personal-data <yes or no>', 'whether they see addresses of subscribers')

const VOUCH = 'the link counts as mailed: you give it to the one who holds the mailbox'

const ABOUT_PROOF = `
The link is shown to you, so its use proves nothing about the mailbox of the address. Only proven
people join a second account, or become operators: by a link that the console mails, at the
provider (OIDC_ISSUER), or with --vouch. The first proof ends password, codes and sessions of
before.`

const ABOUT_ROLES = `
Roles: viewer (sees all), writer (also writes newsletters and templates), editor (also sends, and
changes subscribers, lists, triggers), owner (also members, keys, webhooks, credits). Operators
may besides change routes, the store and settings, for all accounts.`

export function register(group: Command, context: Context): void {
  const invited = withAccount(
    group.command('invite').argument('<address>', 'the email address of the person'),
  )
  takes(invited, actionOf(invitations, 'POST /invitations'), { values: ['role'] })
  invited
    .addOption(personalData().default('yes'))
    .option('--vouch', VOUCH)
    .description(`Invite a person. Shows the link, valid once and for ${INVITATION_DAYS} days.`)
    .addHelpText(
      'after',
      `${ABOUT_ROLES}
${ABOUT_PROOF}

While an account has an owner, its own user name and password do not open the console.

Example:
  $ pennypost member invite ada@example.com --role editor`,
    )
    .action((email: string, options: MemberOptions) => invite(context, email, options))

  addList(group, context)

  const edited = withAccount(group.command('edit').argument('<address>', 'which member'))
  takes(edited, EDIT, { values: ['role', 'operator'] })
  edited
    .addOption(personalData())
    .description(EDIT.about)
    .addHelpText(
      'after',
      `${ABOUT_ROLES}\n\nExample:\n  $ pennypost member edit ada@example.com --role owner`,
    )
    .action((email: string, options: MemberOptions) => edit(context, email, options))

  withYes(withAccount(group.command('remove').argument('<address>', 'which member')))
    .description(actionOf(members, 'DELETE /members/:personId').about)
    .addHelpText(
      'after',
      '\nWhat they made is kept, but their API keys stop.\n\nExample:\n  $ pennypost member remove ada@example.com',
    )
    .action((email: string, options: AccountOption & YesOption) => remove(context, email, options))

  withAccount(group.command('reset').argument('<address>', 'which member'))
    .option('--codes', 'instead, ask for no one-time codes: app and recovery codes are lost')
    .option('--provider', 'instead, forget their login at the provider (OIDC_ISSUER)')
    .option('--vouch', VOUCH)
    .description('Show a link that sets a new password, valid once and for a day.')
    .addHelpText(
      'after',
      `${ABOUT_PROOF} Without it, it is refused for operators and members of other accounts.

Example:
  $ pennypost member reset ada@example.com`,
    )
    .action((email: string, options: ResetOptions) => reset(context, email, options))
}

const EDIT = actionOf(members, 'PATCH /members/:personId')

const linkOf = (context: Context, path: string) => serviceOrigin(context.config().http) + path

async function invite(context: Context, email: string, options: MemberOptions): Promise<void> {
  const masked = options.personalData === 'no'
  const given = { email, role: options.role!, masked, proves: options.vouch === true }
  const token = await forAccount(context, options, (db, { id }) => inviteMember(db, id, given))
  const link = linkOf(context, `/console/invitation/${token}`)
  if (options.json) return context.printJson({ email, role: given.role, link })
  context.print(`The invitation of ${email} is valid for ${INVITATION_DAYS} days:\n\n  ${link}\n`)
}

function addList(group: Command, context: Context): void {
  derive(group, context, [...members, ...invitations] as const, {
    'member list': {
      examples: ['member list'],
      async beside(_, { call }) {
        return { invitations: (await call('GET /invitations', {})).items }
      },
      text({ items, ...rest }, { print }) {
        const invited = (rest as unknown as { invitations: Invitation[] }).invitations
        if (items.length + invited.length === 0)
          return print(
            'There are no members: the console opens with user name and password of the account. ' +
              'To invite one: pennypost member invite ADDRESS --role owner',
          )
        for (const member of items) print(lineOf(member))
        for (const { email, role, masked, expires } of invited)
          print(
            `${email}  invited as ${role}${masked ? ', no personal data' : ''}, until ${expires}`,
          )
      },
    },
  })
}

interface Invitation {
  email: string
  role: string
  masked: boolean
  expires: string
}

function lineOf(member: MemberAnswer): string {
  const { email, name, role, masked, operator, proven, codeSet, codesRest, seen } = member
  const flags = [
    role,
    masked && 'no personal data',
    operator && 'operator',
    !proven && 'not proven',
    codeSet && (codesRest ? `codes rest until ${codesRest}` : 'codes'),
  ].filter(Boolean)
  const here = seen ? `last here ${seen}` : 'not signed in'
  return `${email}${name === '' ? '' : `  ${name}`}  ${flags.join(', ')}  ${here}`
}

const flagOf = (choice: 'yes' | 'no' | undefined) =>
  choice === undefined ? undefined : choice === 'yes'

async function edit(context: Context, email: string, options: MemberOptions): Promise<void> {
  const data = flagOf(options.personalData)
  const { losing } = await forMember(context, email, options, async (db, accountId, { id }) =>
    lostRightsBy(db, await accountsOfPerson(db, id), () =>
      editMember(db, accountId, id, {
        role: options.role,
        masked: data === undefined ? undefined : !data,
        operator: flagOf(options.operator),
      }),
    ),
  )
  reportLosing(context, options, email, losing, 'changed')
}

function reportLosing(
  context: Context,
  { json }: AccountOption,
  email: string,
  losing: readonly LosingKey[],
  what: string,
): void {
  if (json) context.printJson({ email, done: true, losing })
  else {
    context.print(`The member ${email} is ${what}.`)
    tellLosing(context, losing)
  }
}

async function remove(
  context: Context,
  email: string,
  options: AccountOption & YesOption,
): Promise<void> {
  const { losing } = await forMember(context, email, options, async (db, accountId, { id }) => {
    const keys = (await keysOfMember(db, accountId, id)).map(key => `${key.id} (${key.name})`)
    const stop = keys.length === 0 ? '' : ` These API keys of theirs stop: ${keys.join(', ')}.`
    await confirmed(context, options, `They can not sign in any more.${stop}`, 'Remove them')
    const accounts = await accountsOfPerson(db, id)
    return lostRightsBy(db, accounts, () => dropMember(db, accountId, id))
  })
  reportLosing(context, options, email, losing, 'removed')
}

async function reset(context: Context, email: string, options: ResetOptions): Promise<void> {
  if (options.provider) {
    await forMember(context, email, options, (db, _, { id }) => forgetProvider(db, id))
    if (options.json) return context.printJson({ email, provider: false })
    return context.print(`The next login of ${email} at the provider counts.`)
  }
  if (options.codes) {
    await forMember(context, email, options, (db, _, { id }) => removeSecondFactor(db, id))
    if (options.json) return context.printJson({ email, codes: false })
    return context.print(`The member ${email} signs in without a code.`)
  }
  const token = await forMember(context, email, options, (db, accountId, { id }) =>
    options.vouch ? startMailedReset(db, id) : startShownReset(db, accountId, id),
  )
  const link = linkOf(context, `/console/password/${token}`)
  if (options.json) return context.printJson({ email, link })
  context.print(`The link for a new password is valid for a day:\n\n  ${link}\n`)
}

const forMember = <T>(
  context: Context,
  email: string,
  options: AccountOption,
  work: (db: Store, accountId: number, member: Member) => Promise<T>,
): Promise<T> =>
  forAccount(context, options, async (db, { id }) =>
    work(db, id, await memberByEmail(db, id, email)),
  )
