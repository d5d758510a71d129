/** Removes a newsletter. Its sendings keep their frozen copies, so emails and reports stay. */

import { atomicallyAgain, type Db } from '../../db/db.ts'
import { recordChange } from '../audit/record.ts'
import { noSuch, type Refusal, refused } from '../refusal.ts'
import { removeExemption } from './exemptions.sql.ts'
import {
  removeNewsletter as removeNewsletterRow,
  removeNewsletterVersions,
  removeWorkingCopy,
  usesOfNewsletter,
} from './newsletters.sql.ts'
import { removeUtm } from './utm.sql.ts'

/** Beyond this number, uses are counted. */
const MOST_NAMED = 5

/**
 * With its versions. Refuses an unknown newsletter, and one that a project, a trigger or a sending
 * that has not ended needs.
 */
export async function removeNewsletter(db: Db, accountId: number, id: number): Promise<void> {
  let seen = false
  await atomicallyAgain(db, async tx => {
    const uses = await usesOfNewsletter(tx, { accountId, newsletterId: id })
    if (uses.length > 0) throw inUse(id, uses)
    seen = (await removeNewsletterRow(tx, { accountId, id })) > 0 || seen
    if (!seen) throw noSuch('no-such-newsletter', id)
    await removeNewsletterVersions(tx, { accountId, newsletterId: id })
    await removeWorkingCopy(tx, { accountId, newsletterId: id })
    await removeUtm(tx, { accountId, newsletterId: id })
    await removeExemption(tx, { accountId, noun: 'newsletter', id })
    await recordChange(tx, accountId, { action: 'newsletter.remove', id })
  })
}

function inUse(id: number, uses: readonly { kind: string; id: number }[]): Refusal {
  const named = uses.slice(0, MOST_NAMED).map(use => `${use.kind} ${use.id}`)
  const more = uses.length - named.length
  const by = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return refused('not-now', 'newsletter-used', { id, by })
}
