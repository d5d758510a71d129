/** The fields of an account, for the names of columns. */
import type { Db } from '../../../db/db.ts'
import { fieldsOfAccount } from '../../demographics/demographics.sql.ts'
import type { AccountFields } from './inspect-file.ts'

export async function accountFields(
  db: Db,
  { id: accountId, fieldCount }: { id: number; fieldCount: number },
): Promise<AccountFields> {
  const fields = await fieldsOfAccount(db, { accountId })
  const numbers = new Map(fields.map(({ name, number }) => [name.toLowerCase(), number]))
  return { fieldCount, byName: name => numbers.get(name.trim().toLowerCase()) }
}
