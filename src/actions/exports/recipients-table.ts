/** Who got a sending and who did not, as a table. */
import {
  allRecipients,
  type RecipientFilter,
  type RecipientRow,
} from '../../domain/reports/sendings/recipients.ts'
import { recorded } from './recorded.ts'
import type { TableSource } from './report-tables.ts'

export const recipientsTable =
  (sendingId: number, filter: RecipientFilter): TableSource<RecipientRow> =>
  async (db, account) =>
    recorded(
      db,
      account.id,
      { what: 'recipients', id: sendingId },
      {
        name: 'Recipients',
        columns: [
          { key: 'subscriberId', title: 'Subscriber', kind: 'number' },
          { key: 'email', title: 'Address', kind: 'text' },
          { key: 'name', title: 'Name', kind: 'text' },
          { key: 'state', title: 'State', kind: 'text', open: true },
          { key: 'attempts', title: 'Tries', kind: 'number' },
          { key: 'reply', title: 'Reply', kind: 'text' },
          { key: 'reason', title: 'Reason', kind: 'text', open: true },
          { key: 'route', title: 'Route', kind: 'text', open: true },
          { key: 'changed', title: 'Changed', kind: 'moment' },
          { key: 'opens', title: 'Opens', kind: 'number' },
          { key: 'clicks', title: 'Clicks', kind: 'number' },
          { key: 'firstOpen', title: 'First open', kind: 'moment' },
          { key: 'firstClick', title: 'First click', kind: 'moment' },
        ],
        rows: await allRecipients(db, account.id, sendingId, filter),
      },
    )
