/** Who got a sending and who did not, as a table. */

import { recordedReasons } from '../../domain/deliveries/recorded-reasons.ts'
import {
  allRecipients,
  type RecipientFilter,
  type RecipientRow,
} from '../../domain/reports/sendings/recipients.ts'
import { recorded } from './recorded.ts'
import type { TableSource } from './report-tables.ts'

interface ExportedRecipient extends RecipientRow {
  /** Of a reason that is a sentence of the service; empty: the words of a server. */
  code: string
}

/** `inWords`: a recorded reason in the language of the reader. */
export const recipientsTable =
  (
    sendingId: number,
    filter: RecipientFilter,
    inWords: (reason: string) => string,
  ): TableSource<ExportedRecipient> =>
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
          { key: 'code', title: 'Reason code', kind: 'text', open: true },
          { key: 'reason', title: 'Reason', kind: 'text', open: true },
          { key: 'route', title: 'Route', kind: 'text', open: true },
          { key: 'changed', title: 'Changed', kind: 'moment' },
          { key: 'opens', title: 'Opens', kind: 'number' },
          { key: 'clicks', title: 'Clicks', kind: 'number' },
          { key: 'firstOpen', title: 'First open', kind: 'moment' },
          { key: 'firstClick', title: 'First click', kind: 'moment' },
        ],
        rows: worded(await allRecipients(db, account.id, sendingId, filter), inWords),
      },
    )

async function* worded(
  parts: AsyncGenerator<RecipientRow[]>,
  inWords: (reason: string) => string,
): AsyncGenerator<ExportedRecipient[]> {
  for await (const rows of parts)
    yield rows.map(row => ({
      ...row,
      code: recordedReasons(row.reason)[0]?.code ?? '',
      reason: row.reason && inWords(row.reason),
    }))
}
