/** The first account of an empty store, and the welcome message. */
import type { AddressInfo } from 'node:net'
import { atomically, type Db } from '../db/db.ts'
import { accountsInOrder } from '../domain/accounts/accounts.sql.ts'
import { addFirstAccount } from '../domain/accounts/add-account.ts'
import { makeLoginLink } from '../domain/accounts/login-link.ts'
import { generatePassword, wrongNewPassword, wrongPassword } from '../domain/accounts/passwords.ts'
import { wrongUsername } from '../domain/accounts/username.ts'
import type { Log } from '../lib/log.ts'
import type { Config } from '../settings/config.ts'
import { WrongSetting } from '../settings/given.ts'
import { listeningOrigin } from '../settings/service-origin.ts'
import { welcome } from './welcome.ts'

/** Checked first: the account itself is made when all other steps have succeeded. */
export function refuseWrongAccount({ username, password }: Config['account']): void {
  const wrong = wrongUsername(username) ?? wrongPassword(password ?? 'generated')
  if (wrong)
    throw new WrongSetting(
      `ACCOUNT_USERNAME and ACCOUNT_PASSWORD can't be used for the first account: ${wrong.detail}`,
    )
}

/**
 * Makes the account if the store has none, and returns the welcome message. A generated password is
 * only in this message, so it must be printed next. The login link is shown only on a terminal: a
 * journal would keep it.
 */
export async function introduce(
  db: Db,
  config: Config,
  address: AddressInfo,
  { terminal, log }: { terminal: boolean; log: Log },
): Promise<string> {
  const listening = listeningOrigin(address.address, address.port)
  const origin = config.http.publicUrl ?? listening
  const password = config.account.password ?? generatePassword()
  const { made, account, token } = await atomically(db, async tx => {
    const added = await addFirstAccount(tx, { username: config.account.username, password })
    const open = added ?? (await accountsInOrder(tx, {})).find(({ closedAt }) => closedAt === null)
    const link = open && terminal ? await makeLoginLink(tx, open.id) : undefined
    return { made: added !== undefined, account: open, token: link }
  })
  // Programs of an old service may use it, so it is accepted.
  if (made && (await wrongNewPassword(password)) !== undefined)
    log.warn('the password of the first account is short or common: it is easily guessed')
  return welcome({
    origin,
    listening,
    username: account?.username,
    password: made && config.account.password === undefined ? password : undefined,
    loginLink: token && `${origin}/console/login/${token}`,
    store:
      config.store.databaseUrl === undefined
        ? `${config.store.dataDir} (embedded PostgreSQL)`
        : 'the PostgreSQL of DATABASE_URL',
  })
}
