/**
 * Mappings by the names of the columns: an import whose headings an earlier one had finds its
 * columns, and how they were read, again.
 */
import { createHash } from 'node:crypto'
import type { Db } from '../../../db/db.ts'
import { fieldsOfAccount } from '../../demographics/demographics.sql.ts'
import { plainHeading } from '../../files/columns.ts'
import type { ImportOptions } from '../queue-import.ts'
import { latestOfLayout } from './mappings.sql.ts'

type Layout = NonNullable<ImportOptions['layout']>

/** Undefined: the file has no headings. Spelling matters as little as in a mapping by name. */
const keyOf = (headings: readonly string[]): string | undefined =>
  headings.length === 0
    ? undefined
    : createHash('sha256').update(headings.map(plainHeading).join('\n')).digest('base64url')

const namesOf = async (db: Db, accountId: number): Promise<Map<string, string>> =>
  new Map(
    (await fieldsOfAccount(db, { accountId })).map(({ number, name }) => [`DD${number}`, name]),
  )

/** What an import keeps, to be found again. */
export async function layoutOf(
  db: Db,
  accountId: number,
  headings: readonly string[],
  columns: readonly string[],
): Promise<{ layout?: Layout }> {
  const key = keyOf(headings)
  if (key === undefined) return {}
  const names = await namesOf(db, accountId)
  const used = columns.flatMap((column): [string, string][] => {
    const name = names.get(column)
    return name === undefined ? [] : [[column, name]]
  })
  return { layout: { key, names: Object.fromEntries(used) } }
}

export interface RememberedColumns {
  columns: string[]
  readAs: (string | null)[]
  /** The import that they are from. */
  importId: number
  name: string
  created: string
}

/**
 * The columns of the latest import with these headings. A field that was removed since, or has
 * another name now, holds none of them.
 */
export async function rememberedColumns(
  db: Db,
  accountId: number,
  headings: readonly string[],
): Promise<RememberedColumns | undefined> {
  const key = keyOf(headings)
  const found = key === undefined ? undefined : await latestOfLayout(db, { accountId, key })
  if (!found) return undefined
  const { columns, readAs = [], layout } = JSON.parse(found.options) as ImportOptions
  if (!columns || !layout) return undefined
  const names = await namesOf(db, accountId)
  const isSame = (column: string) =>
    !/^DD\d+$/.test(column) || names.get(column) === layout.names[column]
  return {
    columns: columns.map(column => (isSame(column) ? column : '-')),
    readAs: columns.map((column, at) => (isSame(column) ? (readAs[at] ?? null) : null)),
    importId: found.id,
    name: found.name,
    created: found.created,
  }
}
