/**
 * Rows of a file as they will be applied: checked by the rules of a single insert, and the rows of
 * one address merged into one, with the result of inserting them in order. Does not use the store.
 */
import { hasEncodedLabel, isEmailAddress, emailKey as keyOf } from '../../../lib/email-address.ts'
import { LAST_NAME } from '../../../lib/name-parts.ts'
import { MOST_FIELDS, wrongValue } from '../../demographics/fields.ts'
import { type Page, ROW, WIDE } from '../../files/plain-rows.ts'
import { type CheckedPerson, judgePerson, type WrongPerson } from '../../subscribers/person.ts'
import { type EmailFormat, MAX_FIELD } from '../../text.ts'
import { mergeFields, packFields } from '../packed-fields.ts'
import {
  type Departure,
  leftBefore,
  meaningOf,
  mergedDeparture,
  mergedMeasuring,
} from './departures.ts'
import {
  type FileRow,
  fileRowOf,
  formatAt,
  type GivenTexts,
  type ImportRow,
  inTexts,
  NONE,
  type RawRow,
  rawOf,
  textAt,
} from './given.ts'
import type { RejectReason } from './reject-reasons.ts'
import type { StoredPerson } from './sort-out.ts'

export interface Reject {
  line: number
  raw: string
  reason: RejectReason
}

/** The rows that one transaction applies. */
export interface Batch {
  people: Map<string, ImportRow>
  /** Who left or bounced, by the file. */
  departures: Map<string, Departure>
  /** The pages that contain some of them. */
  pages: Page[]
  rejects: Reject[]
  /** Rows read, valid or not. */
  read: number
  /** Unknown elements of the file. */
  ignored: number
  /** Sorted keys, computed on first use. */
  keys: string[] | undefined
  /** Its known subscribers (known-people.ts); undefined if reading failed. Never rejects. */
  prefetched: Promise<StoredPerson[] | undefined> | undefined
}

/** Minimum of rows of a batch: whole blocks are applied. Two batches are in memory at a time. */
export const BATCH_ROWS = 4_000

export const newBatch = (): Batch => ({
  people: new Map(),
  departures: new Map(),
  pages: [],
  rejects: [],
  read: 0,
  ignored: 0,
  keys: undefined,
  prefetched: undefined,
})

/**
 * The keys of the batch, in the order in which all imports look up subscribers. Called when the
 * batch is full: sorting overlaps with the store's work on the previous batch.
 */
export function keysOf(batch: Batch): string[] {
  batch.keys ??= [...batch.people.keys()].sort()
  return batch.keys
}

/** The kept part of a row is at least this long: a shorter one is complete. */
const CERTAINLY_WHOLE = 1000
/** Characters with a meaning in arrays, COPY or markup, or that may not be stored. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
const ODD = /[\x00-\x1f"&\\\ufffe\uffff]/

const PARTS: Record<WrongPerson['part'], RejectReason> = {
  address: 'address',
  name: 'name',
  'country code': 'country-code',
  'phone number': 'phone-number',
}

const FORMAT = /^(html|text)?$/i

/** Adds a parsed row. */
export function addRow(batch: Batch, row: FileRow): void {
  const { people, rejects } = batch
  const { line, raw, fields } = row
  const plain = isPlain(raw)
  const format = FORMAT.exec(row.format.trim())
  const judged =
    format && judgePerson(personOf(row, format[1]?.toLowerCase() as EmailFormat | undefined))
  const wrong = !judged
    ? 'format'
    : 'part' in judged
      ? PARTS[judged.part]
      : wrongFields(fields, plain, raw.length)
  if (wrong !== undefined) {
    rejects.push({ line, raw, reason: wrong })
    return
  }
  const person = judged as CheckedPerson
  const said = row.consent && meaningOf(row.consent)
  if (said !== undefined && 'reject' in said) {
    rejects.push({ line, raw, reason: said.reject })
    return
  }
  if (said?.departure !== undefined) {
    addDeparture(batch, person, { line, raw }, { ...said.departure, chosenId: said.chosenId })
    return
  }
  const left = leftBefore(batch.departures.get(person.emailKey))
  if (left !== undefined) {
    rejects.push({ line, raw, reason: left })
    return
  }
  const before = people.get(person.emailKey)
  if (before === undefined) {
    const { chosenId, agreed, measuring } = said ?? {}
    const rest = {
      fields: packFields(fields),
      plain,
      line,
      raw,
      repeats: NONE as [],
      id: 0,
      ...(said !== undefined && { chosenId, agreed, measuring }),
    }
    people.set(person.emailKey, Object.assign(person, rest))
    return
  }
  const texts = inTexts(before)
  if (said?.measuring !== undefined) {
    const { answer, contradicts } = mergedMeasuring(texts.measuring, said.measuring)
    texts.measuring = answer
    people.set(person.emailKey, texts)
    if (contradicts) {
      rejects.push({ line, raw, reason: 'measuring-both' })
      return
    }
  }
  overlay(texts, person, row, plain)
  if (said?.chosenId !== undefined) texts.chosenId = said.chosenId
  if (said?.agreed !== undefined) texts.agreed = said.agreed
  people.set(person.emailKey, texts)
}

