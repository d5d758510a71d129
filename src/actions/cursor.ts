/** Cursors of pagination: opaque to callers, so that their form may change. */
import { z } from 'zod'
import { detailed } from '../domain/details/details.ts'
import { formatInstant, parseInstant } from '../lib/instant.ts'
import { ApiProblem } from './problem.ts'

export const cursorOf = (place: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url')

/** A moment of a row, as the store writes it: another text would be an error of the store. */
export const placeMoment = z
  .string()
  .max(40)
  .refine(text => !text.startsWith('0000') && parseInstant(formatInstant(text)) !== undefined)

/** The place that a cursor names; undefined for the first page. Refuses an invalid one. */
export function placeOf<Place extends z.ZodType>(
  cursor: string | undefined,
  shape: Place,
  field = 'query.after',
): z.output<Place> | undefined {
  if (cursor === undefined) return undefined
  const read = shape.safeParse(jsonOf(Buffer.from(cursor, 'base64url').toString()))
  if (read.success) return read.data
  throw new ApiProblem('not-valid', { field, ...detailed('cursor-wrong') })
}

/** A page from rows that were read with one more than the limit. */
export function cut<Row>(
  rows: readonly Row[],
  limit: number,
  placeAfter: (row: Row) => readonly (string | number)[],
): { items: Row[]; next: string | null } {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: rows.length > limit && last ? cursorOf(placeAfter(last)) : null }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
