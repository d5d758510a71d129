/**
 * The power of an owner over the sign-in of a member: only while the person belongs to no other
 * account and is no operator. It is checked under the lock that joining, leaving and proving take,
 * so it still holds at the commit.
 */
import type { Db } from '../../db/db.ts'
import { noSuch, Refusal, refused } from '../refusal.ts'
import * as members from './members.sql.ts'
import { memberById } from './members.ts'

/** Locks the person. `byMasked`: the caller must not become a member who sees personal data. */
export async function lockOurs(
  tx: Db,
  accountId: number,
  personId: number,
  byMasked = false,
): Promise<void> {
  const person = await members.lockPerson(tx, { personId })
  if (!person) throw noSuch('no-such-member', personId)
  const { masked } = await memberById(tx, accountId, personId)
  if (!(await members.saysAlone(tx, { accountId, personId }))) throw new Refusal('not-ours')
  if (byMasked && !masked) throw refused('not-ours', 'member-sees-more')
}
