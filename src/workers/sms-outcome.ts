/**
 * What the verdict of a gateway makes of an SMS: its state, when it is tried again, and whether it
 * is paid back.
 */
import type { SmsOutcome } from '../domain/sms/receipts/settle.ts'
import type { SmsVerdict } from '../sms/gateway.ts'
import { keptId } from '../sms/smpp/receipt.ts'

const MINUTE = 60_000
/**
 * After the first, second, ... refusal for now. Then it is given up: an SMS that comes two days
 * late is of no use to anybody.
 */
const PAUSES = [1, 5, 15, 30, 60, 120, 240, 480].map(minutes => minutes * MINUTE)
const SOON = 5_000

export function smsOutcome(
  { outcome, reply, gatewayIds, aboutUs }: SmsVerdict,
  { id, attempts }: { id: number; attempts: number },
  now: number,
): SmsOutcome {
  const tries = attempts + 1
  const told = {
    id,
    tries,
    reply: null,
    reason: null,
    nextTryAt: null,
    unspent: 0 as const,
    giveBack: false,
    gatewayIds: [],
  }
  switch (outcome) {
    case 'accepted':
      return { ...told, state: 'accepted', reply, gatewayIds: gatewayIds.map(keptId) }
    case 'refused':
      return { ...told, state: 'refused', reply, giveBack: true }
    case 'uncertain':
      return { ...told, state: 'uncertain', reason: reply, gatewayIds: gatewayIds.map(keptId) }
    case 'unusable':
    case 'abandoned':
      return {
        ...told,
        state: 'planned',
        reason: reply,
        nextTryAt: new Date(now + SOON),
        unspent: 1,
      }
    case 'deferred': {
      // What is about us is for a person to put right, and no fault of the SMS.
      if (aboutUs)
        return { ...told, state: 'planned', reply, nextTryAt: new Date(now + MINUTE), unspent: 1 }
      const pause = PAUSES[tries - 1]
      if (pause === undefined)
        return {
          ...told,
          state: 'refused',
          reply,
          reason: `the gateway took it in none of ${tries} tries`,
          giveBack: true,
        }
      return {
        ...told,
        state: 'planned',
        reply,
        nextTryAt: new Date(now + pause * (0.9 + Math.random() / 5)),
      }
    }
  }
}
