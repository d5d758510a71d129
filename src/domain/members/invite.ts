/**
 * Invitations and new passwords, by links that are used once. Whoever is known already joins with
 * their own password: an inviter sees the link, and must not become somebody else by it.
 */

import { atomically, type Db, type Store } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import { emailKey, isEmailAddress } from '../../lib/email-address.ts'
import { removeSessionsOfPerson } from '../accounts/accounts.sql.ts'
import { makeToken, readToken } from '../accounts/console-tokens.ts'
import { hashPassword, wrongNewPassword } from '../accounts/passwords.ts'
import { openSession, type SessionClient } from '../accounts/session.ts'
import { type Actor, presentActor } from '../audit/actor.ts'
import { recordChange } from '../audit/record.ts'
import { Refusal } from '../refusal.ts'
import { checkText } from '../text.ts'
import * as members from './members.sql.ts'
import type { PersonSignIn } from './person-sign-in.ts'
import type { Role } from './rights.ts'

export const INVITATION_DAYS = 7
const RESET_DAYS = 1
/** Open ones of an account. */
const MOST = 100
export const LONGEST_PERSON_NAME = 100

export interface NewInvitation {
  email: string
  role: Role
  masked?: boolean
}

/** Returns the token of the link. A second invitation of an address replaces the first. */
export async function inviteMember(
  db: Store,
  accountId: number,
  { email: given, role, masked = false }: NewInvitation,
): Promise<string> {
  const email = given.trim()
  if (!isEmailAddress(email)) throw new Refusal('not-valid', 'This is no e-mail address.')
  const key = emailKey(email)
  const there = await members.membersOfAccount(db, { accountId })
  if (there.some(member => emailKey(member.email) === key))
    throw new Refusal('not-valid', 'There is a member with this address already.')
  const { token, tokenHash } = makeToken(accountId)
  await members.removeOldInvitations(db, { accountId })
  if ((await members.invitationsOfAccount(db, { accountId })).length >= MOST)
    throw new Refusal('not-valid', `An account can have up to ${MOST} open invitations.`)
  await atomically(db, async tx => {
    await members.addInvitation(tx, {
      ...{ accountId, tokenHash, email, emailKey: key, role, masked },
      days: INVITATION_DAYS,
    })
    const after = { email, role, masked }
    await recordChange(tx, accountId, { action: 'member.invite', id: '', after })
  })
  return token
}

export interface Invitation {
  email: string
  role: Role
  masked: boolean
  created: string
  expires: string
}

/** Those that were not used yet, the oldest first. */
export async function listInvitations(db: Db, accountId: number): Promise<Invitation[]> {
  const rows = await members.invitationsOfAccount(db, { accountId })
  return rows.map(row => ({ ...row, role: row.role as Role }))
}

export async function takeBackInvitation(db: Db, accountId: number, email: string): Promise<void> {
  await atomically(db, async tx => {
    if ((await members.removeInvitation(tx, { accountId, emailKey: emailKey(email) })) === 0)
      throw new Refusal('no-such-invitation', 'Nobody with this address is invited.')
    await recordChange(tx, accountId, { action: 'member.uninvite', id: '', before: { email } })
  })
}

export interface InvitationFacts {
  email: string
  role: string
  /** The user name of the account. */
  account: string
  /** Whether the person has a password already. */
  known: boolean
}

/** What an invitation is for. Refuses one that is used or expired. */
export async function readInvitation(db: Db, token: string): Promise<InvitationFacts> {
  const place = readToken(token)
  const found = place && (await members.findInvitation(db, place))
  if (!found) throw new Refusal('no-such-invitation')
  const { email, role, username: account } = found
  const person = await members.personByKey(db, { emailKey: emailKey(email) })
  return { email, role, account, known: person !== undefined }
}

export interface InvitationAnswer extends SessionClient {
  /** A new one; of a person who is known, their own. */
  password: string
  name?: string
  language?: string
}

