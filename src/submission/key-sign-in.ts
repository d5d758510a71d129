/**
 * Signing in to the submission server: an API key as the password, the user name says the project.
 * Wrong keys are slowed by network and account, as wrong passwords are (docs/decisions/0061).
 */
import type { Store } from '../db/db.ts'
import { createFailures, peerOf } from '../domain/accounts/guessing/failures.ts'
import { createTurns } from '../domain/accounts/guessing/turns.ts'
import { accountOfApiKey, type KeyHolder } from '../domain/members/api-keys.ts'
import { Refusal } from '../domain/refusal.ts'
import { projectAlone } from '../domain/transactions/projects.ts'
import { logInFailures } from '../lib/telemetry.ts'
import type { SignInOutcome, Submission } from '../mail/smtp-server/terms.ts'

/** A client that has signed in, for the time of its session. */
export interface KeyClient {
  token: string
  /** As it was when last asked: at the beginning, and at each message. */
  holder: KeyHolder
  /** Of messages that name none; undefined: that of all emails that name none. */
  project: string | undefined
}

interface KeySignInOptions {
  db: Store
  /** Never with the key. */
  onFailure(failed: { peer: string; tooMany: boolean }): void
}

/** Keys to try with too: their emails go nowhere. */
export const keyHolder = (db: Store, token: string): Promise<KeyHolder | undefined> =>
  accountOfApiKey(db, token, { tests: true })

/** The user name of a program that names its project in the message, or none. */
const ANY_PROJECT = /^(?:pennypost)?$/i
const LONGEST_KEY = 100
const LONGEST_USER = 100
const CHECKS_AT_ONCE = 4

const WRONG = '535 5.7.8 The password is no API key that is valid'
const NO_RIGHT = '535 5.7.8 The API key has not the right to send'
const NO_PROJECT = '535 5.7.8 The user name is no project: give its name, guid or id, or pennypost'
const TOO_MANY = '454 4.7.0 Too many failed log-ins, try again later'

export function createKeySignIn({
  db,
  onFailure,
}: KeySignInOptions): Submission<KeyClient>['signIn'] {
  const failures = createFailures()
  const turns = createTurns({ atOnce: CHECKS_AT_ONCE, ...failures })

  async function look(
    user: string,
    token: string,
    network: string,
    account: string,
  ): Promise<SignInOutcome<KeyClient>> {
    const holder = token.length > LONGEST_KEY ? undefined : await keyHolder(db, token)
    if (!holder) {
      const tooMany = failures.add(network, account)
      logInFailures.publish({ tooMany })
      onFailure({ peer: network, tooMany })
      return { refused: WRONG }
    }
    failures.clear(network, account)
    if (!holder.rights.has('send')) return { refused: NO_RIGHT }
    const project = ANY_PROJECT.test(user) ? undefined : user
    if (project !== undefined && !(await isProject(db, holder.account.id, project)))
      return { refused: NO_PROJECT }
    return { client: { token, holder, project } }
  }

  return async ({ user, password, peer }, gone) => {
    if (user.length > LONGEST_USER) return { refused: NO_PROJECT }
    const network = peerOf(peer)
    const account = accountNamed(password)
    try {
      return await turns.take(network, account, () => look(user, password, network, account), gone)
    } catch (error) {
      if (error instanceof Refusal && error.reason === 'too-many-failures')
        return { refused: TOO_MANY }
      throw error
    }
  }
}

/** The account that a key names, whether it is one or not. */
const accountNamed = (password: string): string => /^ppk_(\d{1,15})_/.exec(password)?.[1] ?? ''

async function isProject(db: Store, accountId: number, which: string): Promise<boolean> {
  try {
    await projectAlone(db, accountId, which)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
