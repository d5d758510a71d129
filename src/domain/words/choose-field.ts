/** Which data fields subscribers are searched by. */
import { atomically, type Store } from '../../db/db.ts'
import { recordChange } from '../audit/record.ts'
import { refused } from '../refusal.ts'
import { chooseWordField, lockWords, markPeopleChanged } from './words.sql.ts'

/** Each makes the words of all subscribers more. */
const MOST_CHOSEN = 10

/** The words of the field are searched from the next pass on, or no more. */
export function searchField(
  db: Store,
  accountId: number,
  field: number,
  chosen: boolean,
): Promise<void> {
  return atomically(
    db,
    async tx => {
      await lockWords(tx, { accountId })
      const { count } = await chooseWordField(tx, { accountId, field, chosen })
      if (count > MOST_CHOSEN)
        throw refused('not-valid', 'search-fields-many', { most: MOST_CHOSEN })
      const change = { id: field, before: { searched: !chosen }, after: { searched: chosen } }
      await recordChange(tx, accountId, { action: 'field.edit', ...change })
      await markPeopleChanged(tx, { accountId, seconds: 0, changes: 0 })
    },
    { again: true },
  )
}
