/**
 * The interface of a gateway, whatever its protocol: it accepts SMS, one at a time or many
 * concurrently, and returns a verdict for each. Delivery receipts and replies go to a listener;
 * they are acknowledged only after it has processed them.
 */

/**
 * - accepted: the gateway has accepted the whole SMS.
 * - refused: rejected permanently.
 * - deferred: rejected temporarily.
 * - uncertain: it, or a part of it, may have been accepted. Never retried automatically: a
 *   duplicate SMS costs money.
 * - unusable: the gateway accepts no SMS (no connection, failed login). This one was not tried.
 * - abandoned: cancelled by the caller; nothing of it was sent.
 */
export type VerdictOutcome =
  | 'accepted'
  | 'refused'
  | 'deferred'
  | 'uncertain'
  | 'unusable'
  | 'abandoned'

export interface SmsVerdict {
  outcome: VerdictOutcome
  /** The gateway's reply, or our own description if there was none; contains no password. */
  reply: string
  /** The ids that the gateway gave to the accepted segments, in order; empty if it gave none. */
  gatewayIds: string[]
  /**
   * The rejection is about the account or sender, not the number: the next SMS would be rejected
   * too.
   */
  aboutUs: boolean
}

/**
 * An encoded segment: one octet per septet for GSM 03.38 (its default alphabet, not packed), UTF-16
 * big endian for UCS-2.
 */
export interface OutgoingSms {
  /** E.164, with +. */
  number: string
  /** The sender; default: that of the gateway's URL. */
  from?: string
  text: string
  alphabet: 'gsm' | 'ucs2'
  segments: readonly Uint8Array[]
  /**
   * 0 to 255: the same for all segments of an SMS, different for the next SMS to the same number.
   */
  reference: number
  /** Identifies the SMS in callback URLs; letters, digits, - and _. */
  name: string
  /** Its owner, for the sandbox; real gateways ignore it. */
  kept?: { accountId: number; messageId: number; deliveryId: number }
  /**
   * Whether the caller still holds the lease of the SMS: checked just before anything of it is
   * sent.
   */
  stillOurs(): boolean
}

/** refused: rejected by the carrier; undelivered: accepted, but not delivered. */
export type ReceiptState = 'delivered' | 'undelivered' | 'refused' | 'in transit'

/**
 * The delivery receipt of a segment. It has either the gateway's id, or (from our own callback) the
 * name of the SMS.
 */
export interface Receipt {
  gatewayId?: string
  name?: string
  state: ReceiptState
  /** The gateway's text, like `DELIVRD` or `EXPIRED 027`. */
  said: string
  /** The numbers in the receipt, digits only: one of them is the SMS's recipient. */
  numbers: string[]
}

export interface Reply {
  /** E.164, with +, if it is a number. */
  from: string
  to: string
  text: string
}

/**
 * Receives receipts and replies. Resolves when they are durable; on a rejection the gateway
 * delivers them again later.
 */
export interface Listener {
  receipt(receipt: Receipt): Promise<void>
  reply(reply: Reply): Promise<void>
}

export interface GatewayState {
  /** It accepts SMS now. */
  up: boolean
  /** Why it accepts none, or fewer than usual. */
  trouble: string | null
}

export interface Gateway {
  /** For display: without the password. */
  shown: string
  /** SMS per second over all processes; null for no limit. */
  rate: number | null
  /**
   * How many SMS keep it busy: twice the maximum without a reply. More would only increase the
   * number that a crash leaves uncertain.
   */
  saturation: number
  /** Never rejects because of the gateway. */
  send(sms: OutgoingSms): Promise<SmsVerdict>
  state(): GatewayState
  /**
   * Accepts no more SMS, waits at most that long for outstanding replies, then closes the
   * connection.
   */
  close(graceMillis?: number): Promise<void>
}

export const verdict = (
  outcome: VerdictOutcome,
  reply: string,
  more: Partial<SmsVerdict> = {},
): SmsVerdict => ({
  outcome,
  reply,
  gatewayIds: [],
  aboutUs: false,
  ...more,
})