/** Uses the invitation up, and returns the token of a session. */
export async function acceptInvitation(
  db: Store,
  signInPerson: PersonSignIn,
  token: string,
  { password, name = '', language = 'en', ...client }: InvitationAnswer,
  gone?: () => AbortSignal,
): Promise<string> {
  const { email, known } = await readInvitation(db, token)
  const person = known ? await signInPerson(email, password, client.peer ?? '', gone) : undefined
  const shown = checkText(name, 'name', LONGEST_PERSON_NAME)
  const passwordHash = person ? '' : await newHash(password)
  const newId = person ? undefined : await takeId(db, 0, 'person')
  const place = readToken(token)!
  const { accountId } = place
  return atomically(db, async tx => {
    const claimed = await members.claimInvitation(tx, place)
    if (!claimed) throw new Refusal('no-such-invitation')
    const { emailKey: key, role, masked } = claimed
    const added =
      newId === undefined ||
      (await members.addPerson(tx, {
        ...{ id: newId, email: claimed.email, emailKey: key, name: shown, passwordHash, language },
      }))
    // Somebody took the address meanwhile: the transaction leaves the invitation as it was.
    if (!added) throw new Refusal('not-now', 'The address has just become known. Try again.')
    const personId = newId ?? person!.id
    await join(tx, { accountId, personId, role, masked }, client.peer)
    const codeNeeded = person?.codeSet ?? false
    return openSession(tx, accountId, { ...client, kind: 'person', personId, codeNeeded })
  })
}

interface Joining {
  accountId: number
  personId: number
  role: string
  masked: boolean
}

/** Makes the person a member, by an invitation that is used up. */
export async function join(tx: Db, joining: Joining, peer = ''): Promise<void> {
  const { accountId, personId, role, masked } = joining
  await members.addMember(tx, joining)
  const joined = { action: 'member.join', id: personId, after: { role, masked } } as const
  await recordChange(tx, accountId, joined, { ...asPerson(personId), ...(peer !== '' && { peer }) })
}

/** Returns the token of a link that sets a new password. Earlier links end. */
export async function startReset(db: Store, personId: number): Promise<string> {
  const { token, tokenHash } = makeToken(personId)
  await atomically(db, async tx => {
    await members.removePasswordResets(tx, { personId })
    await members.addPasswordReset(tx, { personId, tokenHash, days: RESET_DAYS })
    for (const { accountId } of await members.membershipsOfPerson(tx, { personId }))
      await recordChange(tx, accountId, { action: 'member.reset', id: personId })
  })
  return token
}

/** Undefined for an address of nobody, or of a person who is in no open account now. */
export async function startResetOfAddress(db: Store, address: string) {
  const person = await members.personByKey(db, { emailKey: emailKey(address) })
  const [first] = person ? await members.membershipsOfPerson(db, { personId: person.id }) : []
  if (!person || !first) return undefined
  const { email, language } = person
  const account = { id: first.accountId, username: first.username }
  return { email, language, account, token: await startReset(db, person.id) }
}

/** Whose password the link sets. Refuses one that is used or expired. */
export async function readReset(db: Db, token: string): Promise<{ email: string }> {
  const place = placeOfReset(token)
  const found = place && (await members.findPasswordReset(db, place))
  if (!found) throw new Refusal('no-such-reset')
  return found
}

/** Uses the link up. All sessions of the person end. */
export async function finishReset(db: Store, token: string, password: string): Promise<void> {
  await readReset(db, token)
  const place = placeOfReset(token)!
  const passwordHash = await newHash(password)
  await atomically(db, async tx => {
    if (!(await members.claimPasswordReset(tx, place))) throw new Refusal('no-such-reset')
    await setPassword(tx, place.personId, passwordHash)
  })
}

/** Their tokens begin with the person, as those of sessions with the account. */
function placeOfReset(token: string) {
  const read = readToken(token)
  return read && { personId: read.accountId, tokenHash: read.tokenHash }
}

/** A new password, given by the person. All other sessions end. */
export async function changePersonPassword(
  db: Store,
  personId: number,
  password: string,
  exceptHash: string,
): Promise<void> {
  const passwordHash = await newHash(password)
  await atomically(db, tx => setPassword(tx, personId, passwordHash, exceptHash))
}

async function setPassword(tx: Db, personId: number, passwordHash: string, exceptHash = '') {
  await members.savePersonPassword(tx, { personId, passwordHash })
  await members.removePasswordResets(tx, { personId })
  for (const { accountId } of await members.membershipsOfPerson(tx, { personId })) {
    await removeSessionsOfPerson(tx, { accountId, personId, exceptHash })
    const change = { action: 'member.password', id: personId } as const
    await recordChange(tx, accountId, change, presentActor() ?? asPerson(personId))
  }
}

/** Who uses a link is the person, before anybody is signed in. */
const asPerson = (id: number): Actor => ({ kind: 'person', id })

async function newHash(password: string): Promise<string> {
  const wrong = await wrongNewPassword(password)
  if (wrong !== undefined) throw new Refusal('not-valid', wrong)
  return hashPassword(password)
}
