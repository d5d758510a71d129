/**
 * Data fields as one text, DD1 first. Given fields end with the unit separator each; the store's
 * fields have it between them, as queries return them. The rules of a field prevent that a value
 * contains it or the mark for "not given".
 */
import { FIELD_SEPARATOR } from '../../lib/field-separator.ts'

/** Marks a field that is not given and stays unchanged. */
const LEFT = '\x1e'

/** Null is not given, '' is given and empty. */
export function packFields(fields: readonly (string | null)[]): string {
  if (fields.length === 0) return ''
  const given = fields.includes(null) ? fields.map(value => value ?? LEFT) : fields
  return given.join(FIELD_SEPARATOR) + FIELD_SEPARATOR
}

const unpack = (given: string): string[] =>
  given === '' ? [] : given.slice(0, -1).split(FIELD_SEPARATOR)

/** Later values replace earlier ones, field by field. */
export function mergeFields(before: string, later: string): string {
  const merged = unpack(before)
  unpack(later).forEach((value, i) => {
    merged[i] = value === LEFT ? (merged[i] ?? LEFT) : value
  })
  return packFields(merged)
}

/**
 * The fields to store, from the known and the given ones. Returns `known` itself when nothing
 * changes.
 */
export function fieldsAfter(known: string, given: string): string {
  if (given === '') return known
  // Nothing new, the usual case in a file imported every night: when no field is left out, equal
  // texts are equal fields.
  if (withoutEmptyEnd(given) === withoutEmptyEnd(known)) return known
  // Most rows give all known fields: no need to compare single fields.
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

/** The fields to store for a new subscriber: up to the last non-empty one. */
export const storedFields = (given: string): string =>
  withoutEmptyEnd(given.includes(LEFT) ? given.replaceAll(LEFT, '') : given)

/** Up to the last non-empty field. */
export function withoutEmptyEnd(fields: string): string {
  let end = fields.length
  while (end > 0 && fields[end - 1] === FIELD_SEPARATOR) end--
  return end === fields.length ? fields : fields.slice(0, end)
}

const IN_ARRAY = /["\\]/g

/** Stored fields as a PostgreSQL array literal. `plain`: no value needs escaping. */
export function arrayOfFields(stored: string, plain: boolean): string {
  if (stored === '') return '{}'
  const text = plain ? stored : stored.replace(IN_ARRAY, '\\$&')
  return `{"${text.replaceAll(FIELD_SEPARATOR, '","')}"}`
}
