/** Bulk jobs: their changes, recovery after a dead worker, and undo. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Store } from '../../src/db/db.ts'
import {
  askBulkJob,
  type BulkAction,
  type BulkSelection,
  bulkJob,
  cancelBulkJob,
  undoBulkJob,
} from '../../src/domain/bulk-jobs/ask-job.ts'
import { runBulkJob } from '../../src/domain/bulk-jobs/run-job.ts'
import { conditionOf } from '../../src/domain/filters/save-filter.ts'
import { deleteList, makeList } from '../../src/domain/lists/add-list.ts'
import { answer, measuringOfPerson } from '../../src/domain/measuring/answer.ts'
import { optOut } from '../../src/domain/opt-outs/opt-out.ts'
import { erase } from '../../src/domain/privacy/erase.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { runDueJobs } from '../../src/workers/bulk-jobs.ts'
import { newAccount as accountOfService } from '../support/account.ts'
import { temporaryStore } from '../support/database.ts'

let store: Store
let drop: () => Promise<void>
let accounts = 0
before(async () => {
  ;({ store, drop } = await temporaryStore())
})
after(() => drop())

const list = (name: string) => ({
  name,
  fromName: 'A',
  fromEmail: 'a@example.test',
  description: '',
  characterSet: '',
})

async function newAccount(people = 10) {
  const accountId = ++accounts
  const ask = (text: string, ...values: unknown[]) =>
    store.run({ name: '', text, again: false }, values)
  const numbers = async (text: string, ...values: unknown[]) =>
    (await ask(text, accountId, ...values)).rows.map(([one]) => Number(one))
  await ask('insert into tenants (account_id) values ($1)', accountId)
  const [one, two] = [
    await makeList(store, accountId, list('One')),
    await makeList(store, accountId, list('Two')),
  ]
  await ask(
    `insert into subscribers (account_id, id, email, email_key, name, fields)
     select $1, n, 'p' || n || '@example.com', 'p' || n || '@example.com',
       case when n % 2 = 0 then 'Even' else 'Odd' end, array['old' || n]
     from generate_series(1, $2::int) n`,
    accountId,
    people,
  )
  await ask(
    `insert into subscriptions (account_id, subscriber_id, list_id)
     select $1, n, $2 from generate_series(1, $3::int) n`,
    accountId,
    one,
    people,
  )
  return {
    accountId,
    ask,
    one,
    two,
    job: (action: BulkAction, selection: BulkSelection) =>
      askBulkJob(store, accountId, action, selection),
    run: (jobId: number, more: object = {}) =>
      runBulkJob(store, {
        accountId,
        jobId,
        worker: randomUUID(),
        leaseMillis: 60_000,
        size: 3,
        ...more,
      }),
    show: (jobId: number) => bulkJob(store, accountId, jobId),
    where: async (text: string) => [await conditionOf(store, accountId, text)],
    on: (listId: number) =>
      numbers(
        `select subscriber_id from subscriptions where account_id = $1 and list_id = $2
         and unsubscribed_at is null order by 1`,
        listId,
      ),
    field: () =>
      ask(
        "select coalesce(fields[1], '') from subscribers where account_id = $1 order by id",
        accountId,
      ).then(({ rows }) => rows.map(([value]) => value)),
  }
}

describe('a bulk job', () => {
  test('puts whom a filter matches on a list, and an undo takes only those off again', async () => {
    const { job, run, show, where, on, ask, accountId, two } = await newAccount()
    await ask('insert into subscriptions values ($1, 4, $2)', accountId, two)
    await optOut(store, accountId, {
      email: 'p6@example.com',
      reason: '',
      listText: '',
      sendingText: '',
    })
    const conditions = await where('name = "Even"')
    const id = await job({ do: 'join', listId: two }, { conditions })
    assert.equal((await show(id)).total, 5)
    assert.equal(await run(id), true)
    assert.deepEqual(await on(two), [2, 4, 8, 10])
    const { state, looked, changed } = await show(id)
    assert.deepEqual([state, looked, changed], ['finished', 5, 3])
    await undoBulkJob(store, accountId, id)
    await run(id)
    assert.deepEqual(await on(two), [4])
    const undone = await show(id)
    assert.deepEqual([undone.state, undone.reverted], ['undone', 3])
    await assert.rejects(undoBulkJob(store, accountId, id), Refusal)
  })

  test('takes people off a list without an unsubscription, and an undo puts them back', async () => {
    const { job, run, show, on, accountId, one } = await newAccount(5)
    const id = await job({ do: 'leave', listId: one }, { listId: one })
    await run(id)
    assert.deepEqual(await on(one), [])
    await undoBulkJob(store, accountId, id)
    await run(id)
    assert.deepEqual(await on(one), [1, 2, 3, 4, 5])
    assert.equal((await show(id)).reverted, 5)
  })

  test('sets a field, and an undo keeps later changes', async () => {
    const { job, run, show, field, ask, accountId } = await newAccount(4)
    const id = await job({ do: 'set', field: 1, value: 'new' }, { ids: [3, 1, 2, 3] })
    await run(id, { size: 2 })
    assert.deepEqual(await field(), ['new', 'new', 'new', 'old4'])
    await ask(
      "update subscribers set fields = '{later}' where account_id = $1 and id = 2",
      accountId,
    )
    await undoBulkJob(store, accountId, id)
    await run(id)
    assert.deepEqual(await field(), ['old1', 'later', 'old3', 'old4'])
    assert.deepEqual([(await show(id)).changed, (await show(id)).reverted], [3, 2])
  })

  test('opts out, which is not undone as a whole', async () => {
    const { job, run, show, on, accountId, one } = await newAccount(4)
    const id = await job({ do: 'opt-out', reason: 'asked' }, { ids: [1, 2, 99] })
    await run(id)
    assert.deepEqual(await on(one), [3, 4])
    assert.deepEqual([(await show(id)).state, (await show(id)).changed], ['finished', 2])
    await assert.rejects(undoBulkJob(store, accountId, id), /one by one/)
  })

  test('notes an answer about measuring, and an undo keeps what was said since', async () => {
    const { job, run, show, accountId } = await newAccount(6)
    const say = (id: number, agreed: boolean) =>
      answer(store, accountId, id, {
        opens: agreed,
        clicks: agreed,
        words: 'May we?',
        way: 'email',
      })
    await say(2, false)
    await say(5, true)
    const opens = () =>
      Promise.all(
        [1, 2, 3, 4, 5].map(async id => (await measuringOfPerson(store, accountId, id)).opens),
      )
    const before = ['not asked', 'declined', 'not asked', 'not asked', 'agreed']
    assert.deepEqual(await opens(), before)
    const noted = { do: 'measuring', words: 'At the fair', way: 'member' } as const
    // Who declined stays so without a moment; who agreed agrees still.
    const agreed = await job({ ...noted, opens: 'agreed' }, { ids: [1, 2, 3, 4, 5] })
    await run(agreed)
    const [yes, no] = ['agreed', 'declined']
    assert.deepEqual(await opens(), [yes, no, yes, yes, yes])
    assert.deepEqual([(await show(agreed)).state, (await show(agreed)).changed], ['finished', 3])
    const declined = await job({ ...noted, opens: 'declined' }, { ids: [3, 5] })
    await run(declined, { size: 1 })
    assert.deepEqual(await opens(), [yes, no, no, yes, no])
    await undoBulkJob(store, accountId, declined)
    await run(declined)
    assert.deepEqual(await opens(), [yes, no, yes, yes, yes])
    await say(4, false)
    await undoBulkJob(store, accountId, agreed)
    await run(agreed)
    assert.deepEqual(await opens(), ['not asked', no, 'not asked', no, yes])
    assert.equal((await show(agreed)).reverted, 2)
    await assert.rejects(job(noted, { ids: [1] }), /opens, clicks or both/)
  })

  test('whose worker died is continued where it was, by one worker only', async () => {
    const { job, run, show, on, ask, accountId, two } = await newAccount(10)
    const id = await job({ do: 'join', listId: two }, {})
    const stop = new AbortController()
    const lease = { accountId, jobId: id, worker: randomUUID(), leaseMillis: 60_000, size: 3 }
    const first = runBulkJob(store, lease, stop.signal)
    while ((await on(two)).length === 0);
    stop.abort()
    await first
    const done = (await on(two)).length
    assert.ok(done >= 3 && done < 10, `${done}`)
    // As if it was killed: the lease stands, and nobody renews it.
    const lapses = 'update bulk_jobs set leased_until = now() + $2::interval where account_id = $1'
    await ask(lapses, accountId, '1 hour')
    assert.equal(await run(id), false, 'the lease is held')
    await ask(lapses, accountId, '-1 second')
    assert.equal(await run(id), true)
    assert.equal((await on(two)).length, 10)
    const { looked, changed, state } = await show(id)
    assert.deepEqual([looked, changed, state], [10, 10, 'finished'])
    await undoBulkJob(store, accountId, id)
    await run(id)
    assert.deepEqual(await on(two), [])
  })

  test('that is cancelled keeps finished batches, for an undo', async () => {
    const { job, run, show, on, accountId, two } = await newAccount(4)
    const id = await job({ do: 'join', listId: two }, {})
    await cancelBulkJob(store, accountId, id)
    assert.equal(await run(id), false)
    assert.deepEqual(await on(two), [])
    assert.equal((await show(id)).state, 'cancelled')
  })

  test('fails with a sentence when its list is removed', async () => {
    const { job, run, show, accountId, two } = await newAccount(4)
    const id = await job({ do: 'join', listId: two }, {})
    await deleteList(store, accountId, two)
    await run(id)
    assert.deepEqual(
      [(await show(id)).state, (await show(id)).trouble],
      ['failed', `List ${two} was removed.`],
    )
  })

  test('is refused for an empty selection, an unknown list or field, and too many ids', async () => {
    const { job } = await newAccount(1)
    const join = { do: 'join', listId: 1 } as const
    await assert.rejects(job({ do: 'join', listId: 999 }, {}), /no list 999|no mailing list/i)
    await assert.rejects(job({ do: 'set', field: 101, value: 'x' }, {}), Refusal)
    await assert.rejects(job({ do: 'set', field: 1, value: '\x00' }, {}), Refusal)
    const ids = Array.from({ length: 10_001 }, (_, i) => i + 1)
    await assert.rejects(job(join, { ids }), /At most 10000/)
    await assert.rejects(job(join, { query: 'ab' }), /three letters/)
    await assert.rejects(job(join, { query: 'nobody' }), /Nobody is selected/)
  })

  test('is found by the worker', async () => {
    const { job, on, two } = await newAccount(3)
    await job({ do: 'join', listId: two }, {})
    assert.equal(await runDueJobs(store, randomUUID(), 60_000), true)
    assert.deepEqual(await on(two), [1, 2, 3])
  })

  test('keeps no value of an erased person', async () => {
    const { account, call, list: ownList, service } = await accountOfService()
    const listId = await ownList()
    const email = 'kept-value@example.com'
    const id = await call.InsertSubscriberWithDemData({
      listId,
      email,
      name: '',
      countryCode: '',
      phone: '',
      format: 'html' as const,
      fieldNames: 'DD1',
      fieldValues: 'very private',
    })
    const jobId = await askBulkJob(
      service.store,
      account.id,
      { do: 'set', field: 1, value: 'x' },
      { ids: [id] },
    )
    const deadline = { accountId: account.id, jobId, worker: randomUUID(), leaseMillis: 60_000 }
    while ((await bulkJob(service.store, account.id, jobId)).state !== 'finished')
      await runBulkJob(service.store, deadline)
    const kept = async () =>
      (
        await service.store.run(
          {
            name: '',
            text: 'select former::text from bulk_job_parts where account_id = $1',
            again: true,
          },
          [account.id],
        )
      ).rows[0]![0]
    assert.match((await kept())!, /very private/)
    await erase(service.store, account.id, email)
    assert.equal(await kept(), '{NULL}')
  })
})