/**
 * Of who left or bounced the file needs to say so once: rows that subscribe the same address do not
 * count, wherever they are.
 */
function addDeparture(
  { people, departures, rejects }: Batch,
  { email, emailKey }: CheckedPerson,
  row: RawRow,
  departure: Omit<Departure, 'email'>,
): void {
  const merged = mergedDeparture(departures.get(emailKey), { email, ...departure })
  departures.set(emailKey, merged)
  const left = leftBefore(merged)
  rejects.push({ ...row, reason: left ?? 'bounced' })
  const before = people.get(emailKey)
  if (left === undefined || before === undefined) return
  people.delete(emailKey)
  for (const one of [rawOf(before), ...before.repeats]) rejects.push({ ...one, reason: left })
}

/**
 * Adds the rows of a page. Usual rows are judged from their bytes; any other is added as a single
 * row.
 */
export function addPage(batch: Batch, page: Page): void {
  const { people } = batch
  batch.pages.push(page)
  for (let row = 0; row < page.rows; row++) {
    const given = { page, row }
    const at = row * ROW.numbers
    const email = textAt(given, page.places[at + ROW.from]!, page.places[at + ROW.emailEnd]!).trim()
    const wide = (page.places[at + ROW.flags]! & WIDE) !== 0
    const lower = email.toLowerCase()
    const emailKey = wide || hasEncodedLabel(lower) ? keyOf(email) : lower
    const asUsual =
      formatAt(given) !== 'other' && isEmailAddress(email) && !(wide && hasWideBlanks(given))
    if (asUsual && !people.has(emailKey))
      people.set(emailKey, { emailKey, email, page, row, repeats: NONE as [], id: 0 })
    else addRow(batch, fileRowOf(given))
  }
}

/** Unicode has more kinds of blanks; the page parser only trims the ASCII space. */
function hasWideBlanks(given: { page: Page; row: number }): boolean {
  const { bytes, places } = given.page
  const from = places[given.row * ROW.numbers + ROW.nameFrom]!
  const end = places[given.row * ROW.numbers + ROW.nameEnd]!
  if (from === end || (bytes[from]! < 0x80 && bytes[end - 1]! < 0x80)) return false
  const name = textAt(given, from, end)
  return name.trim() !== name
}

const personOf = (
  { email, name, countryCode, phone }: FileRow,
  format: EmailFormat | undefined,
) => ({
  email,
  name,
  format,
  countryCode,
  phone,
})

/**
 * Values of a later row of the same address replace earlier ones. Empty values do not, except data
 * fields.
 */
function overlay(
  before: GivenTexts,
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

/**
 * All characters of the values are in the original row, unless it was truncated: so checking the
 * row is enough in most cases.
 */
const isPlain = (raw: string): boolean =>
  raw.length < CERTAINLY_WHOLE && !ODD.test(raw) && raw.isWellFormed()

function wrongFields(
  fields: readonly (string | null)[],
  plain: boolean,
  length: number,
): RejectReason | undefined {
  // Those of a name are behind them.
  if (fields.length > MOST_FIELDS && fields.length !== LAST_NAME) return 'too-many-columns'
  if (plain && length <= MAX_FIELD) return undefined
  const wrong = (value: string | null) =>
    value !== null && (plain ? value.length > MAX_FIELD : wrongValue(value) !== undefined)
  return fields.some(wrong) ? 'data-field' : undefined
}
