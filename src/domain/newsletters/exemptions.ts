/** Newsletters, lists and projects whose emails are not tracked. One of them is enough. */
import type { Db } from '../../db/db.ts'
import { addExemption, exemptionsOf, removeExemption } from './exemptions.sql.ts'

export interface TrackedNoun {
  noun: 'newsletter' | 'list' | 'project'
  id: number
}

/** For emails that are frozen from now on. The caller knows that the noun exists. */
export async function trackHitsOf(
  db: Db,
  accountId: number,
  { noun, id }: TrackedNoun,
  tracked: boolean,
): Promise<void> {
  await (tracked ? removeExemption : addExemption)(db, { accountId, noun, id })
}

/** The ids of those that are not tracked. */
export const untrackedOf = async (
  db: Db,
  accountId: number,
  noun: TrackedNoun['noun'],
): Promise<Set<number>> =>
  new Set((await exemptionsOf(db, { accountId, noun })).map(({ id }) => id))
