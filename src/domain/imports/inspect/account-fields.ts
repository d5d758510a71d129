/** The fields of an account, for the names of columns. */
import type { Db } from '../../../db/db.ts'
import { fieldsOfAccount } from '../../demographics/demographics.sql.ts'
import type { AccountFields } from '../../files/form/own-export.ts'

export async function accountFields(
  db: Db,
  { id: accountId, fieldCount }: { id: number; fieldCount: number },
): Promise<AccountFields> {
  const fields = await fieldsOfAccount(db, { accountId })
  return fieldsNamed(
    fieldCount,
    fields.map(({ name, number }) => [name, number]),
  )
}

/** Those that have a name, with their numbers. */
export function fieldsNamed(
  fieldCount: number,
  names: readonly (readonly [name: string, number: number])[],
): AccountFields {
  const own = names.filter(([name, number]) => name !== `DD${number}`)
  const numbers = new Map(names.map(([name, number]) => [name.toLowerCase(), number]))
  const named = new Set(own.map(([, number]) => number))
  return {
    fieldCount,
    byName: name => numbers.get(name.trim().toLowerCase()),
    isNamed: number => named.has(number),
  }
}
