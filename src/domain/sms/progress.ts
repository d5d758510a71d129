/** The progress of an SMS, counted from its rows; and why it waits. */
import type { Db } from '../../db/db.ts'
import { recordedReasons } from '../deliveries/recorded-reasons.ts'
import { detailed, type ReportedSentence, reported } from '../details/details.ts'
import { noSuch } from '../refusal.ts'
import { livingWorkers } from '../routes/workers.sql.ts'
import { amountOf, writeAmount } from './credits/amount.ts'
import { balanceOf } from './credits/credits.ts'
import { findMessage, heldUpTo, progressOfMessage, reasonsOfMessage } from './messages.sql.ts'
import { findGateway } from './receipts/gateway.sql.ts'
import type { SmsState } from './receipts/settle.ts'

export interface SmsProgress {
  id: number
  listId: number | null
  listName: string | null
  /** The trigger whose step sent it. */
  triggerId: number | null
  text: string
  /** Null: the gateway's own. */
  sender: string | null
  alphabet: string
  segments: number
  state: string
  /** Exact decimals. */
  cost: string
  givenBack: string
  /** Of a held one: the credits that must be added until it is sent. */
  missing: string | null
  candidates: number
  planned: number
  /** By reason. */
  leftOut: Record<string, number>
  counts: Partial<Record<SmsState, number>>
  reasons: { state: string; reason: string; count: number }[]
  created: string
  releasedAt: string | null
  finishedAt: string | null
  /** Why there is no progress. */
  standstill: ReportedSentence | undefined
}

export async function smsProgress(
  db: Db,
  accountId: number,
  messageId: number,
): Promise<SmsProgress> {
  const message = await findMessage(db, { accountId, messageId })
  if (!message) throw noSuch('no-such-message', messageId)
  const rows = await progressOfMessage(db, { accountId, messageId })
  const held = message.state === 'held' ? await heldFor(db, accountId, messageId) : undefined
  return {
    id: message.id,
    listId: message.listId,
    listName: message.listName,
    triggerId: message.triggerId,
    text: message.text,
    sender: message.sender,
    alphabet: message.alphabet,
    segments: message.segments,
    state: message.state,
    cost: message.cost,
    givenBack: writeAmount(rows.reduce((sum, { givenBack }) => sum + amountOf(givenBack), 0n)),
    missing: held?.missing ?? null,
    candidates: message.candidates,
    planned: message.planned,
    leftOut: JSON.parse(message.leftOut) as Record<string, number>,
    counts: Object.fromEntries(rows.map(({ state, count }) => [state, count])),
    reasons: await reasonsOfMessage(db, { accountId, messageId, most: 10 }),
    created: message.created,
    releasedAt: message.releasedAt,
    finishedAt: message.finishedAt,
    standstill: await standstill(db, accountId, messageId, message.state),
  }
}

/** Refuses an unknown message. */
export async function messageKnown(db: Db, accountId: number, messageId: number): Promise<void> {
  if (!(await findMessage(db, { accountId, messageId }))) throw noSuch('no-such-message', messageId)
}

/** The credits that a held message lacks, and how many are held with it. */
async function heldFor(
  db: Db,
  accountId: number,
  messageId: number,
): Promise<{ missing: string; messages: number }> {
  const { cost, messages } = await heldUpTo(db, { accountId, messageId })
  const missing = amountOf(cost) - amountOf(await balanceOf(db, accountId))
  return { missing: writeAmount(missing > 0n ? missing : 0n), messages }
}

async function standstill(
  db: Db,
  accountId: number,
  messageId: number,
  state: string,
): Promise<ReportedSentence | undefined> {
  if (state === 'held') {
    const { missing, messages } = await heldFor(db, accountId, messageId)
    return reported(detailed('sms-waits', { credits: missing, before: messages - 1 }))
  }
  if (state === 'unconfirmed') return reported(detailed('sms-unconfirmed'))
  if (state === 'sending' && (await livingWorkers(db, {})).count === 0)
    return reported(detailed('sms-no-worker'))
  if (state !== 'sending') return undefined
  const gateway = await findGateway(db, {})
  if (!gateway?.trouble) return undefined
  const facts = { gateway: gateway.shown, says: gateway.trouble }
  return reported(detailed('sms-gateway-down', facts), recordedReasons(gateway.trouble)[0])
}
