/**
 * New passwords of people. A mailed link proves the mailbox of its user. One that is shown to an
 * owner sets the password of a person who belongs to this account alone, both when it is made and
 * when it is used; any viewer of it may know the password, so it makes the person unproven.
 */
import { atomically, type Db, type Store } from '../../../db/db.ts'
import { emailKey } from '../../../lib/email-address.ts'
import { sessionOfPerson } from '../../accounts/accounts.sql.ts'
import { makeToken, readToken } from '../../accounts/console-tokens.ts'
import { peerOf } from '../../accounts/guessing/failures.ts'
import { rememberNetwork, subjectOf } from '../../accounts/guessing/guesses.ts'
import { hashPassword, wrongNewPassword } from '../../accounts/passwords.ts'
import { presentPeer } from '../../audit/actor.ts'
import { Refusal, refused, refusedFor } from '../../refusal.ts'
import { lockOurs } from '../lock-ours.ts'
import * as members from '../members.sql.ts'
import { endSessions, prove, recordForPerson } from '../proof.ts'
import { forgetCodeFailures } from '../second-factor.sql.ts'
import { presentMember } from './invite.ts'

const RESET_DAYS = 1

/** Returns the token of a link to mail, or that an operator vouches for. Earlier links end. */
export const startMailedReset = (db: Store, personId: number): Promise<string> =>
  atomically(db, tx => startReset(tx, personId, null))

/** Returns the token of a link to show to an owner of the account. Earlier links end. */
export const startShownReset = (
  db: Store,
  accountId: number,
  personId: number,
  byMasked = false,
): Promise<string> =>
  atomically(db, async tx => {
    await lockOurs(tx, accountId, personId, byMasked)
    return startReset(tx, personId, accountId)
  })

async function startReset(tx: Db, personId: number, accountId: number | null): Promise<string> {
  const { token, tokenHash } = makeToken(personId)
  await members.removePasswordResets(tx, { personId })
  const madeBy = presentMember()
  await members.addPasswordReset(tx, { personId, tokenHash, accountId, madeBy, days: RESET_DAYS })
  await recordForPerson(tx, personId, { action: 'member.reset' })
  return token
}

/** Undefined for an unknown address, or a person without an open account now. */
export async function personToReset(db: Db, address: string) {
  const person = await members.personByKey(db, { emailKey: emailKey(address) })
  const [first] = person ? await members.membershipsOfPerson(db, { personId: person.id }) : []
  if (!person || !first) return undefined
  const { id, email, language } = person
  return { id, email, language, account: { id: first.accountId, username: first.username } }
}

/** The person whose password the link sets. Refuses one that is used or expired. */
export async function readReset(
  db: Db,
  token: string,
): Promise<{ email: string; language: string }> {
  const place = placeOfReset(token)
  const found = place && (await members.findPasswordReset(db, place))
  if (!found) throw new Refusal('no-such-reset')
  return found
}

/** Uses the link up. All sessions of the person end. */
export async function finishReset(db: Store, token: string, password: string): Promise<void> {
  const { email } = await readReset(db, token)
  const place = placeOfReset(token)!
  const { personId } = place
  const passwordHash = await newPasswordHash(password)
  await atomically(db, async tx => {
    const person = await members.lockPerson(tx, { personId })
    const claimed = await members.claimPasswordReset(tx, place)
    if (!person || !claimed) throw new Refusal('no-such-reset')
    if (claimed.proves) await prove(tx, person)
    else await members.dropProof(tx, { personId })
    await setPassword(tx, personId, passwordHash)
    // This network is known from now on, in spite of guesses from elsewhere.
    await rememberNetwork(tx, subjectOf('person', emailKey(email)), peerOf(presentPeer()))
  })
}

/** Their tokens begin with the person, as those of sessions with the account. */
function placeOfReset(token: string) {
  const read = readToken(token)
  return read && { personId: read.accountId, tokenHash: read.tokenHash }
}

/** A new password, given by the person in a session, which stays open. All others end. */
export async function changePersonPassword(
  db: Store,
  personId: number,
  password: string,
  session: { accountId: number; tokenHash: string },
): Promise<void> {
  const passwordHash = await newPasswordHash(password, 'newPassword')
  await atomically(db, async tx => {
    await demandSession(tx, personId, session)
    await setPassword(tx, personId, passwordHash, session.tokenHash)
  })
}

/**
 * Locks the person, and refuses a session that was ended since: by a proof, another password, or an
 * owner.
 */
async function demandSession(
  tx: Db,
  personId: number,
  session: { accountId: number; tokenHash: string },
): Promise<void> {
  await members.lockPerson(tx, { personId })
  if (!(await sessionOfPerson(tx, { ...session, personId })))
    throw refused('not-now', 'session-ended')
}

/** Ends all sessions but one, and open links. The person must be locked. */
export async function setPassword(
  tx: Db,
  personId: number,
  passwordHash: string,
  exceptHash = '',
): Promise<void> {
  await members.savePersonPassword(tx, { personId, passwordHash })
  await members.removePasswordResets(tx, { personId })
  // Who guessed codes knew the password before.
  await forgetCodeFailures(tx, { personId })
  await endSessions(tx, personId, exceptHash)
  await recordForPerson(tx, personId, { action: 'member.password' })
}

/** `name`: of the value, for a refusal. */
export async function newPasswordHash(password: string, name = 'password'): Promise<string> {
  const wrong = await wrongNewPassword(password)
  if (wrong !== undefined) throw refusedFor('not-valid', wrong).ofValue(name)
  return hashPassword(password)
}
