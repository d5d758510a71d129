/**
 * Matches delivery receipts (DLR) of a gateway to their SMS. Receipts that arrive together are
 * looked up together. One may arrive before the reply to its SMS is stored, or belong to an SMS of
 * another program with the same log-in: unknown ones are retried for two seconds, then dropped.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../../../db/db.ts'
import { addNamedPart, partOfSms, smsOfGatewayIds } from './gateway.sql.ts'
import { type PartReceipt, settleReceipts } from './settle.ts'

export interface ReceiptToTake {
  /**
   * The possible spellings of the id, the likeliest first; none if the receipt has our name of the
   * SMS.
   */
  spellings: string[]
  /** Our name of the SMS: account, message and delivery, joined by -. */
  name?: string
  receipt: PartReceipt['receipt']
  /** The gateway's text. */
  said: string
  /** Digits of the numbers that it contains. */
  numbers: string[]
}

interface Item {
  receipt: ReceiptToTake
  attempts: number
  resolve(known: boolean): void
  reject(error: unknown): void
}

interface Found extends PartReceipt {
  accountId: number
  messageId: number
}

const MOST = 200
const AGAIN_MILLIS = [100, 400, 1500]

/**
 * Resolves when it is durable, with whether such an SMS exists; rejects when the store is
 * unavailable.
 */
export type TakeReceipt = (receipt: ReceiptToTake) => Promise<boolean>

export function createReceiptTaker(db: Store): TakeReceipt {
  const waiting: Item[] = []
  let running = false

  return receipt =>
    new Promise((resolve, reject) => {
      // An intermediate state is not stored.
      if (receipt.receipt === 'in transit') return resolve(true)
      waiting.push({ receipt, attempts: 0, resolve, reject })
      if (!running) void flush()
    })

  async function flush(): Promise<void> {
    running = true
    // Micro-batching: receipts that arrive in the same tick are processed together.
    await null
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MOST)
      try {
        await take(batch)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    running = false
  }

  async function take(batch: Item[]): Promise<void> {
    const found = await find(batch.map(({ receipt }) => receipt))
    const groups = new Map<string, { accountId: number; messageId: number; receipts: Found[] }>()
    for (const one of found) {
      if (!one) continue
      const key = `${one.accountId} ${one.messageId}`
      const group = groups.get(key) ?? {
        accountId: one.accountId,
        messageId: one.messageId,
        receipts: [],
      }
      groups.set(key, group)
      // The last receipt of a part counts: "expired" after "delivered" would be odd, but gateways
      // report it.
      group.receipts = group.receipts.filter(
        other => other.deliveryId !== one.deliveryId || other.part !== one.part,
      )
      group.receipts.push(one)
    }
    for (const { accountId, messageId, receipts } of groups.values())
      await settleReceipts(db, accountId, messageId, receipts)
    for (const [at, item] of batch.entries()) {
      if (found[at]) item.resolve(true)
      else void retry(item)
    }
  }

  async function retry(item: Item): Promise<void> {
    const millis = AGAIN_MILLIS[item.attempts++]
    if (millis === undefined) return item.resolve(false)
    await pause(millis)
    waiting.push(item)
    if (!running) void flush()
  }

  async function find(receipts: ReceiptToTake[]): Promise<(Found | undefined)[]> {
    const gatewayIds = [...new Set(receipts.flatMap(({ spellings }) => spellings))]
    const sms = gatewayIds.length === 0 ? [] : await smsOfGatewayIds(db, { gatewayIds })
    const byId = Map.groupBy(sms, ({ gatewayId }) => gatewayId)
    return Promise.all(
      receipts.map(async ({ spellings, name, numbers, receipt, said }) => {
        if (name !== undefined) return named(name, receipt, said)
        const candidates = spellings.flatMap((spelling, at) =>
          (byId.get(spelling) ?? []).map(one => ({ sms: one, exact: at === 0 })),
        )
        // A matching number is certain; an id in another spelling than the first is not.
        const best =
          candidates.find(({ sms: one }) => numbers.includes(one.number.replace(/^\+/, ''))) ??
          candidates.find(({ exact }) => exact)
        return best && { ...best.sms, receipt, reason: said }
      }),
    )
  }

  async function named(
    name: string,
    receipt: Found['receipt'],
    reason: string,
  ): Promise<Found | undefined> {
    const [, accountId, messageId, deliveryId] = (
      /^(\d{1,15})-(\d{1,15})-(\d{1,15})$/.exec(name) ?? []
    ).map(Number)
    if (accountId === undefined || messageId === undefined || deliveryId === undefined)
      return undefined
    const delivery = { accountId, messageId, deliveryId }
    const known = await partOfSms(db, delivery)
    const part = known ?? (await addNamedPart(db, { ...delivery, name })) === 1
    return part ? { ...delivery, part: 1, receipt, reason } : undefined
  }
}
