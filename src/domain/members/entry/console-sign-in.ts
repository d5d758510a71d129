/** Signing in to the console, as a person or with user name and password of the account. */
import { atomically, type Db } from '../../../db/db.ts'
import { emailKey, isEmailAddress } from '../../../lib/email-address.ts'
import { consoleOfAccount, findAccount } from '../../accounts/accounts.sql.ts'
import { openSession, type SessionClient } from '../../accounts/session.ts'
import type { SignIn } from '../../accounts/sign-in.ts'
import { usernameKey } from '../../accounts/username.ts'
import { Refusal } from '../../refusal.ts'
import type { CodeCheck } from '../code-check.ts'
import { holdPassword, membershipsOfPerson, personByKey } from '../members.sql.ts'
import type { PersonSignIn } from '../person-sign-in.ts'

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

/**
 * Opens a session and returns its token. The address of a person is tried before a user name; if
 * their password is not right, an account of that name is tried: a person can't take its name from
 * it.
 */
export async function signInToConsole(
  db: Db,
  { signIn, signInPerson }: Pick<PasswordChecks, 'signIn' | 'signInPerson'>,
  { username, password, accountId, ...client }: ConsoleSignIn,
  gone?: () => AbortSignal,
): Promise<string> {
  const peer = client.peer ?? ''
  const person = (await isPerson(db, username))
    ? await signInPerson(username, password, peer, gone).catch(unlessAccount)
    : undefined
  if (!person) {
    const { id } = await signIn(username, password, peer, gone)
    if (!(await consoleOfAccount(db, { accountId: id })).open) throw new Refusal('members-only')
    return openSession(db, id, client)
  }
  const { id: personId, codeSet: codeNeeded, passwordHash } = person
  const memberships = await membershipsOfPerson(db, { personId })
  const chosen = memberships.find(one => accountId === undefined || one.accountId === accountId)
  if (!chosen) throw new Refusal('unknown-credentials')
  return atomically(db, async tx => {
    // A concurrent change of the password waits, and then ends this session too.
    if (!(await holdPassword(tx, { personId, passwordHash })))
      throw new Refusal('unknown-credentials')
    return openSession(tx, chosen.accountId, { ...client, kind: 'person', personId, codeNeeded })
  })

  async function unlessAccount(error: unknown): Promise<undefined> {
    const isRefused =
      error instanceof Refusal && (await findAccount(db, { usernameKey: usernameKey(username) }))
    if (!isRefused) throw error
  }
}

const isPerson = async (db: Db, text: string): Promise<boolean> =>
  isEmailAddress(text.trim()) && (await personByKey(db, { emailKey: emailKey(text) })) !== undefined
