/** An SMS in the hands of the gateway: one thing to its sender, several segments on the wire. */
import { type OutgoingSms, type SmsVerdict, verdict } from '../gateway.ts'

export interface SmppJob {
  sms: OutgoingSms
  bodies: Buffer[]
  /** The ids of segments that were taken; the first of them opens the way for the others. */
  ids: (string | undefined)[]
  onTheWay: number
  since: number
  /** Why it can't become whole any more; it is answered when nothing of it is on the way. */
  ended?: string
  resolve(verdict: SmsVerdict): void
}

/** An SMS that the gateway had no room for in this time goes back into the queue of the store. */
export const PATIENCE_MILLIS = 60_000

/**
 * An SMS that is under way is not given up as soon as one of which nothing is sent, but not waited
 * for without end either.
 */
export const tooLate = ({ sms, since }: SmppJob): boolean =>
  !sms.stillOurs() || Date.now() - since > 10 * PATIENCE_MILLIS

/** With holes filled: a segment that was not taken has no id. */
export const idsOf = ({ ids }: SmppJob): string[] => Array.from(ids, id => id ?? '')

/** The verdict on an SMS that can't become whole. */
export function inPart(job: SmppJob, reason: string): SmsVerdict {
  const count = job.ids.filter(id => id !== undefined).length
  const told =
    job.bodies.length === 1
      ? reason
      : `${count} of ${job.bodies.length} segments were taken: ${reason}`
  return verdict('uncertain', told, { gatewayIds: idsOf(job) })
}
