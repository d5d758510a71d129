/**
 * Personal data in transactions: exports it, and erases it. Found by address; needs no subscriber.
 */
import type { Db } from '../../db/db.ts'
import { isEmailAddress } from '../../lib/email-address.ts'
import { FIELD_SEPARATOR } from '../../lib/field-separator.ts'
import { formatInstant } from '../../lib/instant.ts'
import { dropAttachments } from '../transactions/trim.ts'
import {
  blankBatchRejects,
  blankEmails,
  blankMessages,
  blankTransactionPurchases,
  blankTransactions,
  countBatchRejects,
  emailsOfPerson,
  transactionsOfAddress,
} from './transactions-of-person.sql.ts'

interface These {
  accountId: number
  emailKey: string
  spellings: string[]
}

export async function transactionsOfPerson(db: Db, these: These) {
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

/** Returns how many transactions named the person. */
export async function eraseFromTransactions(tx: Db, these: These): Promise<number> {
  // The suppression list takes any text; searching for one that is not an address would match other
  // rows.
  if (isEmailAddress(these.emailKey)) await blankBatchRejects(tx, these)
  await blankMessages(tx, these)
  await blankTransactionPurchases(tx, these)
  const ids = (await emailsOfPerson(tx, these)).map(({ id }) => id)
  if (ids.length > 0) {
    await blankEmails(tx, these)
    await dropAttachments(tx, these.accountId, ids)
  }
  return blankTransactions(tx, these)
}
