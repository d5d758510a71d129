/**
 * Signing in of programs that give a name and a password: the password of the account, or in its
 * place an API key of it. A right key is looked up at each call, so that one that was removed is
 * refused at once; a wrong one is a wrong password, and slowed as one.
 */
import type { Store } from '../../../db/db.ts'
import type { Account } from '../../accounts/account.ts'
import { readToken } from '../../accounts/console-tokens.ts'
import type { SignIn } from '../../accounts/sign-in.ts'
import { usernameKey } from '../../accounts/username.ts'
import { refused } from '../../refusal.ts'
import { holderOfApiKey, type KeyHolder } from './key-holder.ts'

interface ProgramSignInOptions {
  db: Store
  signIn: SignIn
  /** Counts a call; false if the key has made too many. */
  mayCall(holder: KeyHolder): boolean
}

/**
 * Throws as SignIn does; Refusal('not-permitted') for a key that is used from another network, and
 * Refusal('not-now') for one that has made too many calls.
 */
export const createProgramSignIn =
  ({ db, signIn, mayCall }: ProgramSignInOptions) =>
  async (
    ...given: Parameters<SignIn>
  ): Promise<{ account: Account; key: KeyHolder | undefined }> => {
    const [username, password, peer] = given
    const key = readToken(password, 'api-key') && (await holderOfApiKey(db, password, peer))
    if (key && usernameKey(username) === usernameKey(key.account.username)) {
      if (!mayCall(key)) throw refused('not-now', 'key-calls-many')
      return { account: key.account, key }
    }
    return { account: await signIn(...given), key: undefined }
  }
