/**
 * What imports have kept of a person: which of them made or met them, values before a change, rows
 * that were rejected.
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
  importsToLookThrough,
  packedParts,
  removeOldValues,
  removeUsedDocuments,
} from './known-imports.sql.ts'

export interface ImportOfPerson {
  id: number
  listId: number
  /** The name of the file, or its address without a password. */
  file: string
  created: string
  undone: string | null
  /**
   * What it did: made the person, put them on the list, or found them known. Empty: only rows were
   * rejected.
   */
  did: ('made' | 'joined' | 'met')[]
  /** Values as they were before it changed them. */
  before: {
    name: string
    format: string
    countryCode: string
    phone: string
    fields: string[]
  } | null
  rejectedRows: number
}

/**
 * Those that are kept; older ones are trimmed. An address without a subscriber has 0 for its id.
 */
export async function importsOfPerson(
  db: Db,
  accountId: number,
  subscriberId: number,
  emailKey: string,
): Promise<ImportOfPerson[]> {
  const rows = isEmailAddress(emailKey)
    ? await countRejectsOfAddress(db, { accountId, emailKey })
    : []
  const rejected = new Map(rows.map(row => [row.importId, row.count]))
  const found: ImportOfPerson[] = []
  for (const one of await importsToLookThrough(db, { accountId, subscriberId })) {
    const did = subscriberId === 0 ? [] : await didTo(db, accountId, one.id, subscriberId)
    const rejectedRows = rejected.get(one.id) ?? 0
    if (did.length === 0 && one.oldName === null && rejectedRows === 0) continue
    found.push({
      id: one.id,
      listId: one.listId,
      file: one.url === null ? one.name : withoutPassword(one.url),
      created: formatInstant(one.created),
      undone: one.undone === null ? null : formatInstant(one.undone),
      did,
      before: one.oldName === null ? null : formerly(one),
      rejectedRows,
    })
  }
  return found
}

type Row = Awaited<ReturnType<typeof importsToLookThrough>>[number]

const formerly = ({ oldName, oldFormat, oldCountryCode, oldPhone, oldFields }: Row) => ({
  name: oldName ?? '',
  format: oldFormat ?? '',
  countryCode: oldCountryCode ?? '',
  phone: oldPhone ?? '',
  fields: oldFields ? oldFields.split(FIELD_SEPARATOR) : [],
})

/** Parts read at a time: each holds the ids of some thousand people. */
const PARTS = 100

async function didTo(
  db: Db,
  accountId: number,
  importId: number,
  subscriberId: number,
): Promise<ImportOfPerson['did']> {
  const did = new Set<'made' | 'joined' | 'met'>()
  for (let after = 0; ; ) {
    const parts = await packedParts(db, { accountId, importId, after, most: PARTS })
    for (const { created, joined, met } of parts) {
      if (unpackIds(created).includes(subscriberId)) did.add('made')
      if (unpackIds(joined).includes(subscriberId)) did.add('joined')
      if (unpackIds(met).includes(subscriberId)) did.add('met')
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

/** Answers how many imports wait or are under way: their files may hold the address still. */
export async function forgetInImports(
  tx: Db,
  {
    accountId,
    subscriberId,
    emailKey,
  }: { accountId: number; subscriberId: number; emailKey: string },
): Promise<number> {
  await removeOldValues(tx, { accountId, subscriberId })
  // Any text can be on OptOutAll; one that is no address would be found in rows of others.
  if (isEmailAddress(emailKey)) await blankRejects(tx, { accountId, emailKey })
  await removeUsedDocuments(tx, { accountId })
  return (await countOpenImports(tx, { accountId })).open
}
