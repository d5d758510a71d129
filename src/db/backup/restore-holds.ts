/**
 * Pauses everything that a restored store would send: since the backup was made, the original store
 * may have sent it. The operator decides; see docs/backup.md.
 */
import type pg from 'pg'

/** Why a sending or a trigger is paused until an operator resumes it. */
export const RESTORED =
  'The store was restored from a backup, and what has been sent since is not known here: ' +
  'confirm that it should still be sent.'

/** The same as a code: domain/details/stops.ts. */
const WHY = `'{"code":"restored","values":{}}'`
const WHY_OF_WEBHOOKS = `'{"code":"webhook-restored","values":{}}'`

/** In the transaction of the restore. */
export async function pauseOutgoing(client: pg.ClientBase): Promise<void> {
  await client.query(
    `update work set due = 'infinity' from sendings s
     where work.account_id = s.account_id and work.source_id = s.id and work.kind in ('plan', \
'deliver') and s.state in ('scheduled', 'sending')`,
  )
  await client.query(
    `update sendings set state = 'unconfirmed', reason = $1, why = ${WHY} where state in ('scheduled', ` +
      `'sending')`,
    [RESTORED],
  )
  await client.query(
    `update triggers set state = 'unconfirmed', reason = $1, why = ${WHY} ` +
      `where state = 'running' and removed_at is null`,
    [RESTORED],
  )
  await client.query(`update sms_messages set state = 'unconfirmed' where state = 'sending'`)
  // Projects with emails in a queue or from a file.
  await client.query(
    `update projects p set active = false where due < 'infinity' or exists (
       select 1 from transaction_batches b where b.account_id = p.account_id and b.project_id = \
p.id and b.state in (0, 1))`,
  )
  // Receivers deduplicate events by number: numbers issued since the backup was made are skipped.
  await client.query('update event_counters set last_id = last_id + 1000000000')
  await client.query(
    `update webhooks set state = 'paused', note = $1, why = ${WHY_OF_WEBHOOKS} ` +
      `where state = 'active'`,
    ['The store was restored from a backup. Resume it if events are to be sent from here.'],
  )
}
