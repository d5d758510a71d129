/** What becomes of each person of a batch, by what the store knows of them: the rules of a single insert, without the store. */
import { type Given, mergeFields } from './prepare.ts'

/** What the store knows of a person. Fields are joined by the unit separator. */
export interface Known {
  id: number
  emailKey: string
  optedOut: boolean
  name: string
  format: string
  countryCode: string
  phone: string
  fields: string
  onList: boolean
  /** From this list, by their own act. */
  unsubscribed: boolean
}

export interface Values {
  name: string
  format: string
  countryCode: string
  phone: string
  /** Joined by the unit separator, up to the last that is filled. */
  fields: string
}

export type Verdict =
  | { refused: 'opted-out' | 'unsubscribed' }
  | {
      id: number
      /** Undefined: nothing changes. */
      values: Values | undefined
      joins: boolean
    }

/** Consent is never touched by an import: neither who opted out of everything nor who unsubscribed from the list comes back. */
export function judgeKnown(known: Known, given: Given): Verdict {
  if (known.optedOut) return { refused: 'opted-out' }
  if (known.unsubscribed) return { refused: 'unsubscribed' }
  return { id: known.id, values: newValues(known, given), joins: !known.onList }
}

export const UNIT_SEPARATOR = '\x1f'

function newValues(known: Known, given: Given): Values | undefined {
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

/** What is known, as it is, when nothing is said that changes it. */
function fieldsAfter(known: string, given: Given['fields']): string {
  if (given.length === 0) return known
  if (!given.includes(null)) {
    const all = given.join(UNIT_SEPARATOR)
    if (all === known) return known
  }
  const before = known === '' ? [] : known.split(UNIT_SEPARATOR)
  const after = storedFields(mergeFields(before, given)).join(UNIT_SEPARATOR)
  return after === trimmedEnd(known) ? known : after
}

/** As they are stored: up to the last that is filled. */
export function storedFields(fields: readonly (string | null)[]): readonly string[] {
  let filled = fields.length
  while (filled > 0 && (fields[filled - 1] ?? '') === '') filled--
  // As they are, mostly.
  if (filled === fields.length && !fields.includes(null)) return fields as string[]
  const stored: string[] = new Array(filled)
  for (let i = 0; i < filled; i++) stored[i] = fields[i] ?? ''
  return stored
}

function trimmedEnd(fields: string): string {
  let end = fields.length
  while (end > 0 && fields[end - 1] === UNIT_SEPARATOR) end--
  return end === fields.length ? fields : fields.slice(0, end)
}
