/**
 * Decides about each subscriber of a batch by the stored state: the rules of a single insert, as
 * pure functions.
 */

import { fieldsAfter } from '../packed-fields.ts'
import { type ImportRow, valuesOf } from './given.ts'
import type { RejectReason } from './reject-reasons.ts'

/** A stored subscriber. Fields are joined by the unit separator. */
export interface StoredPerson {
  id: number
  emailKey: string
  optedOut: boolean
  name: string
  format: string
  countryCode: string
  phone: string
  fields: string
  onList: boolean
  /** From this list, by the subscriber's own act. */
  unsubscribed: boolean
}

export interface PersonValues {
  name: string
  format: string
  countryCode: string
  phone: string
  /** Joined by the unit separator, up to the last non-empty one. */
  fields: string
}

export type ImportVerdict =
  | { refused: RejectReason }
  | {
      id: number
      /** Undefined: nothing changes. */
      values: PersonValues | undefined
      joins: boolean
    }

/**
 * An import never changes consent: it rejects subscribers who opted out or unsubscribed from the
 * list.
 */
export function judgeKnown(known: StoredPerson, given: ImportRow): ImportVerdict {
  if (known.optedOut) return { refused: 'opted-out' }
  if (known.unsubscribed) return { refused: 'unsubscribed' }
  return { id: known.id, values: newValues(known, given), joins: !known.onList }
}

function newValues(known: StoredPerson, person: ImportRow): PersonValues | undefined {
  const given = valuesOf(person)
  const name = given.name || known.name
  const format = given.format ?? known.format
  const countryCode = given.countryCode || known.countryCode
  const phone = given.phone || known.phone
  const fields = fieldsAfter(known.fields, given.fields)
  const same =
    fields === known.fields &&
    name === known.name &&
    format === known.format &&
    countryCode === known.countryCode &&
    phone === known.phone
  return same ? undefined : { name, format, countryCode, phone, fields }
}
