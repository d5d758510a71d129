/** The data values of one call, named by number or by the account's names of fields. */
import type { Store } from '../../db/db.ts'
import { storeLocal } from '../../db/store-local.ts'
import { createCache } from '../../lib/cache.ts'
import { fieldsOfAccount } from '../demographics/demographics.sql.ts'
import { fieldNumber, type GivenFields, readFields } from '../demographics/fields.ts'

/** A change of names holds in all processes after this time. */
const KNOWN_MILLIS = 2_000

type Numbers = ReadonlyMap<string, number>

const MOST_KNOWN = 10_000

const knownOf = storeLocal(() =>
  createCache<number, Promise<Numbers>>({ most: MOST_KNOWN, millis: KNOWN_MILLIS }),
)

/**
 * As readFields() has it; names are looked up only for a call that names a field otherwise than by
 * number.
 */
export async function givenFields(
  db: Store,
  accountId: number,
  names: string,
  values: string,
): Promise<GivenFields> {
  if (names.split(/[;|]/).every(name => name.trim() === '' || fieldNumber(name) !== undefined))
    return readFields(names, values)
  const numbers = await numbersOf(db, accountId)
  return readFields(names, values, name => numbers.get(nameKey(name)))
}

/** A field's name has up to 100 characters; in decomposed form (NFD) each takes up to four. */
const LONGEST_NAME = 400

/**
 * Names of fields are compared without case. The length comes first: normalising takes the square
 * of a text's combining marks.
 */
function nameKey(name: string): string {
  const text = name.trim()
  return text.length > LONGEST_NAME ? '' : text.normalize('NFC').toLowerCase()
}

function numbersOf(db: Store, accountId: number): Promise<Numbers> {
  return knownOf(db).through(accountId, async () => {
    const fields = await fieldsOfAccount(db, { accountId })
    return new Map(fields.map(({ name, number }) => [nameKey(name), number]))
  })
}
