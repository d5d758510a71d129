/** A text in the hands of the gateway: one thing to its sender, several segments on the wire. */
import { type SmsVerdict, type TextToSend, verdict } from '../gateway.ts'

export interface SmppJob {
  text: TextToSend
  bodies: Buffer[]
  /** The ids of segments that were taken; the first of them opens the way for the others. */
  ids: (string | undefined)[]
  onTheWay: number
  since: number
  /** Why it can't become whole any more; it is answered when nothing of it is on the way. */
  ended?: string
  resolve(verdict: SmsVerdict): void
}

/** A text that the gateway had no room for in this time goes back into the queue of the store. */
export const PATIENCE_MILLIS = 60_000

/**
 * A text that is under way is not given up as soon as one of which nothing is sent, but not waited
 * for without end either.
 */
export const tooLate = ({ text, since }: SmppJob): boolean =>
  !text.stillOurs() || Date.now() - since > 10 * PATIENCE_MILLIS

/** With holes filled: a segment that was not taken has no id. */
export const idsOf = ({ ids }: SmppJob): string[] => Array.from(ids, id => id ?? '')

/** The verdict on a text that can't become whole. */
export function inPart(job: SmppJob, reason: string): SmsVerdict {
  const count = job.ids.filter(id => id !== undefined).length
  const told =
    job.bodies.length === 1
      ? reason
      : `${count} of ${job.bodies.length} segments were taken: ${reason}`
  return verdict('uncertain', told, { gatewayIds: idsOf(job) })
}
