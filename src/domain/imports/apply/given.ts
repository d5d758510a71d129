/**
 * A subscriber as the file gives them: as texts, or as a row of a page that is decoded when needed.
 */

import type { RowConsent } from '../../files/columns.ts'
import { type Page, QUOTED, ROW, SEPARATOR, WIDE } from '../../files/plain-rows.ts'
import type { GivenAnswer } from '../../measuring/answer.ts'
import type { CheckedPerson } from '../../subscribers/person.ts'
import type { EmailFormat } from '../../text.ts'

/** A row of the file, as the parsers return it. */
export interface FileRow {
  line: number
  /** The original row, up to 4 kB. */
  raw: string
  email: string
  name: string
  format: string
  countryCode: string
  phone: string
  /** DD1 first: null leaves a field, '' empties it. */
  fields: readonly (string | null)[]
  /** Only of a file with such columns. */
  consent?: RowConsent
}

/** The original row, kept for rejected ones. */
export interface RawRow {
  line: number
  raw: string
}

interface Person {
  emailKey: string
  email: string
  /** Further rows of the same address. */
  repeats: RawRow[]
  /** The id to create the subscriber with; 0: not to be created, as far as is known. */
  id: number
}

/** A subscriber as texts. */
export interface GivenTexts extends CheckedPerson, RawRow, Person {
  /** Packed by packFields(): one text lives through a batch at less cost than a hundred. */
  fields: string
  /** All values consist of plain characters: COPY needs no escaping. */
  plain: boolean
  /** The id to create the subscriber with, that of another service. */
  chosenId?: number | undefined
  /** Where and when the person agreed to the list. */
  agreed?: AgreedConsent | undefined
  /** Whether the person may be measured. */
  measuring?: GivenAnswer | undefined
}

export interface AgreedConsent {
  source: string
  at: Date | undefined
}

/** A subscriber as a row of a page. All values are plain, and all fields are given. */
export interface GivenRow extends Person {
  page: Page
  row: number
}

export type ImportRow = GivenTexts | GivenRow

export const NONE: readonly never[] = []

/** Text of a row; `from` and `end` are offsets in its page. */
export const textAt = (
  { page: { bytes, places }, row }: Pick<GivenRow, 'page' | 'row'>,
  from: number,
  end: number,
): string =>
  places[row * ROW.numbers + ROW.flags]! & WIDE
    ? bytes.toString('utf8', from, end)
    : bytes.toString('latin1', from, end)

export function formatAt({
  page: { bytes, places },
  row,
}: Pick<GivenRow, 'page' | 'row'>): EmailFormat | undefined | 'other' {
  const from = places[row * ROW.numbers + ROW.formatFrom]!
  const length = places[row * ROW.numbers + ROW.formatEnd]! - from
  if (length === 0) return undefined
  if (length !== 4) return 'other'
  const word = bytes.toString('latin1', from, from + 4)
  if (word === 'html' || word === 'HTML') return 'html'
  if (word === 'text' || word === 'TEXT') return 'text'
  return 'other'
}

/** The row of a page in the form of the other parser. */
export function fileRowOf(given: Pick<GivenRow, 'page' | 'row'>): FileRow {
  const { places } = given.page
  const at = given.row * ROW.numbers
  const text = (from: number, end: number) => textAt(given, places[at + from]!, places[at + end]!)
  const fields = text(ROW.fieldsFrom, ROW.fieldsEnd)
  return {
    ...rawOf(given),
    email: text(ROW.from, ROW.emailEnd),
    name: text(ROW.nameFrom, ROW.nameEnd),
    format: text(ROW.formatFrom, ROW.formatEnd),
    countryCode: '',
    phone: '',
    fields: fields === '' ? [] : fields.slice(0, -1).split(String.fromCharCode(SEPARATOR)),
  }
}

/** The original row, from either parser. */
export function rawOf(given: Pick<GivenRow, 'page' | 'row'> | RawRow): RawRow {
  if ('raw' in given) return { line: given.line, raw: given.raw }
  const { places, delimiter } = given.page
  const at = given.row * ROW.numbers
  const text = textAt(given, places[at + ROW.rawFrom]!, places[at + ROW.rawEnd]!)
  const raw =
    places[at + ROW.flags]! & QUOTED
      ? text
      : text.replaceAll(String.fromCharCode(SEPARATOR), delimiter)
  return { line: places[at + ROW.line]!, raw }
}

/** The values given besides the address. */
export interface GivenValues {
  name: string
  format: EmailFormat | undefined
  countryCode: string
  phone: string
  fields: string
}

export function valuesOf(given: ImportRow): GivenValues {
  if ('raw' in given) return given
  const { places } = given.page
  const at = given.row * ROW.numbers
  return {
    name: textAt(given, places[at + ROW.nameFrom]!, places[at + ROW.nameEnd]!),
    format: formatAt(given) as EmailFormat | undefined,
    countryCode: '',
    phone: '',
    fields: textAt(given, places[at + ROW.fieldsFrom]!, places[at + ROW.fieldsEnd]!),
  }
}

/** Decoded, for merging with a later row of the same address. */
export function inTexts(given: ImportRow): GivenTexts {
  if ('raw' in given) return given
  const { email, emailKey, repeats, id } = given
  return { email, emailKey, repeats, id, ...valuesOf(given), ...rawOf(given), plain: true }
}
