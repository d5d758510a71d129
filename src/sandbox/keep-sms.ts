/**
 * The gateway that keeps SMS instead of sending them while SMS_URL is not set. pages.ts shows them.
 */
import type { Store } from '../db/db.ts'
import { gathered } from '../db/gather.ts'
import { takeIds } from '../db/ids.ts'
import { detailed } from '../domain/details/details.ts'
import { keepSms } from '../domain/sandbox/sms.sql.ts'
import { type Gateway, type OutgoingSms, verdict } from '../sms/gateway.ts'
import { gatewayWords } from '../sms/words.ts'

interface Keeping {
  text: OutgoingSms
  /** Unique for each SMS, so that they are independent. */
  key: string
}

const MOST_IN_HAND = 1_000_000

const keepTogether = gathered<Keeping, void>({
  keyOf: ({ key }) => key,
  most: 200,
  one: (db, accountId, keeping) => keep(db, accountId, [keeping]),
  async many(db, accountId, all) {
    // One statement for the SMS of a message, which have the same text.
    for (const group of Map.groupBy(all, ({ text }) => `${text.from ?? ''}\0${text.text}`).values())
      await keep(db, accountId, group)
    return all.map(() => undefined)
  },
})

export function createSandboxGateway(db: Store): Gateway {
  const inHand = new Set<Promise<unknown>>()
  let closed = false
  let count = 0

  return {
    shown: 'the sandbox',
    rate: null,
    saturation: 200,
    async send(given) {
      if (closed) return verdict('unusable', detailed('outcome-sandbox-closed').detail)
      if (!given.kept) throw new Error('The sandbox needs the origin of the SMS.')
      if (!given.stillOurs()) return verdict('abandoned', gatewayWords['gateway-cancelled']())
      const keeping = keepTogether(db, given.kept.accountId, {
        text: given,
        key: String(count++ % MOST_IN_HAND).padStart(7, '0'),
      })
      const settled = keeping.catch(() => {})
      inHand.add(settled)
      try {
        await keeping
        return verdict('accepted', 'kept in the sandbox')
      } catch {
        return verdict('uncertain', detailed('outcome-sandbox-unsure').detail)
      } finally {
        inHand.delete(settled)
      }
    },
    state: () => ({ up: true, trouble: null }),
    async close() {
      closed = true
      await Promise.all(inHand)
    },
  }
}

async function keep(db: Store, accountId: number, all: Keeping[]): Promise<void> {
  const { text, from = '' } = all[0]!.text
  await keepSms(db, {
    accountId,
    ids: await takeIds(db, accountId, 'sandbox sms', all.length),
    messageIds: all.map(keeping => keeping.text.kept!.messageId),
    deliveryIds: all.map(keeping => keeping.text.kept!.deliveryId),
    numbers: all.map(keeping => keeping.text.number),
    sender: from,
    text,
  })
}
