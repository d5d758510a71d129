/**
 * A newsletter as programs are shown it: the letter with its tags, the sender that it would have,
 * when it was last sent.
 */
import type { Db } from '../../db/db.ts'
import { writtenText } from '../../mail/template/prepare.ts'
import { newsletterDetails } from './newsletters.sql.ts'

/** One row, or none when there is no such newsletter. */
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
