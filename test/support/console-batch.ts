/** A file of single emails that was read, with a row that was rejected. */
import type { ConsoleBrowser } from './console-browser.ts'

/** Of the only account, and of its project 1; its own words are those given. */
export const keepBatch = ({ onStore }: ConsoleBrowser, name: string, row: string) =>
  onStore(async client => {
    await client.query(
      `insert into transaction_batches (account_id, id, guid, project_id, state, url, started_at,
         finished_at, position, queued, rejected, rejected_by)
       select id, 1, gen_random_uuid(), 1, 2, $1, now(), now(), 3, 0, 1, '{"address": 1}'
       from accounts`,
      [`https://files.example/${encodeURIComponent(name)}.xml`],
    )
    await client.query(
      `insert into transaction_rejects (account_id, batch_id, number, line, reason, raw)
       select id, 1, 1, 4, 'address', $1 from accounts`,
      [row],
    )
  })
