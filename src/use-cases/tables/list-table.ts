/** The subscribers of a list as a table, with the columns of an import first. */
import type { Store } from '../../db/db.ts'
import { demographicFields } from '../../domain/demographics/fields.ts'
import { findList } from '../../domain/lists/lists.sql.ts'
import { noSuch } from '../../domain/refusal.ts'
import {
  type ListedSubscriber,
  pageOfSubscribers,
  unsubscribedOf,
} from '../../domain/subscribers/page.ts'
import { FIELD_SEPARATOR } from '../../lib/field-separator.ts'
import type { Report } from './table-file.ts'

type ExportedRow = Record<string, string | number | null>

interface FieldOwner {
  id: number
  fieldCount: number
}

/** In the order of subscription; unsubscribed ones, if wanted, at the end. */
export async function listTable(
  db: Store,
  account: FieldOwner,
  listId: number,
  unsubscribed: boolean,
): Promise<{ name: string; report: Report<ExportedRow> }> {
  const found = await findList(db, { accountId: account.id, listId })
  if (!found) throw noSuch('no-such-list', listId)
  return { name: found.name, report: await reportOf(db, account, listId, unsubscribed) }
}

async function reportOf(
  db: Store,
  { id: accountId, fieldCount }: FieldOwner,
  listId: number,
  unsubscribed: boolean,
): Promise<Report<ExportedRow>> {
  const fields = (await demographicFields(db, accountId, fieldCount)).filter(
    ({ activated }) => activated,
  )
  async function* rows() {
    const present = pageOfSubscribers(db, accountId, listId, 1, Number.MAX_SAFE_INTEGER)
    for await (const part of present) yield part.map(person => rowOf(person, null))
    if (!unsubscribed) return
    for await (const part of unsubscribedOf(db, accountId, listId))
      yield part.map(person => rowOf(person, person.unsubscribed))
  }
  const rowOf = (person: ListedSubscriber, left: string | null): ExportedRow => {
    const values = person.fields.split(FIELD_SEPARATOR)
    const held = fields.map(({ field, number }) => [field, values[number - 1] ?? ''])
    const { email, name, format, countryCode, phone, subscribed } = person
    return {
      ...Object.fromEntries(held),
      email,
      name,
      format,
      countryCode,
      phone,
      subscribed,
      unsubscribed: left,
    }
  }
  return {
    name: 'People',
    columns: [
      { key: 'email', title: 'Email', kind: 'text' },
      { key: 'name', title: 'Name', kind: 'text' },
      { key: 'format', title: 'Format', kind: 'text', open: true },
      ...fields.map(({ field, name }) => ({ key: field, title: name, kind: 'text' as const })),
      { key: 'countryCode', title: 'Country', kind: 'text' },
      { key: 'phone', title: 'Phone', kind: 'text' },
      { key: 'subscribed', title: 'Subscribed', kind: 'moment' },
      ...(unsubscribed
        ? [{ key: 'unsubscribed', title: 'Unsubscribed', kind: 'moment' as const }]
        : []),
    ],
    rows: rows(),
  }
}
