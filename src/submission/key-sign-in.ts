/**
 * Signing in to the submission server: an API key as the password, the user name says the project.
 * Wrong keys are slowed by network and account, as wrong passwords are (docs/decisions/0061).
 */
import type { Store } from '../db/db.ts'
import { createFailures, peerOf } from '../domain/accounts/guessing/failures.ts'
import { createTurns } from '../domain/accounts/guessing/turns.ts'
import { holderOfApiKey, type KeyHolder } from '../domain/members/api-keys/key-holder.ts'
import { Refusal } from '../domain/refusal.ts'
import { projectAlone } from '../domain/transactions/projects.ts'
import { logInFailures } from '../lib/telemetry.ts'
import type { SignInOutcome, Submission } from '../mail/smtp-server/terms.ts'

/** A client that has signed in, for the time of its session. */
export interface KeyClient {
  token: string
  /** The address that it comes from. */
  peer: string
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

type SignInGiven = Parameters<Submission<KeyClient>['signIn']>[0]

/** The user name of a program that names its project in the message, or none. */
const ANY_PROJECT = /^(?:pennypost)?$/i
const LONGEST_KEY = 100
const LONGEST_USER = 100
const CHECKS_AT_ONCE = 4

const WRONG = '535 5.7.8 The password is no API key that is valid'
const ELSEWHERE = '535 5.7.8 The API key takes no messages from this network'
const NO_RIGHT = '535 5.7.8 The API key has not the right to send'
const NO_PROJECT = '535 5.7.8 The user name is no project: give its name, guid or id, or pennypost'
const OTHER_PROJECT = '535 5.7.8 The API key is bound to another project, or to a list'
const TOO_MANY = '454 4.7.0 Too many failed log-ins, try again later'

export function createKeySignIn({
  db,
  onFailure,
}: KeySignInOptions): Submission<KeyClient>['signIn'] {
  const failures = createFailures()
  const turns = createTurns({ atOnce: CHECKS_AT_ONCE, ...failures })

  async function checkKey(
    { user, password: token, peer }: SignInGiven,
    network: string,
    account: string,
  ): Promise<SignInOutcome<KeyClient>> {
    const holder = token.length > LONGEST_KEY ? undefined : await holderOfApiKey(db, token, peer)
    if (!holder) {
      const tooMany = failures.add(network, account)
      logInFailures.publish({ tooMany })
      onFailure({ peer: network, tooMany })
      return { refused: WRONG }
    }
    failures.clear(network, account)
    if (!holder.rights.has('send')) return { refused: NO_RIGHT }
    const project = ANY_PROJECT.test(user) ? undefined : user
    const id = project === undefined ? undefined : await projectId(db, holder.account.id, project)
    if (project !== undefined && id === undefined) return { refused: NO_PROJECT }
    const { bound } = holder
    if (!maySend(holder, id ?? bound.projectId)) return { refused: OTHER_PROJECT }
    const own = bound.projectId === null ? project : String(bound.projectId)
    return { client: { token, holder, peer, project: own } }
  }

  return async (given, gone) => {
    const { user, password, peer } = given
    if (user.length > LONGEST_USER) return { refused: NO_PROJECT }
    const network = peerOf(peer)
    const account = accountNamed(password)
    try {
      return await turns.take(network, account, () => checkKey(given, network, account), gone)
    } catch (error) {
      if (error instanceof Refusal && error.reason === 'too-many-failures')
        return { refused: TOO_MANY }
      if (error instanceof Refusal && error.reason === 'not-permitted')
        return { refused: ELSEWHERE }
      throw error
    }
  }
}

/** The account that a key names, whether it is one or not. */
const accountNamed = (password: string): string => /^ppk_(\d{1,15})_/.exec(password)?.[1] ?? ''

async function projectId(db: Store, accountId: number, which: string) {
  try {
    return (await projectAlone(db, accountId, which)).id
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** Whether the key sends emails of a project; null: of the one of emails that name none. */
export const maySend = ({ bound }: KeyHolder, project: number | null): boolean =>
  bound.listId === null && (bound.projectId === null || bound.projectId === project)
