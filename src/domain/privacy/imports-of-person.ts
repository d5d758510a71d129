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

export interface ImportOfPerson {
  id: number
  listId: number
  /** The name of the file, or its URL without a password. */
  file: string
  created: string
  undone: string | null
  /**
   * What the import did: created the person, added them to the list, or found them there. Empty:
   * only rejected rows.
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

/** Imports within the retention. An address without a subscriber has id 0. */
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
  for (const one of await importsToSearch(db, { accountId, subscriberId })) {
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

/** Returns the number of queued or running imports: their files may contain the address. */
export async function eraseFromImports(
  tx: Db,
  {
    accountId,
    subscriberId,
    emailKey,
  }: { accountId: number; subscriberId: number; emailKey: string },
): Promise<number> {
  await removeOldValues(tx, { accountId, subscriberId })
  // The suppression list takes any text; searching for one that is not an address would match other
  // rows.
  if (isEmailAddress(emailKey)) await blankRejects(tx, { accountId, emailKey })
  await removeUsedDocuments(tx, { accountId })
  return (await countOpenImports(tx, { accountId })).open
}
