/** Departures, bounces and consents of a row: judged without the store. */
import { withoutControls } from '../../../lib/controls.ts'
import { type RowConsent, standingOf } from '../../files/columns.ts'
import { exportedInstant } from '../../files/exported-instant.ts'
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
  if (leaves.some(one => one !== undefined)) return { departure, chosenId, agreed: undefined }
  return { departure: undefined, chosenId, agreed: agreedIn(said, now) }
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
