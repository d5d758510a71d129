/**
 * The connection to the store cut at any moment of a sending: marks whose answer was lost are found
 * again, and no recipient is missed.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openStore } from '../../src/db/open-store.ts'
import { keepDefaultRoute } from '../../src/domain/routes/routes.sql.ts'
import { sendingProgress } from '../../src/domain/sendings/progress.ts'
import { sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'
import { storeProxy } from '../support/store-proxy.ts'

const PEOPLE = 3000
const CUTS = 15
const RATE = 300

test('the connection to the store cut in the middle of a sending', async () => {
  const setup = await sendingSetup(PEOPLE)
  const sink = await startSink({ keep: 0 })
  const proxy = await storeProxy(setup.connection)
  const store = openStore({ connection: proxy.connection })
  await keepDefaultRoute(setup.store, {})
  await setup.ask('update routes set rate_per_second = $1::float8 where id = 0', [RATE])
  const workers = await setup.startWorkers(sink.port, { LEASE_SECONDS: '3' }, store)
  try {
    const sendingId = await setup.send()
    const state = async () => (await sendingProgress(setup.store, setup.accountId, sendingId)).state
    for (let cuts = 1; cuts <= CUTS; cuts++) {
      while (sink.seen.messages < (cuts * PEOPLE) / (CUTS + 2)) await pause(5)
      // Mostly it meets the answer to a mark, which has a row for each email.
      proxy.arm(cuts % 4 === 0 ? 'to the store' : 'from the store', Math.floor(Math.random() * 100))
      while (!proxy.cut()) await pause(5)
    }
    while ((await state()) !== 'finished') await pause(100)

    assert.deepEqual(await setup.ask('select state, count(*) from deliveries group by 1'), [
      ['accepted', String(PEOPLE)],
    ])
    assert.equal(sink.counts.size, PEOPLE)
    const once = new Set(
      (await setup.ask('select email from deliveries where was_uncertain')).map(([email]) => email),
    )
    assert.deepEqual(
      [...sink.counts].filter(([email, count]) => count > 1 && !once.has(email)),
      [],
    )
  } finally {
    await workers.stop()
    await store.close()
    await proxy.close()
    await sink.stop()
    await setup.drop()
  }
})
