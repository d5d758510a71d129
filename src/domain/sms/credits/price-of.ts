/** The price of a segment by destination: that of the longest prefix that matches the number. */
import type { Db } from '../../../db/db.ts'
import { amountOf } from './amount.ts'
import { pricesOfAccount } from './prices.sql.ts'

/**
 * Millionths of a credit for a segment to a number (+ and digits); undefined: without a price, no
 * SMS is sent to it.
 */
export type PriceOf = (number: string) => bigint | undefined

/** Without a table a segment costs 1 credit everywhere. */
const EVERYWHERE = 1_000_000n

export async function priceTable(db: Db, accountId: number): Promise<PriceOf> {
  const prices = new Map(
    (await pricesOfAccount(db, { accountId })).map(({ prefix, price }) => [
      prefix,
      amountOf(price),
    ]),
  )
  if (prices.size === 0) return () => EVERYWHERE
  const longest = Math.max(...[...prices.keys()].map(prefix => prefix.length))
  return number => {
    for (let length = Math.min(longest, number.length - 1); length > 0; length--) {
      const price = prices.get(number.slice(1, 1 + length))
      if (price !== undefined) return price
    }
    return undefined
  }
}
