/** The data field that a report of hits may include for each subscriber. */
import type { Db } from '../../db/db.ts'
import { fieldsOfAccount } from '../demographics/demographics.sql.ts'
import { fieldNumber } from '../demographics/fields.ts'
import { quoted, Refusal, refused } from '../refusal.ts'

/** Longer than any field name, or a number with any sensible zeros. */
const LONGEST = 256

/**
 * The number of the field: `DD5`, `5`, or its name in the account, ignoring case. Undefined for an
 * empty name: no column.
 */
export async function fieldOfReport(
  db: Db,
  accountId: number,
  given: string,
): Promise<number | undefined> {
  const name = given.trim()
  if (name === '') return undefined
  if (given.length > LONGEST) throw new Refusal('no-such-field')
  const number = fieldNumber(name)
  if (number !== undefined) return number
  const found = (await fieldsOfAccount(db, { accountId })).find(
    field => field.name.toLowerCase() === name.toLowerCase(),
  )
  if (!found) throw refused('no-such-field', 'field-nobody', { name: quoted(name) })
  return found.number
}
