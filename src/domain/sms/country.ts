/** The country of numbers whose subscriber has no country code. */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { isCountry } from '../../sms/numbers.ts'
import { recordChange } from '../audit/record.ts'
import { refused } from '../refusal.ts'
import { findCountry, removeCountry, saveCountry } from './plan.sql.ts'

/** A calling code or two letters; null: numbers without a country code get no SMS. */
export const smsCountry = async (db: Db, accountId: number): Promise<string | null> =>
  (await findCountry(db, { accountId }))?.country ?? null

/** Sets or, with null, removes it. Refuses an unknown country. */
export async function setSmsCountry(
  db: Store,
  accountId: number,
  given: string | null,
): Promise<void> {
  const country = given?.trim().toUpperCase()
  if (country !== undefined && !isCountry(country))
    throw refused('not-valid', 'sms-country').ofValue('country')
  const work = async (tx: Db) => {
    const before = { country: await smsCountry(tx, accountId) }
    if (country === undefined) await removeCountry(tx, { accountId })
    else await saveCountry(tx, { accountId, country })
    const after = { country: country ?? null }
    await recordChange(tx, accountId, { action: 'sms.country', id: '', before, after })
  }
  await atomically(db, work, { again: true })
}
