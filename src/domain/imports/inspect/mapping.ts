/**
 * Which heading of a file is which value: presets for the exports of other services, and mappings
 * that an account has saved by name.
 */
import type { Db } from '../../../db/db.ts'
import { type ImportColumn, plainHeading, readColumns } from '../../files/columns.ts'
import type { AccountFields } from '../../files/form/own-export.ts'
import { refused } from '../../refusal.ts'
import type { InspectedFile } from './inspect-file.ts'
import { findMapping, mappingsOfAccount, saveMapping } from './mappings.sql.ts'

/** Headings, in lower case, letters and digits only; the first one there wins. */
const PRESETS: Record<string, readonly (readonly [heading: string, column: ImportColumn])[]> = {
  mailchimp: [
    ['emailaddress', 'email'],
    ['firstname', 'first-name'],
    ['lastname', 'last-name'],
    ['phonenumber', 'phone'],
    ['confirmtime', 'consent-date'],
    ['optintime', 'consent-date'],
    ['confirmip', 'consent-source'],
    ['optinip', 'consent-source'],
    ['unsubtime', 'unsubscribed'],
    ['unsubreason', 'reason'],
    ['cleantime', 'bounced'],
  ],
  listmonk: [
    ['email', 'email'],
    ['name', 'name'],
    ['status', 'status'],
    ['createdat', 'consent-date'],
  ],
  brevo: [
    ['email', 'email'],
    ...(['firstname', 'prenom', 'vorname'] as const).map(one => [one, 'first-name'] as const),
    ...(['lastname', 'nom', 'nachname'] as const).map(one => [one, 'last-name'] as const),
    ['sms', 'phone'],
    ['emailmarketing', 'status'],
    ['blocklisted', 'opted-out'],
    ['blacklisted', 'opted-out'],
    ['addedtime', 'consent-date'],
  ],
  mailerlite: [
    ['email', 'email'],
    ['subscriber', 'email'],
    ['name', 'first-name'],
    ['lastname', 'last-name'],
    ['phone', 'phone'],
    ['status', 'status'],
    ['unsubscribed', 'unsubscribed'],
    ['optindate', 'consent-date'],
    ['subscribed', 'consent-date'],
    ['optinip', 'consent-source'],
  ],
}

export const PRESET_NAMES = Object.keys(PRESETS)

const MOST_NAME = 60
const MOST_PAIRS = 300
const NAME = /^[\w.-]+$/

type Pairs = readonly (readonly [heading: string, column: string])[]

/**
 * `Heading=column,…`, the name of a preset, or of a saved mapping. Refuses other texts, with the
 * names that there are.
 */
export async function readMapping(db: Db, accountId: number, given: string): Promise<Pairs> {
  const text = given.trim()
  if (text.includes('=')) return pairsIn(text)
  const name = text.toLowerCase()
  if (Object.hasOwn(PRESETS, name)) return PRESETS[name]!
  const saved = NAME.test(name) ? await findMapping(db, { accountId, name }) : undefined
  if (saved) return JSON.parse(saved.columns) as Pairs
  const names = (await mappingsOfAccount(db, { accountId })).map(row => row.name)
  const known = [...PRESET_NAMES, ...names].join(', ')
  throw refused('not-valid', 'mapping-none', { mapping: text.slice(0, 60), known })
}

function pairsIn(text: string): Pairs {
  const parts = text.split(',').filter(part => part.trim() !== '')
  if (parts.length > MOST_PAIRS) throw refused('not-valid', 'mapping-pairs', { most: MOST_PAIRS })
  return parts.map(part => {
    const at = part.lastIndexOf('=')
    const heading = plainHeading(part.slice(0, Math.max(0, at)).slice(0, 200))
    if (at < 1 || heading === '')
      throw refused('not-valid', 'mapping-pair', { pair: part.trim().slice(0, 60) })
    return [heading, part.slice(at + 1).trim()] as const
  })
}

export async function keepMapping(
  db: Db,
  accountId: number,
  given: string,
  pairs: Pairs,
): Promise<string> {
  const name = given.trim().toLowerCase()
  if (!NAME.test(name) || name.length > MOST_NAME || Object.hasOwn(PRESETS, name))
    throw refused('not-valid', 'mapping-name')
  await saveMapping(db, { accountId, name, columns: JSON.stringify(pairs) })
  return name
}

/**
 * The columns of a file by its headings. Data fields may also be found by their own names; what
 * else the mapping does not name is not imported. Refuses a file without headings.
 */
export function mappedColumns(
  pairs: Pairs,
  { headings, columns }: Pick<InspectedFile, 'headings' | 'columns'>,
  fields: AccountFields,
): ImportColumn[] {
  if (headings.length === 0) throw refused('not-valid', 'headings-missing')
  const plain = headings.map(plainHeading)
  const chosen = new Map<number, string>()
  const taken = new Set<string>()
  for (const [heading, column] of pairs) {
    const at = plain.indexOf(heading)
    if (at < 0 || taken.has(column) || chosen.has(at)) continue
    chosen.set(at, column)
    taken.add(column)
  }
  const own = (at: number): string => {
    const guess = columns[at] ?? '-'
    return /^DD/.test(guess) && !taken.has(guess) ? guess : '-'
  }
  return readColumns(
    headings.map((_, at) => chosen.get(at) ?? own(at)),
    fields,
  )
}
