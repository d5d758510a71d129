/**
 * A newsletter as the API shows it: its content with tags, the sender that emails would have, and
 * when it was last sent.
 */
import type { Db } from '../../db/db.ts'
import { writtenText } from '../../mail/template/prepare.ts'
import { newsletterDetails, newsletterDetailsBetween } from './newsletters.sql.ts'

/** Returns one row, or none for an unknown newsletter. */
export async function newsletterAsShown(db: Db, accountId: number, id: number) {
  const found = await newsletterDetails(db, { accountId, id })
  if (!found) return []
  return [withText(found)]
}

/** Each has up to some megabytes of HTML. */
const PART = 10

/** Those made in the interval, by id. `until` is exclusive. */
export async function* newslettersBetween(
  db: Db,
  accountId: number,
  interval: { from: Date; until: Date },
) {
  for (let afterId = 0; ; ) {
    const part = await newsletterDetailsBetween(db, {
      accountId,
      ...interval,
      afterId,
      most: PART,
    })
    if (part.length > 0) yield part.map(withText)
    if (part.length < PART) return
    afterId = part.at(-1)!.id
  }
}

const withText = <Row extends { html: string; text: string }>(row: Row): Row => ({
  ...row,
  text: row.text === '' && row.html !== '' ? writtenText(row.html) : row.text,
})
