/**
 * What transactions have kept of a person: for telling it, and for taking out what can be read. An
 * address is enough, no subscriber is needed.
 */
import type { Db } from '../../db/db.ts'
import { isEmailAddress } from '../../lib/email-address.ts'
import { FIELD_SEPARATOR } from '../../lib/field-separator.ts'
import { formatInstant } from '../../lib/instant.ts'
import {
  blankBatchRejects,
  blankLetters,
  blankTransactionPurchases,
  blankTransactions,
  countBatchRejects,
  transactionsOfAddress,
} from './known-transactions.sql.ts'

interface These {
  accountId: number
  emailKey: string
}

export async function knownTransactions(db: Db, these: These) {
  const rows = await transactionsOfAddress(db, these)
  return {
    transactions: rows.map(({ sendAt, changed, fields, ...row }) => ({
      ...row,
      fields: fields === '' ? [] : fields.split(FIELD_SEPARATOR),
      sendTime: formatInstant(sendAt),
      changed: changed === null ? null : formatInstant(changed),
    })),
    rejectedRows: isEmailAddress(these.emailKey) ? (await countBatchRejects(db, these)).rows : 0,
  }
}

/** Answers how many transactions named the person. */
export async function forgetInTransactions(tx: Db, these: These): Promise<number> {
  // Any text can be on OptOutAll; one that is no address would be found in rows about others.
  if (isEmailAddress(these.emailKey)) await blankBatchRejects(tx, these)
  await blankLetters(tx, these)
  await blankTransactionPurchases(tx, these)
  return blankTransactions(tx, these)
}
