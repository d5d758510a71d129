/** The numbers of data fields by the account's names for them. */
import type { Db } from '../../db/db.ts'
import { refused } from '../refusal.ts'
import { fieldsOfAccount } from './demographics.sql.ts'
import { fieldNumber } from './fields.ts'

/** A field's name has up to 100 characters; in decomposed form (NFD) each takes up to four. */
export const LONGEST_FIELD_NAME = 400

/**
 * Field names are compared case-insensitively. The length is checked first: normalisation is
 * quadratic in combining marks.
 */
export function nameKey(name: string): string {
  const text = name.trim()
  return text.length > LONGEST_FIELD_NAME ? '' : text.normalize('NFC').toLowerCase()
}

export type FieldNumbers = (name: string) => number | undefined

/**
 * Finds the numbers of fields by `DD5` or their names, each of `used` once: many rows use the same.
 * The account's names are read only if one is no number.
 */
export async function fieldNumbers(
  db: Db,
  accountId: number,
  used: ReadonlySet<string>,
): Promise<FieldNumbers> {
  const numbers = new Map<string, number | undefined>()
  for (const name of used) numbers.set(name, fieldNumber(name))
  if ([...numbers.values()].includes(undefined)) {
    const fields = await fieldsOfAccount(db, { accountId })
    const byKey = new Map(fields.map(({ name, number }) => [nameKey(name), number]))
    for (const [name, number] of numbers) numbers.set(name, number ?? byKey.get(nameKey(name)))
  }
  return name => numbers.get(name)
}

/** Values by number. Refuses a name that no field has. */
export function valuesByNumber(
  values: Readonly<Record<string, string>>,
  numberOf: FieldNumbers,
): Map<number, string> {
  const read = new Map<number, string>()
  for (const [name, value] of Object.entries(values)) {
    const number = numberOf(name)
    if (number === undefined) throw refused('not-valid', 'field-unknown')
    read.set(number, value)
  }
  return read
}
