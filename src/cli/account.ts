/** `pennypost account ...`: the accounts that may call the service. */
import { Argument, type Command } from 'commander'
import { accounts } from '../actions/accounts/accounts.ts'
import type { Store } from '../db/db.ts'
import { findAccount } from '../domain/accounts/accounts.sql.ts'
import { addAccount } from '../domain/accounts/add-account.ts'
import {
  activateFields,
  allowLifting,
  changePassword,
  closeAccount,
  forwardReplies,
  reopenAccount,
} from '../domain/accounts/change-account.ts'
import { generatePassword, wrongNewPassword, wrongPassword } from '../domain/accounts/passwords.ts'
import { usernameKey, wrongUsername } from '../domain/accounts/username.ts'
import {
  type LosingKey,
  lostRightsBy,
  onlyAccount,
} from '../domain/members/api-keys/lost-rights.ts'
import { isEmailAddress } from '../lib/email-address.ts'
import { confirmed, type YesOption } from './confirm.ts'
import { CommandFailed, type Context, withStore } from './context.ts'
import { derive } from './derived/derive.ts'
import { detailText } from './language.ts'
import { tellLosing } from './losing-keys.ts'

interface Options extends YesOption {
  json?: boolean
  generate?: boolean
  allowShort?: boolean
}

const PASSWORD_HELP = `
The password is read from a prompt, or from standard input without a terminal. \
With --generate one is generated and shown once.`

const ALLOW_SHORT = ' To accept it anyway, because programs use it already: --allow-short'

const FEATURES = ['dd25', 'dd100', 'lift-opt-outs', 'keep-opt-outs'] as const
type Feature = (typeof FEATURES)[number]

export function register(account: Command, context: Context): void {
  account
    .command('add')
    .argument('<username>', 'the user name, compared without case')
    .option('--generate', 'make a password and show it')
    .option('--allow-short', 'accept a short or common password, for programs of an old service')
    .option('--json', 'as JSON')
    .description('Make an account.')
    .addHelpText(
      'after',
      `${PASSWORD_HELP}\n\nExamples:\n  $ pennypost account add shop\n` +
        `  $ pennypost account add shop --generate\n` +
        '  $ pennypost account add shop < password.txt',
    )
    .action((username: string, options: Options) => add(context, username, options))

  account
    .command('password')
    .argument('<username>', 'whose password')
    .option('--generate', 'make a password and show it')
    .option('--allow-short', 'accept a short or common password, for programs of an old service')
    .option('--json', 'as JSON')
    .description('Give an account a new password. Sessions that the old one opened end.')
    .addHelpText(
      'after',
      `${PASSWORD_HELP}\n\nExamples:\n  $ pennypost account password shop\n` +
        '  $ pennypost account password shop < password.txt',
    )
    .action((username: string, options: Options) => setPassword(context, username, options))

  account
    .command('close')
    .argument('<username>', 'which account')
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'as JSON')
    .description('Refuse an account, and hold what it sends. Nothing is removed.')
    .addHelpText('after', '\nExample:\n  $ pennypost account close shop')
    .action(async (username: string, options: Options) => {
      await change(context, username, async db => {
        if (!(await findAccount(db, { usernameKey: usernameKey(username) }))) return false
        await confirmed(
          context,
          options,
          `Programs that call as ${username} are refused.`,
          'Close it',
        )
        return closeAccount(db, username)
      })
      said(
        context,
        options,
        { username, closed: true },
        `The account ${username} is closed. To open it again: pennypost account activate ` +
          `${username}`,
      )
    })

  account
    .command('activate')
    .argument('<username>', 'which account')
    .addArgument(
      new Argument(
        '[feature]',
        'a feature to activate instead: dd100 for 100 demographic fields, dd25 for 25; ' +
          'lift-opt-outs lets programs lift what people said themselves, keep-opt-outs does not',
      ).choices(FEATURES),
    )
    .option('--json', 'as JSON')
    .description('Open a closed account again, or activate a feature of an account.')
    .addHelpText(
      'after',
      '\nExamples:\n  $ pennypost account activate shop\n  $ pennypost account activate shop dd100',
    )
    .action((username: string, feature: Feature | undefined, options: Options) =>
      activate(context, username, feature, options),
    )

  account
    .command('forward')
    .argument('<username>', 'whose replies')
    .argument('<address>', 'where they go, or none: then they are kept only')
    .option('--json', 'as JSON')
    .description('Forward replies to the emails of an account, or keep them only.')
    .addHelpText(
      'after',
      '\nExamples:\n  $ pennypost account forward shop service@example.com\n' +
        '  $ pennypost account forward shop none',
    )
    .action((username: string, address: string, options: Options) =>
      forward(context, username, address, options),
    )

  derive(account, context, accounts, {
    'account list': {
      examples: ['account list --json'],
      text({ items }, { print }) {
        if (items.length === 0) return print('There are no accounts yet.')
        const width = Math.max(9, ...items.map(({ username }) => username.length))
        print(`${'Id'.padStart(6)}  ${'User name'.padEnd(width)}  Fields  Created     State`)
        for (const { id, username, fields, created, closed } of items)
          print(
            `${String(id).padStart(6)}  ${username.padEnd(width)}  ` +
              `${String(fields).padStart(6)}  ${created.slice(0, 10)}  ` +
              (closed ? `closed ${closed.slice(0, 10)}` : 'open'),
          )
      },
    },
  })
}

