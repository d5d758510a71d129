/** Data values of a call, named by number or by the field names of the account. */
import type { Store } from '../../db/db.ts'
import { storeLocal } from '../../db/store-local.ts'
import { createCache } from '../../lib/cache.ts'
import { fieldsOfAccount } from '../demographics/demographics.sql.ts'
import { nameKey } from '../demographics/field-names.ts'
import { fieldNumber, type GivenFields, readFields } from '../demographics/fields.ts'

/** Changed names apply in all processes after this time. */
const CACHE_MILLIS = 2_000

type Numbers = ReadonlyMap<string, number>

const MOST_CACHED = 10_000

const cacheOf = storeLocal(() =>
  createCache<number, Promise<{ asWritten: Numbers; byKey: Numbers }>>({
    most: MOST_CACHED,
    millis: CACHE_MILLIS,
  }),
)

/** The data fields of an account by their names. */
export const knownFields = async (db: Store, accountId: number): Promise<Numbers> =>
  (await numbersOf(db, accountId)).asWritten

/** Like readFields(); reads the names only if a call names a field by anything but its number. */
export async function givenFields(
  db: Store,
  accountId: number,
  names: string,
  values: string,
): Promise<GivenFields> {
  if (names.split(/[;|]/).every(name => name.trim() === '' || fieldNumber(name) !== undefined))
    return readFields(names, values)
  const { byKey } = await numbersOf(db, accountId)
  return readFields(names, values, name => byKey.get(nameKey(name)))
}

function numbersOf(db: Store, accountId: number) {
  return cacheOf(db).through(accountId, async () => {
    const fields = await fieldsOfAccount(db, { accountId })
    return {
      asWritten: new Map(fields.map(({ name, number }) => [name, number])),
      byKey: new Map(fields.map(({ name, number }) => [nameKey(name), number])),
    }
  })
}
