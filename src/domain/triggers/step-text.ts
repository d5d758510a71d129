/**
 * A step that sends a text message: one for all who stand at it, in the transaction of their walk. Who can't be texted walks on, and so does
 * who waits for credits: the text follows when there are enough.
 */
import { takeId } from '../../db/ids.ts'
import { addressHashing } from '../keys/address-hash.ts'
import { Refusal } from '../refusal.ts'
import { plannedAmong } from '../sms/plan.sql.ts'
import { checkSms, sendSms } from '../sms/send-sms.ts'
import type { Step } from './definition.ts'
import { TriggerHeld } from './entries.ts'
import { idsOf, type Move, type Moves, type StepContext, type Walker } from './step.ts'

export async function sendText(
  { store, tx, accountId, triggerId, listId }: StepContext,
  { key, text: written, next }: Extract<Step, { do: 'sms' }>,
  walkers: readonly Walker[],
): Promise<Moves> {
  const sms = checked(key, written)
  const subscriberIds = idsOf(walkers)
  const id = await takeId(store, accountId, 'sms message')
  const { state, leftOut } = await sendSms(tx, accountId, addressHashing(store), {
    ...{ id, audience: { subscriberIds }, listId, triggerId },
    ...sms,
  })
  const planned = new Set((await plannedAmong(tx, { accountId, messageId: id, subscriberIds })).map(row => row.id))
  const sent = state === 'held' ? `text message ${id}, held for credits` : `text message ${id}`
  const none = `no text: ${Object.keys(leftOut).join(' or ')}`
  return new Map(
    walkers.map((walker): [number, Move] => [walker.id, { to: next, way: 'next', reason: planned.has(walker.id) ? sent : none }]),
  )
}

function checked(key: string, written: string) {
  try {
    return checkSms(written)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new TriggerHeld(`Step ${key} can't send its text: ${error.subject ?? error.message}`)
  }
}
