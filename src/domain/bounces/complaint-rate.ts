/** How many of those who got a sending complained, and pausing it when they are too many. */
import type { Store } from '../../db/db.ts'
import { Refusal } from '../refusal.ts'
import { pauseSending } from '../sendings/steer-sending.ts'
import { complaintsOfSending } from './bounces.sql.ts'

export interface ComplaintLimits {
  /** Parts of 1; `brakeRate` undefined: nothing is paused. */
  alertRate: number
  brakeRate: number | undefined
}

export interface ComplaintStanding {
  complaints: number
  accepted: number
  rate: number
  alert: boolean
  paused: boolean
}

/** Fewer say nothing, however small the sending. */
const FEWEST = 5

/**
 * Looks at a sending that was just complained about; pauses it, with the reason in words, when the
 * owner's threshold is reached.
 */
export async function watchComplaints(
  db: Store,
  accountId: number,
  sendingId: number,
  { alertRate, brakeRate }: ComplaintLimits,
): Promise<ComplaintStanding> {
  const { complaints, accepted } = await complaintsOfSending(db, { accountId, sendingId })
  const rate = accepted === 0 ? 1 : complaints / accepted
  const enough = complaints >= FEWEST
  const brake = enough && brakeRate !== undefined && rate >= brakeRate
  const paused = brake && (await brakeSending(db, accountId, sendingId, complaints, accepted, rate))
  return { complaints, accepted, rate, alert: enough && rate >= alertRate, paused }
}

export const percent = (rate: number): string => `${(rate * 100).toFixed(2)} %`

/** False: it does not go any more. */
async function brakeSending(
  db: Store,
  accountId: number,
  sendingId: number,
  complaints: number,
  accepted: number,
  rate: number,
) {
  const reason = `${complaints} people complained about the ${accepted} letters accepted so far (${percent(rate)}), which COMPLAINT_BRAKE does not allow. Look at whom it goes to before it goes on.`
  try {
    await pauseSending(db, accountId, sendingId, reason)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
