/**
 * The outcome of an SMS for a gateway's verdict: its state, when it is retried, and whether it is
 * refunded.
 */
import { detailed } from '../domain/details/details.ts'
import type { SmsOutcome } from '../domain/sms/receipts/settle.ts'
import type { SmsVerdict } from '../sms/gateway.ts'
import { storedId } from '../sms/smpp/receipt.ts'

const MINUTE = 60_000
/**
 * Backoff after temporary refusals. Then it fails: an SMS that arrives two days late is useless.
 */
const PAUSES = [1, 5, 15, 30, 60, 120, 240, 480].map(minutes => minutes * MINUTE)
const SOON = 5_000

export function smsOutcome(
  { outcome, reply, gatewayIds, aboutUs }: SmsVerdict,
  { id, attempts }: { id: number; attempts: number },
  now: number,
): SmsOutcome {
  const tries = attempts + 1
  const common = {
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
      return { ...common, state: 'accepted', reply, gatewayIds: gatewayIds.map(storedId) }
    case 'refused':
      return { ...common, state: 'refused', reply, giveBack: true }
    case 'uncertain':
      return { ...common, state: 'uncertain', reason: reply, gatewayIds: gatewayIds.map(storedId) }
    case 'unusable':
    case 'abandoned':
      return {
        ...common,
        state: 'planned',
        reason: reply,
        nextTryAt: new Date(now + SOON),
        unspent: 1,
      }
    case 'deferred': {
      // A refusal about our account needs an operator, and does not count against the SMS.
      if (aboutUs)
        return { ...common, state: 'planned', reply, nextTryAt: new Date(now + MINUTE), unspent: 1 }
      const pause = PAUSES[tries - 1]
      if (pause === undefined)
        return {
          ...common,
          state: 'refused',
          reply,
          reason: detailed('outcome-sms-tries', { tries }).detail,
          giveBack: true,
        }
      return {
        ...common,
        state: 'planned',
        reply,
        nextTryAt: new Date(now + pause * (0.9 + Math.random() / 5)),
      }
    }
  }
}
