/**
 * Sends an SMS to a list: planned, and paid for or held, in one transaction. The call returns the
 * cost.
 */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import { storeLocal } from '../../db/store-local.ts'
import { createFairTurns } from '../../lib/fair-turns.ts'
import type { Segmented } from '../../sms/segments.ts'
import { recordChange } from '../audit/record.ts'
import { addressHashing, type HashAddress } from '../keys/address-hash.ts'
import { listInUse } from '../lists/archive-list.ts'
import { refused } from '../refusal.ts'
import { markWork } from '../work/work.sql.ts'
import { WORK } from '../work/work-kinds.ts'
import { checkSms, readCost, readMobile, senderOf } from './checks/check-sms.ts'
import { amountOf, writeAmount } from './credits/amount.ts'
import { takeHeldPlace } from './credits/credits.sql.ts'
import { debit, holdBalance } from './credits/credits.ts'
import { addMessage, anyHeld, findMessage } from './messages.sql.ts'
import { analyzeSms, findCountry } from './plan.sql.ts'
import { type Audience, planMessage, type Tally } from './plan-message.ts'

/** A plan of at least this many numbers makes the table's statistics outdated. */
const MANY = 1000

export interface SmsSent {
  messageId: number
  state: 'sending' | 'held' | 'finished'
  /** Exact decimals. */
  cost: string
  /** After the debit; unchanged when the message is held. */
  balance: string
  candidates: number
  planned: number
  leftOut: Record<string, number>
  segments: number
}

interface ListSmsTerms {
  /** A number, or up to 11 letters and digits; empty: the gateway's own. */
  sender?: string
  /** An exact decimal: nothing is sent if it costs more. */
  mostCost?: string | undefined
}

/**
 * Sends an SMS to the numbers of a list. Refuses an unknown list, an invalid text or sender, and a
 * cost above `mostCost`.
 */
export async function sendSmsToList(
  db: Store,
  accountId: number,
  listId: number,
  message: string,
  { sender = '', mostCost }: ListSmsTerms = {},
): Promise<SmsSent> {
  const checked = checkSms(message)
  const name = senderOf(sender)
  const most = mostCost === undefined ? undefined : readCost(mostCost)
  await listInUse(db, accountId, listId)
  const sms = { audience: { listId }, sender: name, mostCost: most, ...checked }
  return sendRecorded(db, accountId, sms, { listId })
}

/**
 * Sends an SMS to one number under a sender of its own. Refuses a number that SMS can't be sent to,
 * and an invalid sender.
 */
export async function sendSmsToNumber(
  db: Store,
  accountId: number,
  to: { countryCode: string; phone: string },
  { sender, message }: { sender: string; message: string },
): Promise<SmsSent> {
  const checked = checkSms(message)
  const name = senderOf(sender)
  const country = to.countryCode.trim() || (await findCountry(db, { accountId }))?.country || ''
  const read = readMobile(country, to.phone)
  return sendRecorded(db, accountId, { audience: read, sender: name, ...checked }, {})
}

async function sendRecorded(
  db: Store,
  accountId: number,
  sms: Omit<Sms, 'id'>,
  facts: object,
): Promise<SmsSent> {
  const id = await takeId(db, accountId, 'sms message')
  const hash = addressHashing(db)
  return plansOf(db).run(accountId, async () => {
    const work = async (tx: Db) => {
      const made = await sendSms(tx, accountId, hash, { id, ...sms })
      const { planned, cost } = made
      await recordChange(tx, accountId, {
        action: 'sms.add',
        id,
        after: { ...facts, planned, cost },
      })
      return made
    }
    const sent = await atomically(db, work, { again: true })
    // The message is sent even if this fails.
    if (sent.planned >= MANY) await analyzeSms(db, {}).catch(() => 0)
    return sent
  })
}

export interface Sms {
  /** Reserved before: sending with the same id again has no effect. */
  id: number
  audience: Audience
  /**
   * The list of the recipients: subscribers who leave it before the SMS is sent get none. For an
   * audience that is a list, the same one.
   */
  listId?: number
  triggerId?: number
  /** Empty or absent: the gateway's own. */
  sender?: string
  /** In millionths of a credit: refused if it costs more. */
  mostCost?: bigint | undefined
  text: string
  segmented: Segmented
}

/**
 * The rule itself, in a transaction of the caller; also for steps of triggers. Debits the balance
 * if it is sufficient and no message is held; otherwise the message is queued behind the held ones.
 * A free message is never held.
 */
export async function sendSms(
  tx: Db,
  accountId: number,
  hash: HashAddress,
  sms: Sms,
): Promise<SmsSent> {
  const { id, audience, listId, triggerId = null, sender = '', mostCost, text, segmented } = sms
  const segments = segmented.parts.length
  const done = await findMessage(tx, { accountId, messageId: id })
  if (done)
    return { ...done, ...tallyOf(done), messageId: id, state: done.state as SmsSent['state'] }
  const tally = await planMessage(tx, accountId, hash, { messageId: id, audience, segments })
  if (mostCost !== undefined && tally.cost > mostCost)
    throw refused('not-now', 'sms-dearer', {
      cost: writeAmount(tally.cost),
      most: writeAmount(mostCost),
    })
  const before = await holdBalance(tx, accountId)
  const held = tally.cost > 0n && (tally.cost > before || (await anyHeld(tx, { accountId })).any)
  const state = held ? 'held' : tally.planned === 0 ? 'finished' : 'sending'
  const after = held ? before : before - tally.cost
  const place = held ? await takeHeldPlace(tx, { accountId }) : undefined
  await addMessage(tx, {
    accountId,
    id,
    listId: 'listId' in audience ? audience.listId : (listId ?? null),
    triggerId,
    sender: sender === '' ? null : sender,
    text,
    alphabet: segmented.alphabet,
    segments,
    state,
    cost: writeAmount(tally.cost),
    heldPlace: place?.place ?? null,
    balance: writeAmount(after),
    candidates: tally.candidates,
    planned: tally.planned,
    leftOut: JSON.stringify(tally.leftOut),
  })
  if (state === 'sending') {
    await debit(tx, accountId, id, tally.cost)
    await markWork(tx, { accountId, kind: WORK.sms, sourceId: id, due: new Date() })
  }
  return {
    ...shown(tally),
    messageId: id,
    state,
    cost: writeAmount(tally.cost),
    balance: writeAmount(after),
    segments,
  }
}

const shown = ({ candidates, planned, leftOut }: Tally) => ({ candidates, planned, leftOut })

const tallyOf = (message: { leftOut: string; cost: string; balance: string }) => ({
  leftOut: JSON.parse(message.leftOut) as Record<string, number>,
  cost: writeAmount(amountOf(message.cost)),
  balance: writeAmount(amountOf(message.balance)),
})

/**
 * A plan holds a connection to the store while it runs: the remaining ones are left to other calls.
 */
export const plansOf = storeLocal(() =>
  createFairTurns({
    places: 3,
    ofEach: 2,
    mostWaiting: {
      most: 100,
      says: 'Many SMS of the account are being planned at this moment. Try again later.',
    },
  }),
)
