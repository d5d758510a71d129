/**
 * Invitations, by links that are used once. A mailed link proves the mailbox of its user; one that
 * was shown to the inviter proves nothing, so they are different links.
 */

import { atomically, type Db, type Store } from '../../../db/db.ts'
import { emailKey, isEmailAddress } from '../../../lib/email-address.ts'
import { makeToken } from '../../accounts/console-tokens.ts'
import { presentActor } from '../../audit/actor.ts'
import { recordChange } from '../../audit/record.ts'
import { refused, type Violation, violationsOfValues } from '../../refusal.ts'
import * as members from '../members.sql.ts'
import type { Role } from '../rights.ts'

export const INVITATION_DAYS = 7
/** Open ones of an account. */
const MOST = 100

export interface NewInvitation {
  email: string
  role: Role
  masked?: boolean
  /** Only the mailbox sees the link, or an operator vouches for its user. */
  proves?: boolean
}

function checkInvited(given: string): string {
  const email = given.trim()
  if (!isEmailAddress(email)) throw refused('not-valid', 'invited-address')
  return email
}

/** Values of an invitation that are refused. */
export const violationsOfInvitation = ({
  email,
}: Partial<Pick<NewInvitation, 'email'>>): Violation[] =>
  violationsOfValues({ email }, { email: checkInvited })

/** Returns the token of the link. A second invitation of an address replaces the first. */
export async function inviteMember(
  db: Store,
  accountId: number,
  { email: given, role, masked = false, proves = false }: NewInvitation,
): Promise<string> {
  const email = checkInvited(given)
  const key = emailKey(email)
  const there = await members.membersOfAccount(db, { accountId })
  if (there.some(member => emailKey(member.email) === key))
    throw refused('not-valid', 'member-there')
  const { token, tokenHash } = makeToken(accountId)
  await members.removeOldInvitations(db, { accountId })
  if ((await members.invitationsOfAccount(db, { accountId })).length >= MOST)
    throw refused('not-valid', 'invitations-many', { most: MOST })
  await atomically(db, async tx => {
    await members.addInvitation(tx, {
      accountId,
      tokenHash,
      email,
      emailKey: key,
      role,
      masked,
      proves,
      madeBy: presentMember(),
      days: INVITATION_DAYS,
    })
    const after = { email, role, masked }
    await recordChange(tx, accountId, { action: 'member.invite', id: '', after })
  })
  return token
}

/** Who makes a link, and may know it after they have left. Null: no person. */
export function presentMember(): number | null {
  const actor = presentActor()
  return actor?.kind === 'person' ? (actor.id ?? null) : null
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
      throw refused('no-such-invitation', 'invited-nobody')
    await recordChange(tx, accountId, { action: 'member.uninvite', id: '', before: { email } })
  })
}
