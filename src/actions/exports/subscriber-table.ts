/** Those subscribers whom a page of them shows, as a table. */
import type { Store } from '../../db/db.ts'
import { type PageCursor, type Selection, subscriberPage } from '../../domain/directory/page.ts'
import { MOMENT_TITLES } from '../../domain/files/form/own-export.ts'
import { type FieldOwner, type PersonTableRow, personColumns } from './person-columns.ts'
import { recorded } from './recorded.ts'
import type { Report } from './table-file.ts'

const PAGE = 1_000

/** The newest first; of a search in its order. */
export async function subscriberTable(
  db: Store,
  account: FieldOwner,
  selection: Selection,
): Promise<Report<PersonTableRow>> {
  const { columns, cellsOf } = await personColumns(db, account)
  async function* rows() {
    let after: PageCursor | undefined
    do {
      const page = await subscriberPage(db, account.id, selection, { after, limit: PAGE })
      yield page.items.map(person =>
        Object.assign(
          cellsOf(person, ({ field }) => person.fields[field]),
          { created: person.created, optedOut: person.optedOut },
        ),
      )
      after = page.next
    } while (after)
  }
  const taken = { what: 'subscribers', id: '' } as const
  return recorded<PersonTableRow>(db, account.id, taken, {
    name: 'Subscribers',
    columns: [
      ...columns,
      { key: 'created', title: MOMENT_TITLES.created, kind: 'moment' },
      { key: 'optedOut', title: MOMENT_TITLES.optedOut, kind: 'moment' },
    ],
    rows: rows(),
  })
}
