/** Departures, bounces and consents of a row: judged without the store. */
import { withoutControls } from '../../../lib/controls.ts'
import { type RowConsent, standingOf } from '../../files/columns.ts'
import { exportedInstant } from '../../files/exported-instant.ts'
import { type GivenAnswer, LONGEST_WORDS } from '../../measuring/answer.ts'
import type { AgreedConsent } from './given.ts'
import type { RejectReason } from './reject-reasons.ts'

/** Undefined where the row does not say so; null: at an unknown time. */
export interface Departure {
  email: string
  unsubscribed: Date | null | undefined
  optedOut: Date | null | undefined
  bounced: Date | null | undefined
  reason: string
  chosenId: number | undefined
}

export interface ConsentMeaning {
  departure: Omit<Departure, 'email' | 'chosenId'> | undefined
  chosenId: number | undefined
  agreed: AgreedConsent | undefined
  measuring: GivenAnswer | undefined
}

const MOST_ID = 99_999_999_999_999
const MOST_REASON = 500
const MOST_SOURCE = 200

const NO = new Set(['', '0', 'no', 'false', 'n', 'nej', 'nein', 'non', 'never', '-', 'null'])

/** `now`: nothing that happened lies ahead. */
export function meaningOf(
  said: RowConsent,
  now = new Date(),
): ConsentMeaning | { reject: RejectReason } {
  const standing = standingOf(said.status ?? '')
  if (standing === undefined) return { reject: 'status' }
  if (standing === 'unconfirmed') return { reject: 'unconfirmed' }
  const chosenId = said.id === undefined || said.id === '' ? undefined : idIn(said.id)
  if (chosenId === 0) return { reject: 'id' }
  const when = (text = '', also: boolean): Date | null | undefined => {
    if (NO.has(text.slice(0, 10).toLowerCase())) return also ? null : undefined
    const moment = exportedInstant(text)
    return moment === undefined || moment > now ? null : moment
  }
  const complained = standing === 'complaint'
  const departure = {
    unsubscribed: when(said.unsubscribed, standing === 'unsubscribed'),
    optedOut: when(said['opted-out'], complained || standing === 'opted-out'),
    bounced: when(said.bounced, standing === 'bounced'),
    reason: kept(said.reason ?? '', MOST_REASON) || (complained ? 'imported: complaint' : ''),
  }
  const leaves = [departure.unsubscribed, departure.optedOut, departure.bounced]
  if (leaves.some(one => one !== undefined))
    return { departure, chosenId, agreed: undefined, measuring: undefined }
  const measuring = measuringIn(said, now)
  if (measuring === 'unknown') return { reject: 'measuring' }
  return { departure: undefined, chosenId, agreed: agreedIn(said, now), measuring }
}

/** Of opens and of clicks. */
const MEASURING: Readonly<Record<string, readonly [opens: boolean, clicks: boolean] | undefined>> =
  {
    agreed: [true, true],
    yes: [true, true],
    true: [true, true],
    declined: [false, false],
    no: [false, false],
    false: [false, false],
    opens: [true, false],
    clicks: [false, true],
  }

/** Without a moment that can be read and has passed, the answer is of now. */
function measuringIn(said: RowConsent, now: Date): GivenAnswer | undefined | 'unknown' {
  const word = (said.measuring ?? '').slice(0, 20).toLowerCase()
  if (word === '' || word === 'not asked') return undefined
  const meant = Object.hasOwn(MEASURING, word) ? MEASURING[word] : undefined
  if (!meant) return 'unknown'
  const at = exportedInstant(said['measuring-at'] ?? '')
  const words = kept(said['measuring-words'] ?? '', LONGEST_WORDS)
  const saidAt = at !== undefined && at <= now ? at : undefined
  return { opens: meant[0], clicks: meant[1], words, way: 'import', saidAt }
}

/**
 * Of two rows of an address: the later answer, if both say when; else both have to say the same.
 * Of rows that contradict each other what was declined stands.
 */
export function mergedMeasuring(
  before: GivenAnswer | undefined,
  row: GivenAnswer,
): { answer: GivenAnswer; contradicts: boolean } {
  if (!before) return { answer: row, contradicts: false }
  if (before.saidAt && row.saidAt)
    return { answer: row.saidAt > before.saidAt ? row : before, contradicts: false }
  const contradicts = before.opens !== row.opens || before.clicks !== row.clicks
  const both = { opens: before.opens && row.opens, clicks: before.clicks && row.clicks }
  return { answer: Object.assign({ ...before }, both), contradicts }
}

function agreedIn(said: RowConsent, now: Date): AgreedConsent | undefined {
  const source = kept(said['consent-source'] ?? '', MOST_SOURCE)
  const moment = exportedInstant(said['consent-date'] ?? '')
  const at = moment !== undefined && moment <= now ? moment : undefined
  return source === '' && at === undefined ? undefined : { source, at }
}

/** 0: no id. */
function idIn(text: string): number {
  const id = /^[1-9]\d{0,13}$/.test(text) ? Number(text) : 0
  return id <= MOST_ID ? id : 0
}

const kept = (text: string, most: number): string =>
  withoutControls(text.slice(0, most)).trim().toWellFormed()

/** The union of both rows; of two moments the earlier one. */
export function mergedDeparture(before: Departure | undefined, row: Departure): Departure {
  if (before === undefined) return row
  const earlier = (
    one: Date | null | undefined,
    other: Date | null | undefined,
  ): Date | null | undefined => {
    if (one === undefined || other === undefined) return one === undefined ? other : one
    return one !== null && other !== null && other < one ? other : (one ?? other)
  }
  return {
    email: before.email,
    unsubscribed: earlier(before.unsubscribed, row.unsubscribed),
    optedOut: earlier(before.optedOut, row.optedOut),
    bounced: earlier(before.bounced, row.bounced),
    reason: before.reason || row.reason,
    chosenId: before.chosenId ?? row.chosenId,
  }
}

/** Why no row subscribes the address; undefined: one may. */
export const leftBefore = (
  departure: Departure | undefined,
): 'opted-out' | 'unsubscribed' | undefined =>
  departure?.optedOut !== undefined
    ? 'opted-out'
    : departure?.unsubscribed !== undefined
      ? 'unsubscribed'
      : undefined
