/** A clean-up of people who open and click nothing touches nobody of whom that is not known. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { askBulkJob, type BulkAction, bulkJob } from '../../../src/domain/bulk-jobs/ask-job.ts'
import { runBulkJob } from '../../../src/domain/bulk-jobs/run-job.ts'
import { conditionOf } from '../../../src/domain/filters/save-filter.ts'
import { answer } from '../../../src/domain/measuring/answer.ts'
import { setRule } from '../../../src/domain/measuring/rule.ts'
import { sendingSetup } from '../../support/sending.ts'

/** As docs/filters.md has them, and as one might write them. */
const INACTIVE = [
  'unopened within 90 days and unclicked within 90 days and not joined within 90 days',
  'not opened within 90 days and not clicked within 90 days',
  'not (opened or clicked)',
  'unopened or opened and not opened',
  'got within 90 days and not opened sending 1',
]
/** Person 1 opens and clicks, 2 and 7 are measured and do nothing; of the others nobody knows. */
const PEOPLE = 7
const SILENT = 2
const CHANGES_MIND = 7

async function crowd() {
  const made = await sendingSetup(PEOPLE)
  const { store, accountId, ask, listId } = made
  await setRule(store, accountId, { opens: 'total', clicks: 'none' })
  // 3 declined, 4 declined opens alone, 5 was never asked, 6 agreed after the email.
  await ask(
    'update subscribers set opens_agreed = true, clicks_agreed = true where id not in (3, 5)',
  )
  await ask('update subscribers set opens_agreed = false, clicks_agreed = false where id = 3')
  await ask('update subscribers set opens_agreed = false where id = 4')
  await ask(`update subscriptions set subscribed_at = now() - interval '200 days'`)
  await ask(
    `insert into sendings (account_id, id, newsletter_id, list_id, message, state, due_at,
       planned_at, finished_at)
     select $1, 1, 1, $2, '{}', 'finished', at, at, at
     from tenants, (select now() - interval '5 days' as at) m where account_id = $1`,
    [accountId, listId],
  )
  await ask(
    `insert into deliveries (account_id, source_kind, source_id, id, email, state, changed_at,
       opens_unmeasured, clicks_unmeasured)
     select account_id, 1, 1, id, email, 'accepted', now() - interval '5 days',
       nullif(id in (3, 4, 5, 6), false), nullif(id in (3, 5, 6), false)
     from subscribers where account_id = $1`,
    [accountId],
  )
  await ask(
    `insert into engagements (account_id, source_kind, source_id, delivery_id, views, last_view_at,
       clicks, last_click_at)
     select account_id, 1, 1, 1, 1, now(), 1, now() from tenants where account_id = $1`,
    [accountId],
  )
  return made
}

test('whatever the condition, and whether it takes off a list or opts out', async () => {
  const { store, accountId, ask, listId, drop } = await crowd()
  const actions: BulkAction[] = [
    { do: 'leave', listId: listId },
    { do: 'opt-out', reason: 'inactive' },
  ]
  const gone = async () =>
    (
      await ask(
        `select s.id from subscribers s left join subscriptions j on j.account_id = s.account_id
           and j.subscriber_id = s.id and j.unsubscribed_at is null
         where s.opted_out_at is not null or j.subscriber_id is null order by 1`,
      )
    ).map(([id]) => Number(id))
  try {
    for (const action of actions)
      for (const condition of INACTIVE) {
        await answer(store, accountId, CHANGES_MIND, {
          opens: true,
          clicks: true,
          words: '',
          way: 'email',
        })
        const conditions = [await conditionOf(store, accountId, condition)]
        const jobId = await askBulkJob(store, accountId, action, { conditions })
        assert.equal((await bulkJob(store, accountId, jobId)).total, 2, condition)
        // Before their turn comes one of them declines.
        await answer(store, accountId, CHANGES_MIND, {
          opens: false,
          clicks: false,
          words: '',
          way: 'email',
        })
        await runBulkJob(store, {
          accountId,
          jobId,
          worker: randomUUID(),
          leaseMillis: 60_000,
          size: 3,
        })
        assert.deepEqual(await gone(), [SILENT], `${action.do}, ${condition}`)
        await ask(
          `insert into subscriptions (account_id, subscriber_id, list_id, subscribed_at)
           select account_id, $2, $3, now() - interval '200 days' from tenants
           where account_id = $1 on conflict do nothing`,
          [accountId, SILENT, listId],
        )
        await ask('update subscribers set opted_out_at = null')
        await ask('delete from opt_outs')
      }
  } finally {
    await drop()
  }
})
