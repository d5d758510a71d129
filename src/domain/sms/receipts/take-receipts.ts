/**
 * Matches delivery receipts (DLR) of a gateway to their SMS. Receipts that arrive together are
 * looked up together. One may be here before the answer to its SMS is written, or speak of an SMS
 * of another program with the same log-in: what is not known is looked for again for two seconds,
 * then let go.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../../../db/db.ts'
import { addNamedPart, partOfSms, smsOfGatewayIds } from './gateway.sql.ts'
import { type PartReceipt, settleReceipts } from './settle.ts'

export interface ReceiptToTake {
  /**
   * The spellings that the id may have been kept in, the likeliest first; none when the SMS is
   * named.
   */
  spellings: string[]
  /** The name that we gave the SMS: account, message and delivery, with - between. */
  name?: string
  receipt: PartReceipt['receipt']
  /** As the gateway said it. */
  said: string
  /** Digits of the numbers that stand in it. */
  numbers: string[]
}

interface Item {
  receipt: ReceiptToTake
  looked: number
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
 * Resolves when it is durable, with whether there was such an SMS; rejects when the store is away.
 */
export type TakeReceipt = (receipt: ReceiptToTake) => Promise<boolean>

export function createReceiptTaker(db: Store): TakeReceipt {
  const waiting: Item[] = []
  let running = false

  return receipt =>
    new Promise((resolve, reject) => {
      // It says nothing that would be kept.
      if (receipt.receipt === 'on its way') return resolve(true)
      waiting.push({ receipt, looked: 0, resolve, reject })
      if (!running) void flush()
    })

  async function flush(): Promise<void> {
    running = true
    // What arrives in the same turn goes along.
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
      // Of one part the last word counts: "expired" after "delivered" would be strange, and is what
      // the gateway says.
      group.receipts = group.receipts.filter(
        other => other.deliveryId !== one.deliveryId || other.part !== one.part,
      )
      group.receipts.push(one)
    }
    for (const { accountId, messageId, receipts } of groups.values())
      await settleReceipts(db, accountId, messageId, receipts)
    for (const [at, item] of batch.entries()) {
      if (found[at]) item.resolve(true)
      else void lookAgain(item)
    }
  }

  async function lookAgain(item: Item): Promise<void> {
    const millis = AGAIN_MILLIS[item.looked++]
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
        // The number is certain; in another spelling than the first the id alone is not.
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
