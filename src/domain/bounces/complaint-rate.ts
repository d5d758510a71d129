/** The complaint rate of a sending, and pausing the sending if it is too high. */

import type { Store } from '../../db/db.ts'
import { detailed, storedDetail } from '../details/details.ts'
import { Refusal } from '../refusal.ts'
import { pauseSending } from '../sendings/steer-sending.ts'
import { complaintsOfSending } from './bounces.sql.ts'

export interface ComplaintLimits {
  /** Fractions of 1; without `brakeRate` nothing is paused. */
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

/** Fewer complaints are not significant, however small the sending. */
const FEWEST = 5

/** Checks a sending after a complaint; pauses it, with a reason, when it reaches `brakeRate`. */
export async function checkComplaintRate(
  db: Store,
  accountId: number,
  sendingId: number,
  { alertRate, brakeRate }: ComplaintLimits,
): Promise<ComplaintStanding> {
  const { complaints, accepted } = await complaintsOfSending(db, { accountId, sendingId })
  const rate = accepted === 0 ? 1 : complaints / accepted
  const enough = complaints >= FEWEST
  const brake = enough && brakeRate !== undefined && rate >= brakeRate
  const paused =
    brake && (await pauseForComplaints(db, accountId, sendingId, complaints, accepted, rate))
  return { complaints, accepted, rate, alert: enough && rate >= alertRate, paused }
}

export const percent = (rate: number): string => `${(rate * 100).toFixed(2)} %`

/** False: the sending is not running any more. */
async function pauseForComplaints(
  db: Store,
  accountId: number,
  sendingId: number,
  complaints: number,
  accepted: number,
  rate: number,
) {
  const facts = { people: complaints, emails: accepted, rate: percent(rate) }
  const stop = storedDetail(detailed('sending-complaints', facts))
  try {
    await pauseSending(db, accountId, sendingId, stop)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
