/**
 * Connections to the store that die silently: no call waits longer than its deadline, and nothing
 * is lost or doubled.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createApp } from '../../src/app.ts'
import type { Store } from '../../src/db/db.ts'
import { DEADLINES } from '../../src/db/deadlines.ts'
import { takeIds } from '../../src/db/ids.ts'
import { openStore, type StoreOptions } from '../../src/db/open-store.ts'
import { openKeys } from '../../src/domain/keys/keys.ts'
import { progressOfSending } from '../../src/domain/sendings/sendings.sql.ts'
import { subscribe } from '../../src/domain/subscribers/subscribe.ts'
import { createLog } from '../../src/lib/log.ts'
import { createSealer } from '../../src/lib/secrets.ts'
import { readConfig } from '../../src/settings/config.ts'
import { SECRET, sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'
import { type StoreProxy, storeProxy } from '../support/store-proxy.ts'

const PEOPLE = 1500
/** Shorter than those of the house, by as much as a slow machine allows. */
const SHORT: StoreOptions['deadlines'] = { ...DEADLINES, usual: { server: 4_000, silence: 9_000 } }

let setup: Awaited<ReturnType<typeof sendingSetup>>
let proxy: StoreProxy
let store: Store
const lost: Error[] = []
const isSilence = ({ message }: Error) => /has not answered|another connection/.test(message)

before(async () => {
  setup = await sendingSetup(PEOPLE)
  // The setup has given these to people.
  await takeIds(setup.store, setup.accountId, 'subscriber', PEOPLE)
  proxy = await storeProxy(setup.connection)
  const onLost = (error: unknown) => void lost.push(error as Error)
  store = openStore({ connection: proxy.connection, deadlines: SHORT, onLost })
})
after(async () => {
  await store.close()
  await proxy.close()
  await setup.drop()
})

describe('a connection to the store that dies silently', () => {
  test('inserts and a sending go on by themselves, and the probes tell', async () => {
    const sink = await startSink({ keep: 0 })
    const keys = await openKeys(store, createSealer(SECRET))
    const app = createApp({
      config: readConfig({ PORT: '0' }),
      store,
      sealer: createSealer(SECRET),
      keys,
      log: createLog({ level: 'silent' }),
    })
    const { port } = await app.listen()
    const asked = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`)
      return { status: answer.status, text: await answer.text() }
    }
    await setup.ask('update routes set rate_per_second = 200')
    const workers = await setup.startWorkers(sink.port, { LEASE_SECONDS: '5' }, store)
    const answered = new Map<string, number>()
    let going = true
    const callers = Array.from({ length: 6 }, async (_, caller) => {
      for (let n = 0; going; n++) {
        const email = `c${caller}-${n}@example.test`
        const person = { email, name: '', format: undefined, countryCode: '', phone: '' }
        answered.set(email, (await subscribe(store, setup.accountId, setup.listId, person)).id)
        await pause(5)
      }
    })
    try {
      assert.equal((await asked('/readyz')).status, 200)
      const sendingId = await setup.send()
      while (sink.seen.messages < 200) await pause(20)
      proxy.blackHole()
      const said: string[] = []
      let oldest = 0
      let ended = 0
      const isTold = () =>
        oldest > 4 &&
        said.some(text => /^the store has not answered a statement for \d+ seconds$/m.test(text))
      const before = answered.size
      // On a cluster the inserts go on at the nodes, past the proxy, while all else is silent.
      while (answered.size < before + 50 || !lost.some(isSilence) || !isTold()) {
        // A slow machine may look at no probe between the silence and its end.
        if (lost.length > ended && !isTold()) proxy.blackHole()
        ended = lost.length
        const { status, text } = await asked('/readyz')
        if (status === 503) said.push(text)
        const [, seconds = '0'] =
          /^pennypost_store_oldest_statement_seconds (\S+)$/m.exec(
            (await asked('/metrics')).text,
          ) ?? []
        oldest = Math.max(oldest, Number(seconds))
        await pause(100)
      }
      const finished = async () =>
        (await progressOfSending(setup.store, { accountId: setup.accountId, sendingId })).every(
          ({ state }) => state === 'accepted',
        )
      while (!(await finished())) await pause(200)
      going = false
      await Promise.all(callers)
      while ((await asked('/readyz')).status !== 200) await pause(100)
      await eachOnce(answered, sink.counts)
    } finally {
      going = false
      await workers.stop()
      await app.close({ patienceMillis: 0 })
      keys.close()
      await sink.stop()
    }
  })

  test('what the server does not end itself is ended where it waits', async () => {
    const slow = { name: '', text: 'select pg_sleep(60)', again: false }
    await assert.rejects(store.run(slow, []), { code: '57014' })
    const { rows } = await store.run({ name: '', text: 'select 1', again: true }, [])
    assert.deepEqual(rows, [['1']])
  })

  test('what may take long does', async () => {
    const long = { name: '', text: 'select pg_sleep(5)', again: false, deadline: 'long' } as const
    await store.run(long, [])
    await store.transact(tx => tx.run(long, []), {})
    const { rows } = await store.run({ name: '', text: 'show statement_timeout', again: true }, [])
    assert.deepEqual(rows, [['4s']])
  })

  test('upkeep may pause within its transaction', async () => {
    await store.withClient(async client => {
      await client.query('begin')
      await pause(5_000)
      await client.query('commit')
    }, 'upkeep')
    const idle = 'show idle_in_transaction_session_timeout'
    const { rows } = await store.run({ name: '', text: idle, again: true }, [])
    assert.deepEqual(rows, [['4s']])
  })
})

async function eachOnce(answered: Map<string, number>, counts: Map<string, number>): Promise<void> {
  const stored = new Map(
    (await setup.ask("select email_key, id from subscribers where email_key like 'c%'")).map(
      ([email, id]) => [email, Number(id)],
    ),
  )
  for (const [email, id] of answered) assert.equal(stored.get(email), id)
  const joined = await setup.ask(
    'select count(*) from subscriptions group by subscriber_id having count(*) > 1',
  )
  assert.deepEqual(joined, [])
  const twice = new Set(
    (await setup.ask('select email from deliveries where was_uncertain')).map(([email]) => email),
  )
  assert.deepEqual(
    [...counts].filter(([email, count]) => count > 1 && !twice.has(email)),
    [],
  )
  assert.ok(counts.size >= PEOPLE)
}
