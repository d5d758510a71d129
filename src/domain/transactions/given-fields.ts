/** The data values of one call, named by number or by the account's names of fields. */
import type { Store } from '../../db/db.ts'
import { storeLocal } from '../../db/store-local.ts'
import { fieldsOfAccount } from '../demographics/demographics.sql.ts'
import { fieldNumber, type GivenFields, readFields } from '../demographics/fields.ts'

/** A change of names holds in all processes after this time. */
const KNOWN_MILLIS = 2_000

type Numbers = ReadonlyMap<string, number>

const knownOf = storeLocal(() => new Map<number, { until: number; numbers: Promise<Numbers> }>())

/** As readFields() has it; names are looked up only for a call that names a field otherwise than by number. */
export async function givenFields(db: Store, accountId: number, names: string, values: string): Promise<GivenFields> {
  if (names.split(/[;|]/).every(name => name.trim() === '' || fieldNumber(name) !== undefined)) return readFields(names, values)
  const numbers = await numbersOf(db, accountId)
  return readFields(names, values, name => numbers.get(nameKey(name)))
}

/** A field's name has up to 100 characters; in decomposed form (NFD) each takes up to four. */
const LONGEST_NAME = 400

/** Names of fields are compared without case. The length comes first: normalising takes the square of a text's combining marks. */
function nameKey(name: string): string {
  const text = name.trim()
  return text.length > LONGEST_NAME ? '' : text.normalize('NFC').toLowerCase()
}

function numbersOf(db: Store, accountId: number): Promise<Numbers> {
  const known = knownOf(db)
  const found = known.get(accountId)
  if (found && found.until > Date.now()) return found.numbers
  const numbers = fieldsOfAccount(db, { accountId }).then(
    fields => new Map(fields.map(({ name, number }) => [nameKey(name), number])),
  )
  known.set(accountId, { until: Date.now() + KNOWN_MILLIS, numbers })
  numbers.catch(() => known.delete(accountId))
  return numbers
}
