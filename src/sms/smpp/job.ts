/** An SMS handed to the gateway: one for its sender, several segments on the wire. */
import { type OutgoingSms, type SmsVerdict, verdict } from '../gateway.ts'
import { gatewayWords } from '../words.ts'

export interface SmppJob {
  sms: OutgoingSms
  bodies: Buffer[]
  /** The ids of accepted segments; the others are sent after the first is accepted. */
  ids: (string | undefined)[]
  inFlight: number
  since: number
  /** Why it can't be completed; the verdict is returned when no segment is in flight. */
  ended?: string
  resolve(verdict: SmsVerdict): void
}

/** An SMS that the gateway did not accept in this time returns to the queue in the store. */
export const PATIENCE_MILLIS = 60_000

/**
 * An SMS that is partly sent gets more time than one of which nothing is sent, but not unlimited.
 */
export const tooLate = ({ sms, since }: SmppJob): boolean =>
  !sms.stillOurs() || Date.now() - since > 10 * PATIENCE_MILLIS

/** A segment that was not accepted has an empty id. */
export const segmentIds = ({ ids }: SmppJob): string[] => Array.from(ids, id => id ?? '')

/** The verdict on an SMS that can't be completed. */
export function partlySent(job: SmppJob, reason: string): SmsVerdict {
  const count = job.ids.filter(id => id !== undefined).length
  const reply =
    job.bodies.length === 1
      ? reason
      : gatewayWords['gateway-partly']({ taken: count, segments: job.bodies.length, says: reason })
  return verdict('uncertain', reply, { gatewayIds: segmentIds(job) })
}
