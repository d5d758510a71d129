/** Those subscribers whom a page of them shows, as a table. */
import type { Store } from '../../db/db.ts'
import { demographicFields } from '../../domain/demographics/fields.ts'
import { type PageCursor, type Selection, subscriberPage } from '../../domain/directory/page.ts'
import type { Report } from './table-file.ts'

const PAGE = 1_000

type SubscriberTableRow = Record<string, string | null>

/** The newest first; of a search in its order. */
export async function subscriberTable(
  db: Store,
  { id: accountId, fieldCount }: { id: number; fieldCount: number },
  selection: Selection,
): Promise<Report<SubscriberTableRow>> {
  const all = await demographicFields(db, accountId, fieldCount)
  const fields = all.filter(({ activated }) => activated)
  async function* rows() {
    let after: PageCursor | undefined
    do {
      const page = await subscriberPage(db, accountId, selection, { after, limit: PAGE })
      yield page.items.map(
        ({ fields: values, email, name, format, countryCode, phone, created, optedOut }) => ({
          ...Object.fromEntries(fields.map(({ field }) => [field, values[field] ?? ''])),
          ...{ email, name, format, countryCode, phone, created, optedOut },
        }),
      )
      after = page.next
    } while (after)
  }
  return {
    name: 'Subscribers',
    columns: [
      { key: 'email', title: 'Email', kind: 'text' },
      { key: 'name', title: 'Name', kind: 'text' },
      { key: 'format', title: 'Format', kind: 'text', open: true },
      ...fields.map(({ field, name }) => ({ key: field, title: name, kind: 'text' as const })),
      { key: 'countryCode', title: 'Country', kind: 'text' },
      { key: 'phone', title: 'Phone', kind: 'text' },
      { key: 'created', title: 'Since', kind: 'moment' },
      { key: 'optedOut', title: 'Opted out', kind: 'moment' },
    ],
    rows: rows(),
  }
}
