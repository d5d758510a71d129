/**
 * What an owner may do to the ways in of a member: only while nobody else has a say in the person,
 * as another account or the installation. It is looked at under the lock that whoever joins, leaves
 * or proves a person takes, so it still holds when it is done.
 */
import type { Db } from '../../db/db.ts'
import { noSuch, Refusal } from '../refusal.ts'
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
  if (byMasked && !masked) throw new Refusal('not-ours', 'They see personal data.')
}
