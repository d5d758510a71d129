/** Signing in to the console, as a person or with user name and password of the account. */
import type { Db } from '../../db/db.ts'
import { emailKey, isEmailAddress } from '../../lib/email-address.ts'
import { consoleOfAccount } from '../accounts/accounts.sql.ts'
import { openSession, type SessionClient } from '../accounts/session.ts'
import type { SignIn } from '../accounts/sign-in.ts'
import { Refusal } from '../refusal.ts'
import { membershipsOfPerson, personByKey } from './members.sql.ts'
import type { PersonSignIn } from './person-sign-in.ts'
import type { CodeCheck } from './second-factor.ts'

export interface ConsoleSignIn extends SessionClient {
  /** The address of a person, or the user name of an account. */
  username: string
  password: string
  /** Which account, for a person in several. By default their first. */
  accountId?: number | undefined
}

export interface PasswordChecks {
  signIn: SignIn
  signInPerson: PersonSignIn
  checkCode: CodeCheck
}

/** Opens a session and returns its token. An address of a person counts before a user name. */
export async function signInToConsole(
  db: Db,
  { signIn, signInPerson }: Pick<PasswordChecks, 'signIn' | 'signInPerson'>,
  { username, password, accountId, ...client }: ConsoleSignIn,
  gone?: () => AbortSignal,
): Promise<string> {
  const peer = client.peer ?? ''
  if (!(await isPerson(db, username))) {
    const { id } = await signIn(username, password, peer, gone)
    if (!(await consoleOfAccount(db, { accountId: id })).open) throw new Refusal('members-only')
    return openSession(db, id, client)
  }
  const { id: personId, codeSet: codeNeeded } = await signInPerson(username, password, peer, gone)
  const memberships = await membershipsOfPerson(db, { personId })
  const chosen = memberships.find(one => accountId === undefined || one.accountId === accountId)
  if (!chosen) throw new Refusal('unknown-credentials')
  return openSession(db, chosen.accountId, { ...client, kind: 'person', personId, codeNeeded })
}

const isPerson = async (db: Db, text: string): Promise<boolean> =>
  isEmailAddress(text.trim()) && (await personByKey(db, { emailKey: emailKey(text) })) !== undefined