async function add(context: Context, username: string, options: Options): Promise<void> {
  const wrong = wrongUsername(username)
  if (wrong) throw new CommandFailed(wrong.detail)
  const taken = new CommandFailed(`There is an account ${username} already.`)
  // Checked before the password prompt.
  const known = await withStore(context.config(), db =>
    findAccount(db, { usernameKey: usernameKey(username) }),
  )
  if (known) throw taken
  const password = await newPassword(context, options)
  const { made: added, losing } = await withStore(context.config(), async db =>
    lostRightsBy(db, await onlyAccount(db), () => addAccount(db, { username, password })),
  )
  if (!added) throw taken
  const shown = options.generate ? { password } : {}
  said(
    context,
    options,
    { id: added.id, username, ...shown, losing },
    `The account ${username} was made.`,
    options.generate ? password : undefined,
  )
  if (!options.json) tellLosing(context, losing)
}

async function setPassword(context: Context, username: string, options: Options): Promise<void> {
  const password = await newPassword(context, options)
  await change(context, username, db => changePassword(db, username, password))
  const shown = options.generate ? { password } : {}
  said(
    context,
    options,
    { username, ...shown },
    `The account ${username} has a new password.`,
    options.generate ? password : undefined,
  )
}

async function activate(
  context: Context,
  username: string,
  feature: Feature | undefined,
  options: Options,
): Promise<void> {
  if (feature === undefined) {
    let losing: LosingKey[] = []
    await change(context, username, async db => {
      const done = await lostRightsBy(db, await onlyAccount(db), () => reopenAccount(db, username))
      losing = done.losing
      return done.made
    })
    const facts = { username, closed: false, losing }
    said(context, options, facts, `The account ${username} is open.`)
    if (!options.json) tellLosing(context, losing)
    return
  }
  if (feature === 'lift-opt-outs' || feature === 'keep-opt-outs') {
    const lifting = feature === 'lift-opt-outs'
    await change(context, username, db => allowLifting(db, username, lifting))
    const sentence = `Programs of ${username} ${lifting ? 'may' : 'may not'} lift what people said.`
    return said(context, options, { username, liftOptOuts: lifting }, sentence)
  }
  const fields = feature === 'dd100' ? 100 : 25
  await change(context, username, db => activateFields(db, username, fields))
  said(
    context,
    options,
    { username, fields },
    `The account ${username} has ${fields} demographic fields.`,
  )
}

async function forward(
  context: Context,
  username: string,
  address: string,
  options: Options,
): Promise<void> {
  const to = address === 'none' ? undefined : address
  if (to !== undefined && !isEmailAddress(to))
    throw new CommandFailed(`${address} is no address. To forward nothing: none`)
  await change(context, username, db => forwardReplies(db, username, to))
  const sentence = to === undefined ? 'are kept, and go nowhere' : `go to ${to}`
  said(
    context,
    options,
    { username, forwardTo: to ?? null },
    `Replies to emails of ${username} ${sentence}.`,
  )
}

async function newPassword(
  { readPassword }: Context,
  { generate, allowShort = false }: Options,
): Promise<string> {
  const password = generate ? generatePassword() : await readPassword('Password: ')
  const wrong = await wrongNewPassword(password, { allowWeak: allowShort })
  if (wrong)
    throw new CommandFailed(
      `${detailText(wrong)}${wrongPassword(password) === undefined ? ALLOW_SHORT : ''}`,
    )
  return password
}

async function change(
  { config }: Context,
  username: string,
  work: (db: Store) => Promise<boolean>,
) {
  const found = await withStore(config(), work)
  if (!found)
    throw new CommandFailed(`There is no account ${username}. To see them: pennypost account list`)
}

function said(
  { print, printJson }: Context,
  { json }: Options,
  facts: object,
  sentence: string,
  password?: string,
): void {
  if (json) printJson(facts)
  else print(sentence)
  if (!json && password !== undefined) print(`Its password, shown this once: ${password}`)
}
