/** The options of a sending, as stored with it in `sendings.options`; absent ones are not used. */

import type { QuietRule } from '../../quiet-hours/rules.ts'

/** People's decisions only: machines never decide. */
export const CRITERIA = ['clicks', 'opens', 'value'] as const

export type Criterion = (typeof CRITERIA)[number]

/** Why an A/B test has no winner, so that the rest gets the first variant. */
export const UNDECIDED = ['too few measured'] as const

export interface Resend {
  /** The sending whose recipients get it, with the samples of its A/B test. */
  of: number[]
  /** Not to those who have done this; a click is an open, too. */
  without: 'opened' | 'clicked'
}

/** An A/B test: a share of the audience gets the variants, the rest the winner. */
export interface Split {
  variants: number
  /** In percent of the audience, all variants together. */
  share: number
  by: Criterion
  /** From when the last sample was due. */
  waitMinutes: number
  /** Variants have times of their own. */
  ownTimes?: true
  winner?: number
  decidedAt?: string
  /** The winner was chosen by a person. */
  byHand?: true
  undecided?: (typeof UNDECIDED)[number]
}

export interface SendingOptions {
  /** Beside the list that gives sender and character set. */
  moreLists?: number[]
  excludedLists?: number[]
  resend?: Resend
  /** Newsletters: not to people who got one of them by another sending. */
  unlessGot?: number[]
  /** Each email is due at this local time, in the zone that the data field names. */
  local?: { field: number; at: string }
  /** Each email is due at the person's best hour; their zone is in the data field. */
  bestHour?: { field?: number }
  /** In percent of the audience. */
  sharePerDay?: number
  /** Also in the quiet hours of the list or the account. */
  anyHour?: true
  /** Those that hold for it, as they were when it was planned. */
  quiet?: QuietRule
  split?: Split
  /** Until when it can be undone without a trace. */
  heldUntil?: string
}

export const readOptions = (stored: string): SendingOptions => JSON.parse(stored)

/** Its emails may be due at several moments. */
export const isTimed = ({ local, bestHour, sharePerDay, quiet }: SendingOptions): boolean =>
  (local ?? bestHour ?? sharePerDay ?? quiet) !== undefined
