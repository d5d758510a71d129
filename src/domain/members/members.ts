/** The members of an account: listed, changed, removed. invite.ts adds them. */

import { atomically, type Db, type Store } from '../../db/db.ts'
import { emailKey } from '../../lib/email-address.ts'
import { removeSessionsOfPerson } from '../accounts/accounts.sql.ts'
import { recordChange } from '../audit/record.ts'
import { noSuch, Refusal, refused, type Violation, violationsOfValues } from '../refusal.ts'
import { checkLine } from '../text.ts'
import { CODE_RULE } from './code-check.ts'
import * as members from './members.sql.ts'
import { recordForPerson } from './proof.ts'
import type { Role } from './rights.ts'
import { restingCodes } from './second-factor.sql.ts'

export const LONGEST_PERSON_NAME = 100

export interface Member {
  id: number
  email: string
  name: string
  language: string
  operator: boolean
  /** They have shown that they hold the mailbox of the address. */
  proven: boolean
  /** They have one-time codes. */
  codeSet: boolean
  /** Until when their codes rest, after too many wrong ones. */
  codesRest: string | null
  role: Role
  masked: boolean
  created: string
  /** When a session of theirs was last used, to the minute. */
  seen: string | null
}

export async function listMembers(db: Db, accountId: number): Promise<Member[]> {
  const rows = await members.membersOfAccount(db, { accountId })
  const personIds = rows.filter(({ codeSet }) => codeSet).map(({ id }) => id)
  const resting = await restingCodes(db, { personIds, most: CODE_RULE.inHour })
  const until = new Map(resting.map(one => [one.personId, one.until]))
  return rows.map(row => ({
    ...row,
    role: row.role as Role,
    codesRest: until.get(row.id) ?? null,
  }))
}

export async function memberById(db: Db, accountId: number, personId: number): Promise<Member> {
  const found = (await listMembers(db, accountId)).find(({ id }) => id === personId)
  if (!found) throw noSuch('no-such-member', personId)
  return found
}

export async function memberByEmail(db: Db, accountId: number, email: string): Promise<Member> {
  const key = emailKey(email)
  const found = (await listMembers(db, accountId)).find(one => emailKey(one.email) === key)
  if (!found) throw refused('no-such-member', 'member-none')
  return found
}

export interface MemberChanges {
  role?: Role | undefined
  masked?: boolean | undefined
  /** The caller has checked that an operator gives it. */
  operator?: boolean | undefined
}

/**
 * Refuses to take its last owner from an account that has other members, and to make an unproven
 * person an operator. A promotion removes open links for a new password; a demotion, the links that
 * the person has seen.
 */
export function editMember(
  db: Db,
  accountId: number,
  personId: number,
  { role, masked, operator }: MemberChanges,
): Promise<void> {
  return atomically(db, async tx => {
    await members.lockPerson(tx, { personId })
    if (role !== undefined && role !== 'owner') await keepAnOwner(tx, accountId, personId)
    const before = await memberById(tx, accountId, personId)
    const changes = { role: role ?? null, masked: masked ?? null }
    if ((await members.changeMember(tx, { accountId, personId, ...changes })) === 0)
      throw noSuch('no-such-member', personId)
    if (operator !== undefined && (await members.setOperator(tx, { personId, operator })) === 0)
      throw new Refusal('not-proven')
    await members.removePasswordResets(tx, { personId })
    await dropShownLinks(tx, accountId, personId)
    const after = { role, masked, operator }
    await recordChange(tx, accountId, { action: 'member.edit', id: personId, before, after })
  })
}

/** Ends their sessions in the account. The person stays a member of other accounts. */
export function dropMember(db: Db, accountId: number, personId: number): Promise<void> {
  return atomically(db, async tx => {
    await members.lockPerson(tx, { personId })
    await keepAnOwner(tx, accountId, personId)
    if ((await members.removeMember(tx, { accountId, personId })) === 0)
      throw noSuch('no-such-member', personId)
    await removeSessionsOfPerson(tx, { accountId, personId, exceptHash: '' })
    await members.removePasswordResets(tx, { personId })
    await dropShownLinks(tx, accountId, personId)
    await members.removeViewsOfPerson(tx, { accountId, personId })
    await endAssistants(tx, accountId, personId)
    await recordChange(tx, accountId, { action: 'member.remove', id: personId })
  })
}

/** An assistant that a member let in acts for them, and sits where they sit. */
async function endAssistants(tx: Db, accountId: number, personId: number): Promise<void> {
  await members.removeCodesOfPerson(tx, { accountId, personId })
  const keys = await members.removeAssistantsOfPerson(tx, { accountId, personId })
  await members.removeGrants(tx, { accountId, keyIds: keys.map(({ id }) => id) })
  for (const { id } of keys) await recordChange(tx, accountId, { action: 'api-key.remove', id })
}

/** Links that the member made and saw, to give them to others: they may know them still. */
async function dropShownLinks(tx: Db, accountId: number, madeBy: number): Promise<void> {
  await members.removeShownInvitations(tx, { accountId, madeBy })
  await members.removeShownResets(tx, { accountId, madeBy })
}

export const checkPersonName = (name: string): string =>
  checkLine(name, 'name', LONGEST_PERSON_NAME)

export const violationsOfMember = ({ name }: { name?: string | undefined }): Violation[] =>
  violationsOfValues({ name }, { name: checkPersonName })

/** By the person alone, for all accounts that they are in. */
export function editPerson(
  db: Store,
  personId: number,
  { name, language }: { name?: string | undefined; language?: string | undefined },
): Promise<void> {
  const shown = name === undefined ? null : checkPersonName(name)
  return atomically(db, async tx => {
    await members.editPerson(tx, { personId, name: shown, language: language ?? null })
    await recordForPerson(tx, personId, { action: 'member.edit', after: { name, language } })
  })
}

/** Without members the account's own password opens the console again; that is no way around. */
async function keepAnOwner(tx: Db, accountId: number, personId: number): Promise<void> {
  const owners = await members.ownersOfAccount(tx, { accountId })
  const isLast = owners.length === 1 && owners[0]?.personId === personId
  if (isLast && (await listMembers(tx, accountId)).length > 1)
    throw refused('not-now', 'owner-last')
}
