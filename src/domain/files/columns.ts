/**
 * Which column of a file is which value of a subscriber, for files in an order of their own: given
 * by a person, or guessed from the headings.
 */
import { unmarked } from '../../lib/csv-cell.ts'
import { isEmailAddress } from '../../lib/email-address.ts'
import { FIRST_NAME, LAST_NAME, wholeName } from '../../lib/name-parts.ts'
import { fieldNumber } from '../demographics/fields.ts'
import { refused } from '../refusal.ts'
import { CONSENT_HEADINGS, FIXED, HEADINGS } from './form/headings.ts'
import { type AccountFields, ownColumns } from './form/own-export.ts'
import { type Misfits, type ReadAs, readValue } from './form/read-as.ts'

type ConsentColumn = keyof typeof CONSENT_HEADINGS

const CONSENT_COLUMNS = Object.keys(CONSENT_HEADINGS) as ConsentColumn[]

const isConsentColumn = (name: string): name is ConsentColumn =>
  Object.hasOwn(CONSENT_HEADINGS, name)

/** Columns of a row beside the data of the person. */
export type RowConsent = Partial<Record<ConsentColumn, string>>

type Standing = 'in' | 'unsubscribed' | 'opted-out' | 'bounced' | 'complaint' | 'unconfirmed'

/** Words of other services, in lower case. */
const STATUSES: Record<Standing, readonly string[]> = {
  in: ['', 'subscribed', 'active', 'enabled', 'confirmed', 'subscriber', 'opted in', 'optedin'],
  unsubscribed: ['unsubscribed', 'inactive', 'removed', 'left'],
  'opted-out': [
    'blocklisted',
    'blacklisted',
    'blocked',
    'opted out',
    'optedout',
    'opted-out',
    'disabled',
    'suppressed',
    'archived',
  ],
  bounced: ['bounced', 'cleaned', 'hard bounced', 'hardbounced', 'undeliverable', 'invalid'],
  complaint: ['complaint', 'complained', 'junk', 'spam', 'abuse', 'spam complaint'],
  unconfirmed: [
    'unconfirmed',
    'pending',
    'non-subscribed',
    'nonsubscribed',
    'transactional',
    'not subscribed',
    'not confirmed',
  ],
}

/** The standing for a word in the column `status`. Undefined: no such word. */
export const standingOf = (word: string): Standing | undefined =>
  (Object.keys(STATUSES) as Standing[]).find(one =>
    STATUSES[one].includes(word.slice(0, 40).trim().toLowerCase()),
  )

/** The content of a column: `DD5` is a data field, `-` is not imported. */
export type ImportColumn = (typeof FIXED)[number] | ConsentColumn | `DD${number}` | '-'

/** Longer texts are no heading. */
export const MOST_HEADING = 60
/** A file has at most so many columns that mean something. */
const MOST_COLUMNS = 1000

/**
 * The columns as a person names them, in the order of the file. Refuses an unknown name, two
 * columns for one value, and a file without addresses. `byName`: the account's names of fields.
 */
export function readColumns(
  names: readonly string[],
  { fieldCount, byName }: Pick<AccountFields, 'fieldCount' | 'byName'>,
): ImportColumn[] {
  if (names.length > MOST_COLUMNS)
    throw refused('not-valid', 'columns-many', { most: MOST_COLUMNS }).ofValue('columns')
  const columns = names.map((given): ImportColumn => {
    const name = given.trim().toLowerCase().slice(0, 200)
    if (name === '' || name === '-') return '-'
    const fixed = FIXED.find(one => one === name)
    if (fixed) return fixed
    if (isConsentColumn(name)) return name
    const number = (/^dd/.test(name) ? fieldNumber(name) : undefined) ?? byName(name)
    if (number !== undefined && number <= fieldCount) return `DD${number}`
    const known = [...FIXED, ...CONSENT_COLUMNS].join(', ')
    throw refused('not-valid', 'column-name', { known, fields: fieldCount }).ofValue('columns')
  })
  const twice = columns.find((one, at) => one !== '-' && columns.indexOf(one) !== at)
  if (twice !== undefined)
    throw refused('not-valid', 'column-twice', { column: twice }).ofValue('columns')
  if (!columns.includes('email')) throw refused('not-valid', 'column-address').ofValue('columns')
  return columns
}

/**
 * A guess from the headings, and from the first rows where no heading says which column holds the
 * addresses. Without a good guess a column is `-`.
 */
