/**
 * Rows of a file as they will be applied: checked by the rules of a single insert, and the rows of one address made one,
 * as inserting them one after another would leave it. Knows nothing of the store.
 */
import { MOST_FIELDS, wrongValue } from '../demographics/fields.ts'
import { type CheckedPerson, type Format, judgePerson, MAX_FIELD, type WrongPerson } from '../subscribers/person.ts'
import { mergeFields, packFields } from './packed-fields.ts'
import type { RejectReason } from './reject-reasons.ts'

/** A row of the file, as the readers give it. */
export interface FileRow {
  line: number
  /** The row as it was, up to 4 kB. */
  raw: string
  email: string
  name: string
  format: string
  countryCode: string
  phone: string
  /** DD1 first: null leaves a field, '' empties it. */
  fields: readonly (string | null)[]
}

export interface Reject {
  line: number
  raw: string
  reason: RejectReason
}

/** A person of the file. */
export interface Given extends CheckedPerson {
  /** As packFields() packs them: one text lives through a batch at less cost than a hundred. */
  fields: string
  /** None of its values holds anything but plain characters: nothing needs to be escaped on the way to the store. */
  plain: boolean
  line: number
  raw: string
  /** Further rows of the same address. */
  repeats: { line: number; raw: string }[]
}

/** What one transaction applies. */
export interface Batch {
  people: Map<string, Given>
  rejects: Reject[]
  /** Rows dealt with, usable or not. */
  read: number
  /** Elements of the file that nobody knows. */
  ignored: number
}

/** Rows of a batch, or some more: whole blocks are applied. Two of them are in hand at a time. */
export const BATCH_ROWS = 4_000

export const newBatch = (): Batch => ({ people: new Map(), rejects: [], read: 0, ignored: 0 })

const NONE: readonly never[] = []

/** Characters that are kept of a row at least: a shorter one is whole. */
const CERTAINLY_WHOLE = 1000
/** What has a meaning in arrays, COPY or markup, or may not be stored. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
const ODD = /[\x00-\x1f"&\\\ufffe\uffff]/

const PARTS: Record<WrongPerson['part'], RejectReason> = {
  address: 'address',
  name: 'name',
  'country code': 'country-code',
  'phone number': 'phone-number',
}

const FORMAT = /^\s*(html|text)?\s*$/i

/** Adds a row that could be read. */
export function addRow({ people, rejects }: Batch, row: FileRow): void {
  const { line, raw, fields } = row
  const plain = isPlain(raw)
  const format = FORMAT.exec(row.format)
  const judged = format && judgePerson(personOf(row, format[1]?.toLowerCase() as Format | undefined))
  const wrong = !judged ? 'format' : 'part' in judged ? PARTS[judged.part] : wrongFields(fields, plain, raw.length)
  if (wrong !== undefined) {
    rejects.push({ line, raw, reason: wrong })
    return
  }
  const person = judged as CheckedPerson
  const before = people.get(person.emailKey)
  if (before === undefined)
    people.set(person.emailKey, Object.assign(person, { fields: packFields(fields), plain, line, raw, repeats: NONE as [] }))
  else overlay(before, person, row, plain)
}

const personOf = ({ email, name, countryCode, phone }: FileRow, format: Format | undefined) => ({
  email,
  name,
  format,
  countryCode,
  phone,
})

/** What a later row of the same address gives replaces what earlier ones gave; empty values leave it, but for data fields. */
function overlay(
  before: Given,
  { name, format, countryCode, phone }: CheckedPerson,
  { line, raw, fields }: FileRow,
  plain: boolean,
): void {
  if (name !== '') before.name = name
  if (format !== undefined) before.format = format
  if (countryCode !== '') before.countryCode = countryCode
  if (phone !== '') before.phone = phone
  before.fields = mergeFields(before.fields, packFields(fields))
  before.plain &&= plain
  before.repeats = [...before.repeats, { line, raw }]
}

/** All characters of the values are in the row as it was, unless that is cut short: so one look at it tells enough of most rows. */
const isPlain = (raw: string): boolean => raw.length < CERTAINLY_WHOLE && !ODD.test(raw) && raw.isWellFormed()

function wrongFields(fields: readonly (string | null)[], plain: boolean, length: number): RejectReason | undefined {
  if (fields.length > MOST_FIELDS) return 'too-many-columns'
  if (plain && length <= MAX_FIELD) return undefined
  const wrong = (value: string | null) => value !== null && (plain ? value.length > MAX_FIELD : wrongValue(value) !== undefined)
  return fields.some(wrong) ? 'data-field' : undefined
}
