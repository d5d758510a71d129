/** Data fields of people as programs give them: by number, or by the account's names. */
import { z } from 'zod'
import type { Db } from '../../db/db.ts'
import {
  fieldNumbers,
  LONGEST_FIELD_NAME,
  valuesByNumber,
} from '../../domain/demographics/field-names.ts'
import { wrongValue } from '../../domain/demographics/fields.ts'
import { refusedFor } from '../../domain/refusal.ts'

export const namedFields = z
  .record(z.string().max(LONGEST_FIELD_NAME), z.string().max(500))
  .describe("Data fields by number or by the account's names: DD1, City.")

/** Values by number. Refuses a name that no field has. */
export const numberedFields = async (
  db: Db,
  accountId: number,
  fields: Readonly<Record<string, string>>,
): Promise<Map<number, string>> =>
  valuesByNumber(fields, await fieldNumbers(db, accountId, new Set(Object.keys(fields))))

/** Data fields as an array, DD1 first, with the parts of the name behind them. */
export function fieldArray(values: ReadonlyMap<number, string>): (string | null)[] {
  for (const [number, value] of values) {
    const wrong = wrongValue(value, `DD${number}`)
    if (wrong !== undefined) throw refusedFor('not-valid', wrong)
  }
  const last = Math.max(0, ...values.keys())
  return Array.from({ length: last }, (_, i) => values.get(i + 1) ?? null)
}
