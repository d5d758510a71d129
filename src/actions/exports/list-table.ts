/** The subscribers of a list as a table, with the columns of an import first. */
import type { Store } from '../../db/db.ts'
import { MOMENT_TITLES } from '../../domain/files/form/own-export.ts'
import { findList } from '../../domain/lists/lists.sql.ts'
import { noSuch } from '../../domain/refusal.ts'
import {
  type ListedSubscriber,
  pageOfSubscribers,
  unsubscribedOf,
} from '../../domain/subscribers/page.ts'
import { FIELD_SEPARATOR } from '../../lib/field-separator.ts'
import { namePart } from '../../lib/name-parts.ts'
import { type FieldOwner, type PersonTableRow, personColumns } from './person-columns.ts'
import { recorded } from './recorded.ts'
import type { Report } from './table-file.ts'

/** In the order of subscription; unsubscribed ones, if wanted, at the end. */
export async function listTable(
  db: Store,
  account: FieldOwner,
  listId: number,
  unsubscribed: boolean,
): Promise<{ name: string; report: Report<PersonTableRow> }> {
  const found = await findList(db, { accountId: account.id, listId })
  if (!found) throw noSuch('no-such-list', listId)
  const report = await reportOf(db, account, listId, unsubscribed)
  const taken = { what: 'list', id: listId } as const
  return { name: found.name, report: recorded(db, account.id, taken, report) }
}

async function reportOf(
  db: Store,
  account: FieldOwner,
  listId: number,
  unsubscribed: boolean,
): Promise<Report<PersonTableRow>> {
  const { columns, cellsOf } = await personColumns(db, account)
  async function* rows() {
    const present = pageOfSubscribers(db, account.id, listId, 1, Number.MAX_SAFE_INTEGER)
    for await (const part of present) yield part.map(person => rowOf(person, null))
    if (!unsubscribed) return
    for await (const part of unsubscribedOf(db, account.id, listId))
      yield part.map(person => rowOf(person, person.unsubscribed))
  }
  const rowOf = (person: ListedSubscriber, left: string | null): PersonTableRow => {
    const values = person.fields.split(FIELD_SEPARATOR)
    const parts = {
      firstName: namePart(person.name, values, 'first_name'),
      lastName: namePart(person.name, values, 'last_name'),
    }
    const cells = cellsOf({ ...person, ...parts }, ({ number }) => values[number - 1])
    return Object.assign(cells, { subscribed: person.subscribed, unsubscribed: left })
  }
  return {
    name: 'People',
    columns: [
      ...columns,
      { key: 'subscribed', title: MOMENT_TITLES.subscribed, kind: 'moment' },
      ...(unsubscribed
        ? [{ key: 'unsubscribed', title: MOMENT_TITLES.unsubscribed, kind: 'moment' as const }]
        : []),
    ],
    rows: rows(),
  }
}
