/**
 * Takes back what imports added to the suppression list, for the addresses of a file. What came
 * back here still counts, and an opt-out is kept.
 */
import { atomically, type Db, type Store } from '../../../db/db.ts'
import { recordOnce } from '../../audit/record.ts'
import { type AddressProgress, importAddresses } from '../../files/import-addresses.ts'
import type { AddressRow } from '../../files/read-addresses.ts'
import { type BounceRules, decideDeliverability, lockSubscribersOf } from '../apply-reports.ts'
import { forgiveImported, peopleOfKeys } from './suppression.sql.ts'

/** Counts as added the addresses of which something was taken back. */
export const undoSuppressed = (
  db: Store,
  accountId: number,
  rows: AsyncIterable<AddressRow[]>,
  rules: BounceRules,
): AsyncGenerator<AddressProgress> => {
  const record = recordOnce(accountId, { action: 'suppression.undo-import', id: '', after: {} })
  return importAddresses(rows, {
    entryOf: email => ({ email }),
    add: entries => undoMany(db, accountId, [...entries.keys()], rules, record),
  })
}

function undoMany(
  db: Store,
  accountId: number,
  emailKeys: string[],
  rules: BounceRules,
  record: (tx: Db) => Promise<void>,
): Promise<number> {
  // Kept over a retry after a COMMIT without a reply, when nothing is left to do the second time.
  const forgiven = new Set<number>()
  return atomically(
    db,
    async tx => {
      const people = await peopleOfKeys(tx, { accountId, emailKeys })
      await lockSubscribersOf(tx, accountId, people)
      const subscriberIds = people.map(({ subscriberId }) => subscriberId)
      const found = await forgiveImported(tx, { accountId, subscriberIds })
      if (found.length > 0) await record(tx)
      for (const { subscriberId } of found) forgiven.add(subscriberId)
      await decideDeliverability(
        tx,
        accountId,
        found.map(({ subscriberId }) => subscriberId),
        rules,
      )
      return forgiven.size
    },
    { again: true },
  )
}
