/** `--account USER`, for commands that work on one account. */
import type { Command } from 'commander'
import type { Db, Store } from '../db/db.ts'
import { accountsInOrder, findAccount } from '../domain/accounts/accounts.sql.ts'
import { usernameKey } from '../domain/accounts/username.ts'
import { CommandFailed, type Context, withStore } from './context.ts'

export interface AccountOption {
  account?: string
  json?: boolean
}

/** Adds the options shared by such commands. */
export const withAccount = (command: Command): Command =>
  command
    .option('--account <username>', 'whose; may be left out while there is only one account')
    .option('--json', 'as JSON, for programs')

export interface OneAccount {
  id: number
  username: string
  fieldCount: number
}

/** Opens the store and runs the work for the chosen account. */
export function forAccount<T>(
  context: Context,
  { account }: AccountOption,
  work: (db: Store, account: OneAccount) => Promise<T>,
) {
  return forStore(context, async db => work(db, await accountMeant(db, account)))
}

/** The same for work that belongs to no account. */
export function forStore<T>(context: Context, work: (db: Store) => Promise<T>): Promise<T> {
  return withStore(context.config(), work)
}

/** The account of that name, or the only one. */
export async function accountMeant(db: Db, username: string | undefined): Promise<OneAccount> {
  if (username !== undefined) {
    const found = await findAccount(db, { usernameKey: usernameKey(username) })
    if (!found)
      throw new CommandFailed(
        `There is no account ${username}. To see them: pennypost account list`,
      )
    return found
  }
  const open = (await accountsInOrder(db, {})).filter(({ closedAt }) => closedAt === null)
  const [only, ...others] = open
  if (!only)
    throw new CommandFailed('There is no account yet. To make one: pennypost account add USER')
  if (others.length === 0) return only
  const names = open.slice(0, 5).map(one => one.username)
  const more = open.length > names.length ? ', ...' : ''
  throw new CommandFailed(
    `There are several accounts: say which one with --account (${names.join(', ')}${more}).`,
  )
}
