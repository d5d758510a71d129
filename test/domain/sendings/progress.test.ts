/** Why a sending stands still, as far as the store can know. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addRoute,
  keepDefaultRoute,
  pauseRoute,
  removeRoute,
} from '../../../src/domain/routes/routes.sql.ts'
import { writeHeartbeat } from '../../../src/domain/routes/workers.sql.ts'
import { planSending } from '../../../src/domain/sendings/plan-sending.ts'
import { sendingProgress } from '../../../src/domain/sendings/progress.ts'
import { sendingSetup } from '../../support/sending.ts'

const WORKER = '00000000-0000-4000-8000-000000000001'
const LIMITS = {
  ratePerSecond: null,
  connections: 10,
  emailsPerConnection: 1000,
  dailyQuota: null,
  priority: 100,
}
const OF_SETTINGS =
  /The route default is the relay of SMTP_URL .* pennypost route remove default\.$/

test('a standstill is told in words that are true of each route', async () => {
  const { store, accountId, send, ask, drop } = await sendingSetup(3)
  try {
    const sendingId = await send()
    await planSending(store, accountId, sendingId, 60_000)
    const why = async () => (await sendingProgress(store, accountId, sendingId)).standstill
    assert.equal(
      await why(),
      'No worker is running: start Pennypost with ROLES=all or ROLES=worker.',
    )
    await writeHeartbeat(store, { worker: WORKER, host: 'here' })
    assert.equal(await why(), undefined)

    await keepDefaultRoute(store, {})
    const { id } = await addRoute(store, { name: 'bulk', sealedUrl: '', ...LIMITS })
    await pauseRoute(store, { routeId: id, reason: '554 blocked' })
    // The other one may send, for all that is known.
    assert.equal(await why(), undefined)
    await ask("update sendings set planned_at = now() - interval '3 minutes'")
    const still = await why()
    assert.match(
      still!,
      /^No progress for two minutes: bulk: 554 blocked; the other routes accept no emails, or /,
    )
    assert.match(still!, OF_SETTINGS)

    await pauseRoute(store, { routeId: 0, reason: '535 who are you' })
    const all = await why()
    assert.match(
      all!,
      /^All routes are paused\. default: 535 who are you; bulk: 554 blocked\. When .* route resume NAME\. The/,
    )
    assert.match(all!, OF_SETTINGS)

    await removeRoute(store, { routeId: 0 })
    assert.equal(
      await why(),
      'All routes are paused. bulk: 554 blocked. When the cause is fixed: pennypost route ' +
        'resume NAME.',
    )
    await removeRoute(store, { routeId: id })
    assert.match(
      (await why())!,
      /^No progress for two minutes: the relay accepts no emails, or .* See pennypost route list\.$/,
    )

    const later = "now() + interval '30 seconds'"
    // No receiver was asked about emails that are planned.
    await ask(`update deliveries set next_try_at = ${later}`)
    assert.match((await why())!, /^No progress for two minutes: the relay accepts no emails, or /)
    const long = "changed_at = now() - interval '3 minutes'"
    await ask(`update deliveries set state = 'deferred', ${long} where id = 1`)
    assert.match((await why())!, /^All remaining emails were deferred by the receivers; the next/)
    await ask("update deliveries set state = 'planned'")

    await ask(
      `update deliveries set reply = '535 5.7.8 who are you', next_try_at = ${later}, ` +
        "changed_at = now() - interval '3 minutes'",
    )
    const { replies, standstill } = await sendingProgress(store, accountId, sendingId)
    assert.deepEqual(replies, [{ state: 'planned', reply: '535 5.7.8 who are you', count: 3 }])
    assert.equal(
      standstill,
      'No progress for two minutes: a relay accepts no emails ("535 5.7.8 who are you"). Find ' +
        'the cause with pennypost route test.',
    )
  } finally {
    await drop()
  }
})