export function guessColumns(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  fields: AccountFields,
): ImportColumn[] {
  const own = ownColumns(headings, fields)
  if (own) return own
  const { fieldCount, byName } = fields
  const taken = new Set<ImportColumn>()
  const once = (column: ImportColumn): ImportColumn => {
    if (column === '-' || taken.has(column)) return '-'
    taken.add(column)
    return column
  }
  const width = Math.min(MOST_COLUMNS, Math.max(headings.length, ...rows.map(row => row.length)))
  const columns = Array.from({ length: width }, (_, at) => {
    const heading = (headings[at] ?? '').trim()
    if (heading === '' || heading.length > MOST_HEADING) return '-'
    const number = (/^dd/i.test(heading) ? fieldNumber(heading) : undefined) ?? byName(heading)
    if (number !== undefined && number <= fieldCount) return once(`DD${number}`)
    const plain = plainHeading(heading)
    const found = columnOfHeading(plain) ?? '-'
    // Ids are kept on request only; a status must have known words throughout.
    if (found === 'id' || (found === 'status' && !isStatus(rows.map(row => row[at] ?? ''))))
      return '-'
    return once(found)
  })
  if (taken.has('email')) return columns
  const at = columnOfAddresses(rows.map(columns => ({ columns })))
  if (at !== undefined) columns[at] = 'email'
  return columns
}

/** The column with the most addresses, the first of several; undefined if there are none. */
export function columnOfAddresses(
  rows: readonly { columns: readonly string[] }[],
): number | undefined {
  const counts: number[] = []
  for (const { columns } of rows.slice(0, MOST_LOOKED))
    for (const [at, value] of columns.slice(0, MOST_COLUMNS).entries())
      if (isEmailAddress(unmarked(value.trim()))) counts[at] = (counts[at] ?? 0) + 1
  const most = counts.reduce((max, count) => Math.max(max, count), 0)
  return most > 0 ? counts.indexOf(most) : undefined
}

/** Rows that are searched for addresses. */
const MOST_LOOKED = 100

const isStatus = (values: readonly string[]): boolean =>
  values.some(value => value.trim() !== '') &&
  values.every(value => standingOf(value) !== undefined)

function columnOfHeading(plain: string): ImportColumn | undefined {
  const fixed = FIXED.find(one => HEADINGS[one].includes(plain))
  const named = (one: ConsentColumn) => (CONSENT_HEADINGS[one] as readonly string[]).includes(plain)
  return fixed ?? CONSENT_COLUMNS.find(named)
}

/** Accents are no letters of their own here: `prénom` is `prenom`. */
export const plainHeading = (heading: string): string =>
  heading
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '')

interface RowValues {
  email: string
  name: string
  format: string
  countryCode: string
  phone: string
  fields: (string | null)[]
  consent?: RowConsent
}

export interface ColumnReading {
  /** By the place of the column; null: as it stands. */
  readAs?: readonly (ReadAs | null)[]
  /** Counts, if given, what does not fit. */
  misfits?: Misfits
}

/** The values of a row, by its columns. Fields that no column holds are not given. */
export function personOf(
  row: readonly string[],
  columns: readonly ImportColumn[],
  reading: ColumnReading = {},
): RowValues {
  const person = { email: '', name: '', format: '', countryCode: '', phone: '' }
  const fields: (string | null)[] = []
  let consent: RowConsent | undefined
  for (const [at, column] of columns.entries()) {
    if (column === '-') continue
    const value = valueAt(row[at] ?? '', at, reading)
    if (column === 'country-code') person.countryCode = value
    else if (isFixed(column)) person[column] = value
    else if (isConsentColumn(column)) {
      consent ??= {}
      consent[column] = value.trim()
    } else {
      const number = Number(column.slice(2))
      while (fields.length < number) fields.push(null)
      fields[number - 1] = value
    }
  }
  const home = homeOfPhones(columns, reading)
  if (home !== undefined && person.countryCode === '' && isNational(person.phone))
    person.countryCode = home
  if (consent === undefined) return { ...person, fields }
  const { 'first-name': first, 'last-name': last } = consent
  if (first === undefined && last === undefined) return { ...person, fields, consent }
  while (fields.length < LAST_NAME) fields.push(null)
  fields[FIRST_NAME - 1] = first ?? null
  fields[LAST_NAME - 1] = last ?? null
  const name = person.name.trim() || wholeName(first ?? '', last ?? '')
  return { ...person, name, fields, consent }
}

function valueAt(given: string, at: number, { readAs, misfits }: ColumnReading): string {
  const as = readAs?.[at]
  if (as === undefined || as === null) return given
  const read = readValue(given, as)
  if (read !== undefined) return read
  if (misfits) misfits[at] = (misfits[at] ?? 0) + 1
  return as === 'country' ? '' : given
}

/** The country of numbers that name none. */
function homeOfPhones(columns: readonly ImportColumn[], { readAs }: ColumnReading) {
  const as = readAs?.[columns.indexOf('phone')]
  return as?.startsWith('phone-') ? as.slice('phone-'.length) : undefined
}

const isNational = (phone: string): boolean =>
  phone.trim() !== '' && !['+', '00'].some(sign => phone.trim().startsWith(sign))

const isFixed = (column: ImportColumn): column is Exclude<(typeof FIXED)[number], 'country-code'> =>
  (FIXED as readonly string[]).includes(column)
