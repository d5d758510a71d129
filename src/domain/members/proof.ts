/**
 * A person is proven once they have shown that they hold the mailbox of the address: by a link that
 * was mailed there, or by a provider that has verified it. Sessions and links from before the first
 * proof may be an impostor's, and end with it.
 */
import type { Db } from '../../db/db.ts'
import { removeSessionsOfPerson } from '../accounts/accounts.sql.ts'
import type { AuditAction } from '../audit/actions.ts'
import { type Actor, presentActor } from '../audit/actor.ts'
import { recordChange } from '../audit/record.ts'
import * as members from './members.sql.ts'
import { dropCodeSecret, dropRecoveryCodes } from './second-factor.sql.ts'

/** Of a person whose row is locked by the transaction. */
export interface PersonToProve {
  id: number
  proven: boolean
}

/** Returns whether it was the first proof. The person must be locked. */
export async function prove(tx: Db, { id, proven }: PersonToProve): Promise<boolean> {
  if (proven) return false
  await forgetWaysIn(tx, id)
  await members.saveProof(tx, { personId: id })
  await recordForPerson(tx, id, { action: 'member.prove' })
  return true
}

/** Ends password, codes, logins at a provider, links and sessions. The person must be locked. */
export async function forgetWaysIn(tx: Db, personId: number): Promise<void> {
  await members.savePersonPassword(tx, { personId, passwordHash: '' })
  await dropCodeSecret(tx, { personId })
  await dropRecoveryCodes(tx, { personId })
  await members.removeIdentities(tx, { personId })
  await members.removePasswordResets(tx, { personId })
  await endSessions(tx, personId)
}

/** In all accounts, closed ones too: all but one. */
export async function endSessions(tx: Db, personId: number, exceptHash = ''): Promise<void> {
  for (const { accountId } of await members.allAccountsOfPerson(tx, { personId }))
    await removeSessionsOfPerson(tx, { accountId, personId, exceptHash })
}

/** In the log of each of their accounts. Who uses a link is the person, before they sign in. */
export async function recordForPerson(
  tx: Db,
  id: number,
  change: { action: AuditAction; before?: object; after?: object },
): Promise<void> {
  const actor = presentActor() ?? asPerson(id)
  for (const { accountId } of await members.allAccountsOfPerson(tx, { personId: id }))
    await recordChange(tx, accountId, { ...change, id }, actor)
}

/** The person themselves, before anybody is signed in. */
export const asPerson = (id: number): Actor => ({ kind: 'person', id })
