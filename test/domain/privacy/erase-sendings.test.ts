/** Erasing a person to whom emails are under way. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { erase } from '../../../src/domain/privacy/erase.ts'
import { sendingProgress } from '../../../src/domain/sendings/progress.ts'
import { sendingSetup } from '../../support/sending.ts'
import { startSink } from '../../support/smtp-sink.ts'
import { until } from '../../support/until.ts'
import { tablesWith } from './erase-setup.ts'

describe('erasing and sendings', () => {
  test('totals stay; emails under way are withdrawn, and no reply brings the address back', async () => {
    const { store, accountId, send, startWorkers, ask, connection, drop, listId } =
      await sendingSetup(4)
    const sink = await startSink({ keep: 10 })
    try {
      const first = await send()
      const workers = await startWorkers(sink.port)
      await until(async () => (await sendingProgress(store, accountId, first)).state === 'finished')
      await ask(
        "update deliveries set reply = '250 2.0.0 <p2@example.test> OK' where account_id = " +
          '$1 and id = 2',
        [accountId],
      )
      await workers.stop()
      // A second sending is planned, and somebody asks to be forgotten before it goes.
      const second = await send()
      await ask(
        `insert into deliveries (account_id, source_kind, source_id, id, email, \
next_try_at) select $1, 1, $2, i, 'p' || i || '@example.test', now()
         from generate_series(1, 4) i`,
        [accountId, second],
      )
      await ask(
        "update deliveries set state = 'handed over', attempts = 1, next_try_at = null " +
          'where account_id = $1 and source_id = $2 and id = 3',
        [accountId, second],
      )
      for (const email of ['p2@example.test', 'p3@example.test'])
        assert.ok(await erase(store, accountId, email))
      assert.deepEqual((await sendingProgress(store, accountId, first)).counts, { accepted: 4 })
      const rows = await ask(
        'select id, email, state, reply, reason from deliveries where account_id = $1 and ' +
          'id in (2, 3) order by source_id, id',
        [accountId],
      )
      assert.deepEqual(
        rows.map(([id, email, state, reply, reason]) => [
          id,
          email,
          state,
          reply?.slice(0, 9) ?? null,
          reason,
        ]),
        [
          ['2', 'erased@erased.invalid', 'accepted', '250 2.0.0', null],
          ['3', 'erased@erased.invalid', 'accepted', '250 2.0.0', null],
          ['2', 'erased@erased.invalid', 'withdrawn', null, 'erased'],
          ['3', 'erased@erased.invalid', 'handed over', null, null],
        ],
      )
      const { settleDeliveries } = await import('../../../src/domain/deliveries/deliveries.sql.ts')
      await settleDeliveries(store, {
        accountId,
        sourceKind: 1,
        sourceId: second,
        ids: [3],
        states: ['accepted'],
        doneClaims: [],
        unspent: [0],
        tries: [1],
        replies: ['250 p3@example.test taken'],
        reasons: [null],
        nextTries: [null],
        providers: ['Gmail'],
        providerOutcomes: ['accepted'],
        routeIds: [1],
        providerReplies: [''],
        part: 0,
      } as never)
      for (const email of ['p2@example.test', 'p3@example.test'])
        assert.deepEqual(await tablesWith(connection, email), [])
      const left = await ask(
        'select count(*) from subscriptions where account_id = $1 and list_id = $2',
        [accountId, listId],
      )
      assert.deepEqual(left, [['2']])
    } finally {
      await sink.stop()
      await drop()
    }
  })
})
