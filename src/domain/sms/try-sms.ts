/** What an SMS to a list would cost: the same work as to send it, rolled back. */
import { atomically, type Store } from '../../db/db.ts'
import { addressHashing } from '../keys/address-hash.ts'
import { listInUse } from '../lists/archive-list.ts'
import { checkSms } from './checks/check-sms.ts'
import { amountOf, writeAmount } from './credits/amount.ts'
import { costsOfMessage } from './ledger.sql.ts'
import { plansOf, type SmsSent, sendSms } from './send-sms.ts'

/** SMS of one price. */
interface SmsAtPrice {
  /** Of a segment. */
  price: string
  numbers: number
  /** Of all of them. */
  cost: string
}

/** Prices beyond them are not given. */
const MOST_PRICES = 50

/** The cost of the same call at this moment: does the same work and rolls it back. */
export async function trySmsToList(
  db: Store,
  accountId: number,
  listId: number,
  message: string,
): Promise<SmsSent & { prices: SmsAtPrice[] }> {
  const { text, segmented } = checkSms(message)
  await listInUse(db, accountId, listId)
  const hash = addressHashing(db)
  let tried: (SmsSent & { prices: SmsAtPrice[] }) | undefined
  try {
    await plansOf(db).run(accountId, () =>
      atomically(db, async tx => {
        const sms = { id: 0, audience: { listId }, text, segmented }
        const sent = await sendSms(tx, accountId, hash, sms)
        const costs = await costsOfMessage(tx, { accountId, messageId: 0, most: MOST_PRICES })
        const prices = costs.map(({ each, numbers, cost }) => ({
          price: writeAmount(amountOf(each) / BigInt(sent.segments)),
          numbers,
          cost,
        }))
        tried = { ...sent, prices }
        throw rollBack
      }),
    )
  } catch (error) {
    if (error !== rollBack) throw error
  }
  return tried!
}

const rollBack = new Error('only tried')
