/**
 * The columns of our own exports of people. They are imported as they were, without a mapping,
 * regardless of the names of the account's fields: a field may have the name of a column.
 */
import { fieldNumber } from '../../demographics/fields.ts'

/** Before the data fields. */
export const FIRST_TITLES = ['Email', 'Name', 'Format'] as const
/** Behind them. */
export const LAST_TITLES = ['Country code', 'Phone'] as const
/** Behind those, in exports since names have parts. */
export const PART_TITLES = ['First name', 'Last name'] as const
/** At the end: of a list, and of subscribers. */
export const MOMENT_TITLES = {
  subscribed: 'Subscribed',
  unsubscribed: 'Unsubscribed',
  created: 'Since',
  optedOut: 'Opted out',
} as const

/** The content of a column; a subset of those of files. */
type OwnColumn =
  | ('email' | 'name' | 'first-name' | 'last-name' | 'format' | 'country-code' | 'phone' | '-')
  | ('consent-date' | 'unsubscribed' | 'opted-out')
  | `DD${number}`

const FIRST: readonly OwnColumn[] = ['email', 'name', 'format']
const PARTS: readonly OwnColumn[] = ['first-name', 'last-name']
const MOMENTS: Readonly<Record<string, OwnColumn>> = {
  [MOMENT_TITLES.subscribed]: 'consent-date',
  [MOMENT_TITLES.unsubscribed]: 'unsubscribed',
  [MOMENT_TITLES.created]: '-',
  [MOMENT_TITLES.optedOut]: 'opted-out',
}
/** As exports were titled before. */
const COUNTRY_BEFORE = 'Country'

/** An account's fields: how many it may use, the number of each name, and which have one. */
export interface AccountFields {
  fieldCount: number
  byName(name: string): number | undefined
  isNamed(number: number): boolean
}

/**
 * The columns of an export of ours; undefined for any other file. A data field is found by its
 * name; one of another account, if there is none of that name, by its place, unless that has a name
 * here.
 */
export function ownColumns(
  headings: readonly string[],
  fields: AccountFields,
): OwnColumn[] | undefined {
  let end = headings.length
  while (end > 0 && Object.hasOwn(MOMENTS, headings[end - 1]!)) end--
  const moments = headings.slice(end).map(title => MOMENTS[title]!)
  const hasParts = PART_TITLES.every((title, at) => headings[end - 2 + at] === title)
  if (hasParts) end -= PART_TITLES.length
  const [country, phone] = headings.slice(end - LAST_TITLES.length, end)
  const isOwn =
    FIRST_TITLES.every((title, at) => headings[at] === title) &&
    end >= FIRST.length + LAST_TITLES.length &&
    (country === LAST_TITLES[0] || country === COUNTRY_BEFORE) &&
    phone === LAST_TITLES[1]
  if (!isOwn) return undefined
  const titles = headings.slice(FIRST.length, end - LAST_TITLES.length)
  const columns = [...FIRST, ...columnsOfFields(titles, fields), 'country-code', 'phone'] as const
  return [...columns, ...(hasParts ? PARTS : []), ...moments]
}

/** A field without a name has its number as one. */
const numberIn = (title: string): number | undefined =>
  /^dd/i.test(title) ? fieldNumber(title) : undefined

function columnsOfFields(titles: readonly string[], fields: AccountFields): OwnColumn[] {
  const found = titles.map(title => numberIn(title) ?? fields.byName(title))
  const taken = new Set(found.filter(number => number !== undefined))
  return found.map((known, at): OwnColumn => {
    const number = known ?? at + 1
    const isFree = known !== undefined || !(taken.has(number) || fields.isNamed(number))
    return isFree && number <= fields.fieldCount ? `DD${number}` : '-'
  })
}
