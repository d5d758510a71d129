/**
 * Accepting an invitation. A proven person joins with their own password: possession of the link
 * must not be enough. An unproven one joins a further account by a mailed link only, which is the
 * proof: an impostor may have made the person, and know the password.
 */

import { atomically, type Db, type Store } from '../../../db/db.ts'
import { takeId } from '../../../db/ids.ts'
import { readToken } from '../../accounts/console-tokens.ts'
import { openSession, type SessionClient } from '../../accounts/session.ts'
import { recordChange } from '../../audit/record.ts'
import { Refusal, refused } from '../../refusal.ts'
import * as members from '../members.sql.ts'
import { checkPersonName } from '../members.ts'
import type { PersonSignIn, SignedInPerson } from '../person-sign-in.ts'
import { asPerson, forgetWaysIn, prove } from '../proof.ts'
import { newPasswordHash, setPassword } from './new-password.ts'

export interface InvitationFacts {
  email: string
  role: string
  /** The user name of the account. */
  account: string
  /** Whether their own password must be given; otherwise a new one. */
  known: boolean
  /** Of the person, if they are known. */
  language: string | undefined
}

/** The invitation of a token. Refuses one that is used or expired, or of no use to the person. */
export async function readInvitation(db: Db, token: string): Promise<InvitationFacts> {
  const { invitation, known, language } = await openInvitation(db, token)
  const { email, role, username: account } = invitation
  return { email, role, account, known, language: known ? language : undefined }
}

async function openInvitation(db: Db, token: string) {
  const place = readToken(token)
  const invitation = place && (await members.findInvitation(db, place))
  if (!invitation) throw new Refusal('no-such-invitation')
  const person = await members.personByKey(db, invitation)
  const known = !(await takesNewPassword(db, person, invitation.proves))
  return { place, invitation, known, language: person?.language }
}

/**
 * Whether the link sets a password; otherwise the person gives their own. Refuses a shown link for
 * an unproven person of another account, closed ones too.
 */
async function takesNewPassword(
  db: Db,
  person: { id: number; proven: boolean; passwordHash: string } | undefined,
  proves: boolean,
): Promise<boolean> {
  if (!person) return true
  if (person.proven) return proves && person.passwordHash === ''
  if (proves || (await members.allAccountsOfPerson(db, { personId: person.id })).length === 0)
    return true
  throw refused('not-proven', 'mailbox-unproven')
}

export interface InvitationAnswer extends SessionClient {
  /** A new one, or the person's own: InvitationFacts.known. */
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
  const { place, invitation, known } = await openInvitation(db, token)
  const { email } = invitation
  const signedIn = known ? await signInPerson(email, password, client.peer ?? '', gone) : undefined
  const shown = checkPersonName(name)
  const newcomer = signedIn ?? {
    id: await takeId(db, 0, 'person'),
    name: shown,
    language,
    passwordHash: await newPasswordHash(password),
  }
  const { accountId } = place
  return atomically(db, async tx => {
    const { id: personId, codeSet } = signedIn
      ? await stillKnown(tx, invitation, signedIn)
      : await withNewPassword(tx, invitation, newcomer)
    // After the person is locked, as a sign-in at a provider claims it. Without it all is undone.
    const claimed = await members.claimInvitation(tx, place)
    if (!claimed) throw new Refusal('no-such-invitation')
    const { role, masked } = claimed
    await join(tx, { accountId, personId, role, masked }, client.peer)
    return openSession(tx, accountId, { ...client, kind: 'person', personId, codeNeeded: codeSet })
  })
}

interface Invited {
  email: string
  emailKey: string
  proves: boolean
}

/** Proven, and with the password that they gave. */
async function stillKnown(tx: Db, { emailKey: key }: Invited, given: SignedInPerson) {
  const person = await members.lockPersonByKey(tx, { emailKey: key })
  if (!person?.proven || person.id !== given.id || person.passwordHash !== given.passwordHash)
    throw changedMeanwhile()
  return person
}

interface Newcomer {
  /** Of the new person. */
  id: number
  name: string
  language: string
  passwordHash: string
}

async function withNewPassword(
  tx: Db,
  { email, emailKey: key, proves }: Invited,
  { id, name, language, passwordHash }: Newcomer,
) {
  const there = await members.lockPersonByKey(tx, { emailKey: key })
  if (!there) {
    const made = { id, email, emailKey: key, name, language, passwordHash }
    if ((await members.addPerson(tx, made)) === 0) throw changedMeanwhile()
    if (proves) await members.saveProof(tx, { personId: id })
    return { id, codeSet: false }
  }
  const { id: personId, proven, codeSet } = there
  if (!(await takesNewPassword(tx, there, proves))) throw changedMeanwhile()
  if (!proven) {
    await (proves ? prove(tx, there) : forgetWaysIn(tx, personId))
    await members.editPerson(tx, { personId, name, language })
  }
  await setPassword(tx, personId, passwordHash)
  return { id: personId, codeSet: proven && codeSet }
}

const changedMeanwhile = () => refused('not-now', 'address-changed')

interface Joining {
  accountId: number
  personId: number
  role: string
  masked: boolean
}

/**
 * Makes the person a member, by an invitation that is used up. The person must be locked, and
 * proven if they are in another account.
 */
export async function join(tx: Db, joining: Joining, peer = ''): Promise<void> {
  const { accountId, personId, role, masked } = joining
  await members.addMember(tx, joining)
  await members.removePasswordResets(tx, { personId })
  const joined = { action: 'member.join', id: personId, after: { role, masked } } as const
  await recordChange(tx, accountId, joined, { ...asPerson(personId), ...(peer !== '' && { peer }) })
}
