/**
 * A newsletter as the API shows it: its content with tags, the sender that emails would have, and
 * when it was last sent.
 */
import type { Db } from '../../db/db.ts'
import { writtenText } from '../../mail/template/prepare.ts'
import { newsletterDetails } from './newsletters.sql.ts'

/** Returns one row, or none for an unknown newsletter. */
export async function newsletterAsShown(db: Db, accountId: number, id: number) {
  const found = await newsletterDetails(db, { accountId, id })
  if (!found) return []
  return [
    {
      ...found,
      text: found.text === '' && found.html !== '' ? writtenText(found.html) : found.text,
    },
  ]
}
