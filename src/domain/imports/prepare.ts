/**
 * Rows of a file as they will be applied: checked by the rules of a single insert, and the rows of one address made one,
 * as inserting them one after another would leave it. Knows nothing of the store.
 */
import { isPlainText } from '../../lib/plain-text.ts'
import { MOST_FIELDS, wrongValue } from '../demographics/fields.ts'
import { type CheckedPerson, type Format, judgePerson } from '../subscribers/person.ts'

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
  reason: string
}

/** A person of the file. */
export interface Given extends CheckedPerson {
  fields: readonly (string | null)[]
  /** The rows that say so: more than one when the address is repeated. */
  rows: { line: number; raw: string }[]
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

export const newBatch = (): Batch => ({ people: new Map(), rejects: [], read: 0, ignored: 0 })

const FORMAT = /^\s*(html|text)?\s*$/i

/** Adds a row that could be read. */
export function addRow({ people, rejects }: Batch, row: FileRow): void {
  const { line, raw } = row
  const format = FORMAT.exec(row.format)
  const judged = format && judgePerson({ ...row, format: format[1]?.toLowerCase() as Format | undefined })
  const wrong = !judged ? 'format' : 'part' in judged ? judged.part : wrongFields(row.fields)
  if (wrong !== undefined) {
    rejects.push({ line, raw, reason: wrong })
    return
  }
  const person = judged as CheckedPerson
  const before = people.get(person.emailKey)
  if (before === undefined) people.set(person.emailKey, { ...person, fields: row.fields, rows: [{ line, raw }] })
  else overlay(before, person, row)
}

/** What a later row of the same address gives replaces what earlier ones gave; empty values leave it, but for data fields. */
function overlay(before: Given, { name, format, countryCode, phone }: CheckedPerson, { line, raw, fields }: FileRow): void {
  if (name !== '') before.name = name
  if (format !== undefined) before.format = format
  if (countryCode !== '') before.countryCode = countryCode
  if (phone !== '') before.phone = phone
  before.fields = mergeFields(before.fields, fields)
  before.rows.push({ line, raw })
}

/** Field by field: what is given (not null) replaces what is known. */
export function mergeFields<Known extends string | null>(known: readonly Known[], given: readonly (string | null)[]) {
  const merged: (string | Known)[] = known.slice()
  for (let i = 0; i < given.length; i++) merged[i] = given[i] ?? known[i] ?? (null as Known)
  return merged
}

function wrongFields(fields: readonly (string | null)[]): string | undefined {
  if (fields.length > MOST_FIELDS) return 'data field'
  // All in one look: a value of its own is looked at only when something is wrong with one of them, or may be.
  const all = fields.join(',')
  if (all.length <= 500 && isPlainText(all)) return undefined
  return fields.some(value => value !== null && wrongValue(value) !== undefined) ? 'data field' : undefined
}
