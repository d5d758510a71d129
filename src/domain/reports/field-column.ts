/** The one data field that reports of hits may have beside each person. */
import type { Db } from '../../db/db.ts'
import { fieldsOfAccount } from '../demographics/demographics.sql.ts'
import { fieldNumber } from '../demographics/fields.ts'
import { quoted, Refusal } from '../refusal.ts'

/** No field has a longer name; a number behind more zeros than that is nobody's. */
const LONGEST = 256

/**
 * The number of the field: `DD5`, `5`, or what the account calls it, in any letter case. Undefined
 * for an empty name, which is no column.
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
  if (!found) throw new Refusal('no-such-field', `No field is called ${quoted(name)}.`)
  return found.number
}
