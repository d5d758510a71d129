/**
 * Data fields as one text, DD1 first. Given ones end with the unit separator each, those of the
 * store (known ones) have it between, as the store answers them. Neither it nor the mark for "not
 * given" may stand in a value, which the rules of a field see to.
 */
import { FIELD_SEPARATOR } from '../../../lib/field-separator.ts'

/** Of a field that is not given, and stays as it is. */
const LEFT = '\x1e'

/** Null is not given, '' is given and empty. */
export function packFields(fields: readonly (string | null)[]): string {
  if (fields.length === 0) return ''
  const given = fields.includes(null) ? fields.map(value => value ?? LEFT) : fields
  return given.join(FIELD_SEPARATOR) + FIELD_SEPARATOR
}

const unpack = (given: string): string[] =>
  given === '' ? [] : given.slice(0, -1).split(FIELD_SEPARATOR)

/** Field by field: what is given later replaces what was given before. */
export function mergeFields(before: string, later: string): string {
  const merged = unpack(before)
  unpack(later).forEach((value, i) => {
    merged[i] = value === LEFT ? (merged[i] ?? LEFT) : value
  })
  return packFields(merged)
}

/**
 * What the store shall hold, with what is known and what is given. `known` itself when nothing
 * changes.
 */
export function fieldsAfter(known: string, given: string): string {
  if (given === '') return known
  // Nothing new, as in most rows of a file that comes every night: where no field is left out,
  // equal texts are equal fields.
  if (withoutEmptyEnd(given) === withoutEmptyEnd(known)) return known
  // A row that gives all that is known, which most do, needs no look at single fields.
  const all = !given.includes(LEFT) && separators(given) > separators(known)
  const after = storedFields(
    all ? given : mergeFields(known === '' ? '' : known + FIELD_SEPARATOR, given),
  )
  return after === withoutEmptyEnd(known) ? known : after
}

function separators(fields: string): number {
  let count = 0
  for (
    let at = fields.indexOf(FIELD_SEPARATOR);
    at >= 0;
    at = fields.indexOf(FIELD_SEPARATOR, at + 1)
  )
    count++
  return count
}

/** What the store shall hold of somebody who was not known: up to the last field that is filled. */
export const storedFields = (given: string): string =>
  withoutEmptyEnd(given.includes(LEFT) ? given.replaceAll(LEFT, '') : given)

function withoutEmptyEnd(fields: string): string {
  let end = fields.length
  while (end > 0 && fields[end - 1] === FIELD_SEPARATOR) end--
  return end === fields.length ? fields : fields.slice(0, end)
}

const IN_ARRAY = /["\\]/g

/**
 * Stored fields as an array in the text of the store. `plain`: none of the values holds anything
 * that must be escaped.
 */
export function arrayOfFields(stored: string, plain: boolean): string {
  if (stored === '') return '{}'
  const text = plain ? stored : stored.replace(IN_ARRAY, '\\$&')
  return `{"${text.replaceAll(FIELD_SEPARATOR, '","')}"}`
}
