/** Values that many routes share. */
import { z } from 'zod'
import { formatInstant } from '../../lib/instant.ts'

export const id = z.coerce.number().int().min(1).max(2_147_483_647)

/** A moment of the store as ISO 8601 with its offset. */
export const moment = z
  .union([z.date(), z.string()])
  .transform(at => formatInstant(at))
  .pipe(z.string())
  .meta({ format: 'date-time' })

/** Query parameters of a list that is read page by page. */
export const paging = {
  after: z.string().max(500).optional().describe('The `next` of the page before.'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
}

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    next: z.string().nullable().describe('The cursor of the next page; null at the end.'),
  })
