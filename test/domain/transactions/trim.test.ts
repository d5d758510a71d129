/** The retention of transactions. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  trimBatches,
  trimExpiredTransactions,
  trimOldRepeats,
} from '../../../src/domain/transactions/trim.ts'
import { newAccount } from '../../support/account.ts'
import { newProject } from '../../support/projects.ts'

const GOING_ON = new AbortController().signal

async function setUp(retentionDays: number | null) {
  const account = await newAccount()
  const project = await newProject(account, { retentionDays })
  const { store } = account.service
  const accountId = account.account.id
  const ask = (text: string, values: unknown[] = []) =>
    store.withClient(client => client.query(text, [accountId, ...values]))
  return {
    ...account,
    store,
    accountId,
    project,
    ask,
    /** Emails with these ages in days and states, ids from 1 on. */
    async messages(...given: { age: number; state?: string; waits?: boolean }[]) {
      for (const [i, { age, state = 'accepted', waits = false }] of given.entries()) {
        await ask(
          `insert into transactions (account_id, id, project_id, version, identifier, email, \
email_key, name, fields, created_at, send_at)
           values ($1, $2::int, $3, 'A', 'order', 'p@example.test', 'p@example.test', 'P', \
'{one}', now() - $4::int * interval '1 day', now() - $4::int * interval '1 day')`,
          [i + 1, project.id, age],
        )
        await ask(
          `insert into deliveries (account_id, source_kind, source_id, id, email, state, reply, \
next_try_at, changed_at)
           values ($1, 3, $3, $2::int, 'p@example.test', $5, '250 2.0.0 Ok p@example.test', \
case when $6::boolean then now() + interval '1 day' end,
             now() - $4::int * interval '1 day')`,
          [i + 1, project.id, age, state, waits],
        )
      }
    },
    kept: async () =>
      (
        await ask(
          'select t.id from transactions t where account_id = $1 and email = ' +
            `'p@example.test' and name = 'P' and fields = '{one}' order by id`,
        )
      ).rows.map(({ id }) => id),
    trimmedTo: async () =>
      (await ask('select trimmed_to from projects where account_id = $1 and id = $2', [project.id]))
        .rows[0].trimmed_to,
  }
}

describe('the retention of a project', () => {
  test('takes away who it was and what it was about, and leaves what became of it', async () => {
    const { store, messages, kept, ask, call, trimmedTo } = await setUp(30)
    await messages(
      { age: 40 },
      { age: 31, state: 'bounced' },
      { age: 29 },
      { age: 50, state: 'deferred', waits: true },
      { age: 60, state: 'withdrawn' },
    )
    assert.equal(await trimExpiredTransactions(store, GOING_ON), 3)
    assert.deepEqual(await kept(), [3, 4])
    // So far nothing is left to look at again.
    assert.equal(await trimmedTo(), 2)
    const { rows } = await ask(
      'select t.identifier, t.email, t.name, t.fields, t.version, d.email as "to", d.state, ' +
        'd.reply from transactions t join deliveries d on d.account_id = $1 and d.source_kind ' +
        '= 3 and d.id = t.id where t.account_id = $1 and t.id = 2',
    )
    const erased = 'erased@erased.invalid'
    assert.deepEqual(rows, [
      {
        identifier: '',
        email: erased,
        name: '',
        fields: [],
        version: 'A',
        to: erased,
        state: 'bounced',
        reply: '250 2.0.0',
      },
    ])
    assert.deepEqual(
      (await call.GetTransactionDetails({ id: '5', identifier: '', email: '' })).map(
        ({ status, email, name }) => [status, email, name],
      ),
      [['Withdrawn', '', '']],
    )
    assert.deepEqual(
      await call
        .GetTransactionDetails({ id: '', identifier: 'order', email: 'P@example.test' })
        .then(found => found.map(({ id }) => id)),
      [3, 4],
    )
    assert.equal(await trimExpiredTransactions(store, GOING_ON), 0)
    await ask(
      "update deliveries set state = 'accepted', next_try_at = null where account_id = $1 " +
        'and source_kind = 3 and id = 4',
    )
    assert.equal(await trimExpiredTransactions(store, GOING_ON), 1)
  })

  test('of none keeps them for good', async () => {
    const { store, messages, kept, trimmedTo } = await setUp(null)
    await messages({ age: 4000 })
    await trimExpiredTransactions(store, GOING_ON)
    assert.deepEqual([await kept(), await trimmedTo()], [[1], 0])
  })

  test('goes through many in parts, and past those within retention', async () => {
    const { store, ask, project, kept, trimmedTo } = await setUp(10)
    await ask(
      `insert into transactions (account_id, id, project_id, email, email_key, name, fields, \
created_at, send_at)
       select $1, i, $2, 'p@example.test', 'p@example.test', 'P', '{one}', moment, moment
       from (select i, now() - case when i = 700 or i > \
1600 then 1 else 20 end * interval '1 day' as moment from generate_series(1, 3000) i) g`,
      [project.id],
    )
    await ask(
      `insert into deliveries (account_id, source_kind, source_id, id, email, state, changed_at)
       select $1, 3, $2, id, email, 'accepted', created_at from transactions where account_id = $1`,
      [project.id],
    )
    assert.equal(await trimExpiredTransactions(store, GOING_ON), 1599)
    assert.equal(await trimmedTo(), 699)
    assert.deepEqual((await kept()).slice(0, 3), [700, 1601, 1602])
  })
})

describe('the rest of batches and repetitions', () => {
  test('rejected rows go when their time is over, counts stay', async () => {
    const { store, ask, project } = await setUp(null)
    await ask(
      `insert into transaction_batches (account_id, id, guid, project_id, state, url, rejected, \
created_at, finished_at)
       select $1, i, gen_random_uuid(), $2, 2, 'http://x.test/', 1, \
now() - i * interval '20 days', now() - i * interval '20 days' from generate_series(1, 2) i`,
      [project.id],
    )
    await ask(
      'insert into transaction_rejects (account_id, batch_id, number, line, reason, raw) ' +
        "select $1, i, 1, 1, 'address', 'x' from generate_series(1, 2) i",
    )
    assert.ok((await trimBatches(store, 30, GOING_ON)) >= 1)
    assert.deepEqual(
      (await ask('select batch_id from transaction_rejects where account_id = $1')).rows,
      [{ batch_id: 1 }],
    )
    assert.deepEqual(
      (
        await ask(
          'select trimmed_at is not null as trimmed, rejected from transaction_batches ' +
            'where account_id = $1 order by id',
        )
      ).rows,
      [
        { trimmed: false, rejected: '1' },
        { trimmed: true, rejected: '1' },
      ],
    )
  })

  test('repetitions are forgotten when they count no more', async () => {
    const { store, ask, project } = await setUp(null)
    await ask(
      `insert into transaction_repeats (account_id, project_id, key, transaction_id, until)
       select $1, $2, gen_random_uuid(), i, case when i <= 4100 then now() - interval '1 minute' \
else 'infinity' end from generate_series(1, 4105) i`,
      [project.id],
    )
    await trimOldRepeats(store, GOING_ON)
    assert.deepEqual(
      (await ask('select count(*)::int as left from transaction_repeats where account_id = $1'))
        .rows,
      [{ left: 5 }],
    )
  })
})
