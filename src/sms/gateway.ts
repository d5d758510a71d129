/**
 * What a gateway is, whichever way it is reached: it takes SMS, one after the other or many at a
 * time, and each ends in a verdict. What comes back later, receipts and replies, is given to
 * whoever listens; it is answered for only when that is done.
 */

/**
 * - accepted: the gateway has taken all of the SMS.
 * - refused: not taken, for good.
 * - deferred: not taken, for now.
 * - uncertain: it, or a part of it, may have been taken. Never sent again by itself: a doubled SMS
 *   costs money.
 * - unusable: the gateway takes no SMS at all (no connection, no log-in). This one was not tried.
 * - abandoned: the caller held it back; nothing of it was sent.
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
  /** What the gateway answered, or our own words where it did not; holds no password. */
  reply: string
  /**
   * The ids that the gateway gave to the segments it took, in their order; where one gave none it
   * is empty.
   */
  gatewayIds: string[]
  /** The refusal is about us rather than the number: the next SMS would meet the same. */
  aboutUs: boolean
}

/**
 * A segment as it is encoded: one octet a septet for GSM 03.38 (its default alphabet, not packed),
 * UTF-16 big endian for UCS-2.
 */
export interface OutgoingSms {
  /** E.164, with +. */
  number: string
  /** Who it is from; without one, what the gateway's address says. */
  from?: string
  text: string
  alphabet: 'gsm' | 'ucs2'
  segments: readonly Uint8Array[]
  /**
   * 0 to 255: the same for the segments of one SMS, another for the next SMS to the same number.
   */
  reference: number
  /** Names the SMS in addresses of callbacks; letters, digits, - and _. */
  name: string
  /** Whose it is: what a real gateway need not know, and the sandbox does. */
  kept?: { accountId: number; messageId: number; deliveryId: number }
  /**
   * Whether it is still the caller's to send, its lease not lapsed: asked just before anything of
   * it is sent.
   */
  stillOurs(): boolean
}

/** refused: the carrier would not take it; undelivered: it did, and could not bring it. */
export type ReceiptState = 'delivered' | 'undelivered' | 'refused' | 'on its way'

/**
 * What became of a segment. Either its gateway id is known, or (with a callback of our own) the
 * name of the SMS.
 */
export interface Receipt {
  gatewayId?: string
  name?: string
  state: ReceiptState
  /** As the gateway said it, like `DELIVRD` or `EXPIRED 027`. */
  said: string
  /** Numbers that stand in it, digits alone: the one that the SMS went to is among them. */
  numbers: string[]
}

export interface Reply {
  /** E.164, with +, if it is a number. */
  from: string
  to: string
  text: string
}

/** Resolves when it is durable; a rejection has the gateway tell it again later. */
export interface Listener {
  receipt(receipt: Receipt): Promise<void>
  reply(reply: Reply): Promise<void>
}

export interface GatewayState {
  /** SMS are taken now. */
  up: boolean
  /** In words, when they are not, or fewer than usual. */
  trouble: string | null
}

export interface Gateway {
  /** As it may be shown: without the password. */
  shown: string
  /** SMS a second over all processes; null for no limit. */
  rate: number | null
  /**
   * How many SMS keep it busy: as many again as may be without an answer. More at a time would
   * only be more that a crash leaves uncertain.
   */
  enough: number
  /** Never rejects for what the gateway does. */
  send(sms: OutgoingSms): Promise<SmsVerdict>
  state(): GatewayState
  /**
   * Takes nothing new, has what is in hand answered for so long at most, then cuts the connection.
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
