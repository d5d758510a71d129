/**
 * Personal data in imports: which imports created or matched the person, former values, rejected
 * rows.
 */
import type { Db } from '../../db/db.ts'
import { isEmailAddress } from '../../lib/email-address.ts'
import { FIELD_SEPARATOR } from '../../lib/field-separator.ts'
import { formatInstant } from '../../lib/instant.ts'
import { unpackIds } from '../imports/packed-ids.ts'
import {
  blankRejects,
  countOpenImports,
  countRejectsOfAddress,
  importsToSearch,
  packedParts,
  removeOldValues,
  removeUsedDocuments,
} from './imports-of-person.sql.ts'

interface These {
  accountId: number
  /** None for an address without a subscriber. */
  subscriberIds: number[]
  /** The key of the address, and how else it may be spelt. */
  spellings: string[]
}

export interface ImportOfPerson {
  id: number
  listId: number
  /** The name of the file, or its URL without a password. */
  file: string
  created: string
  undone: string | null
  /**
   * The effect of the import: created the person, added them to the list, or found them there.
   * Empty: only rejected rows.
   */
  did: ('made' | 'joined' | 'met')[]
  /** Values before it changed them. */
  before: {
    name: string
    format: string
    countryCode: string
    phone: string
    fields: string[]
  } | null
  rejectedRows: number
}

/** Imports within the retention. */
export async function importsOfPerson(
  db: Db,
  accountId: number,
  these: Pick<These, 'subscriberIds' | 'spellings'>,
): Promise<ImportOfPerson[]> {
  const { subscriberIds, spellings } = these
  const rows = isEmailAddress(spellings[0]!)
    ? await countRejectsOfAddress(db, { accountId, spellings })
    : []
  const rejected = new Map(rows.map(row => [row.importId, row.count]))
  const found: ImportOfPerson[] = []
  const all = { accountId, subscriberIds, beforeId: BEYOND_IDS, most: null }
  for (const one of (await importsToSearch(db, all)).reverse()) {
    const rejectedRows = rejected.get(one.id) ?? 0
    found.push(...(await withPerson(db, accountId, one, subscriberIds, rejectedRows)))
  }
  return found
}

const BEYOND_IDS = 2_147_483_647

/**
 * The newest of the imports before one that the person is in, and the last one looked at;
 * undefined: there are no older ones. Without rejected rows, which are searched by address.
 */
export async function someImportsOfPerson(
  db: Db,
  accountId: number,
  subscriberIds: number[],
  { beforeId = BEYOND_IDS, most }: { beforeId?: number | undefined; most: number },
): Promise<{ items: ImportOfPerson[]; next: number | undefined }> {
  const rows = await importsToSearch(db, { accountId, subscriberIds, beforeId, most })
  const items: ImportOfPerson[] = []
  for (const one of rows) items.push(...(await withPerson(db, accountId, one, subscriberIds, 0)))
  return { items, next: rows.length === most ? rows.at(-1)!.id : undefined }
}

/** The import if the person is in it. */
async function withPerson(
  db: Db,
  accountId: number,
  one: Row,
  subscriberIds: number[],
  rejectedRows: number,
): Promise<ImportOfPerson[]> {
  const did = await didTo(db, accountId, one.id, subscriberIds)
  if (did.length === 0 && one.oldName === null && rejectedRows === 0) return []
  const found = {
    id: one.id,
    listId: one.listId,
    file: one.url === null ? one.name : withoutPassword(one.url),
    created: formatInstant(one.created),
    undone: one.undone === null ? null : formatInstant(one.undone),
    did,
    before: one.oldName === null ? null : formerly(one),
    rejectedRows,
  }
  return [found]
}

type Row = Awaited<ReturnType<typeof importsToSearch>>[number]

const formerly = ({ oldName, oldFormat, oldCountryCode, oldPhone, oldFields }: Row) => ({
  name: oldName ?? '',
  format: oldFormat ?? '',
  countryCode: oldCountryCode ?? '',
  phone: oldPhone ?? '',
  fields: oldFields ? oldFields.split(FIELD_SEPARATOR) : [],
})

/** Parts per query: each contains the ids of some thousand people. */
const PARTS = 100

async function didTo(
  db: Db,
  accountId: number,
  importId: number,
  subscriberIds: number[],
): Promise<ImportOfPerson['did']> {
  if (subscriberIds.length === 0) return []
  const has = (ids: number[]): boolean => subscriberIds.some(id => ids.includes(id))
  const did = new Set<'made' | 'joined' | 'met'>()
  for (let after = 0; ; ) {
    const parts = await packedParts(db, { accountId, importId, after, most: PARTS })
    for (const { created, joined, met } of parts) {
      if (has(unpackIds(created))) did.add('made')
      if (has(unpackIds(joined))) did.add('joined')
      if (has(unpackIds(met))) did.add('met')
    }
    const last = parts.at(-1)
    if (!last || parts.length < PARTS) return [...did]
    after = last.part
  }
}

function withoutPassword(address: string): string {
  if (!URL.canParse(address)) return ''
  const url = new URL(address)
  url.username = ''
  url.password = ''
  return url.href
}

/** Returns the number of queued or running imports: their files may contain the address. */
export async function eraseFromImports(
  tx: Db,
  { accountId, subscriberIds, spellings }: These,
): Promise<number> {
  await removeOldValues(tx, { accountId, subscriberIds })
  // The suppression list takes any text; searching for one that is not an address would match other
  // rows.
  if (isEmailAddress(spellings[0]!)) await blankRejects(tx, { accountId, spellings })
  await removeUsedDocuments(tx, { accountId })
  return (await countOpenImports(tx, { accountId })).open
}
