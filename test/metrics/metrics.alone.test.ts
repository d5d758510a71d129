/**
 * What /metrics tells an operator: emails, queues, workers, the store. Read as Prometheus reads it.
 */
import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { withRetries } from '../../src/db/again.ts'
import type { Store } from '../../src/db/db.ts'
import { openStore } from '../../src/db/open-store.ts'
import { createSignIn } from '../../src/domain/accounts/sign-in.ts'
import { planSending } from '../../src/domain/sendings/plan-sending.ts'
import { createMetrics } from '../../src/metrics/registry.ts'
import { createStoreLook } from '../../src/metrics/store-look.ts'
import { startLoop } from '../../src/workers/loop.ts'
import { temporaryStore } from '../support/database.ts'
import { sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'
import { triggerSetup } from '../support/triggers.ts'
import { until } from '../support/until.ts'

const HOUR = 3_600_000

const metricsOf = (store: Store) =>
  createMetrics({ store, dataDir: tmpdir(), storeUp: async () => true, nodes: async () => [] })

/** The value of a sample, written as it stands in the text; undefined where there is none. */
async function sampleOf(store: Store, name: string): Promise<number | undefined> {
  const [text] = await metricsOf(store).text()
  const line = text.split('\n').find(one => one.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length))
}

describe('emails', () => {
  let setup: Awaited<ReturnType<typeof sendingSetup>>
  before(async () => {
    setup = await sendingSetup(30)
  })
  after(() => setup.drop())

  test('are counted by route and outcome, those that wait by kind, with the age of the oldest', async () => {
    const { store, accountId, send, ask, startWorkers } = setup
    const sample = (name: string) => sampleOf(store, name)
    const emails = (outcome: string, about: string, provider: string) =>
      sample(
        `pennypost_emails_total{route="default",outcome="${outcome}",class="${about}",` +
          `provider="${provider}"}`,
      )
    const counters = async () => [
      (await emails('accepted', 'none', 'other')) ?? 0,
      (await emails('accepted', 'none', 'Gmail')) ?? 0,
      (await emails('refused', 'recipient', 'other')) ?? 0,
      (await sample('pennypost_route_replies_total{route="default",class="2xx"}')) ?? 0,
      (await sample('pennypost_route_replies_total{route="default",class="5xx"}')) ?? 0,
    ]
    // Counters are of the process: other tests may have counted before.
    const start = await counters()
    await ask(
      `update subscribers set email = 'p8@gmail.com', email_key = 'p8@gmail.com' where id = 8`,
    )
    assert.equal(await sample('pennypost_emails_waiting{kind="sending"}'), 0)
    const sendingId = await send()
    assert.equal(await sample('pennypost_sendings{state="scheduled"}'), 1)
    await planSending(store, accountId, sendingId, HOUR)
    await ask(`update deliveries set next_try_at = now() - interval '500 seconds' where id = 7`)
    assert.equal(await sample('pennypost_emails_waiting{kind="sending"}'), 30)
    const oldest = (await sample('pennypost_emails_oldest_seconds{kind="sending"}')) ?? 0
    assert.ok(oldest >= 500 && oldest < 1000, String(oldest))
    assert.equal(await sample('pennypost_work_due{kind="deliver"}'), 1)
    assert.equal(await sample('pennypost_work_due{kind="import"}'), 0)

    const sink = await startSink({
      tricks: [{ at: 'rcpt', do: 'reply', reply: '550 5.1.1 nobody here', about: 'p7@' }],
    })
    const workers = await startWorkers(sink.port)
    try {
      await until(async () => (await sample('pennypost_sendings{state="sending"}')) === 0)
      const counted = await counters()
      assert.deepEqual(
        counted.map((value, i) => value - start[i]!),
        [28, 1, 1, 29, 1],
      )
      assert.equal(await sample('pennypost_emails_waiting{kind="sending"}'), 0)
      assert.equal(await sample('pennypost_route_up{route="default"}'), 1)
      assert.equal(await sample('pennypost_route_paused{route="default"}'), 0)
      assert.equal(await sample('pennypost_suppressed_subscribers'), 1)
      await ask("update routes set paused_at = now(), paused_reason = 'test'")
      await until(async () => (await sample('pennypost_route_up{route="default"}')) === 0)
      assert.equal(await sample('pennypost_route_paused{route="default"}'), 1)
      assert.ok((await sample('pennypost_work_turns_total{worker="planning",outcome="done"}'))! > 0)
      assert.ok(
        (await sample('pennypost_work_turn_duration_seconds_count{worker="planning"}'))! > 0,
      )
    } finally {
      await workers.stop()
      await sink.stop()
    }
    assert.equal(await sample('pennypost_route_up{route="default"}'), undefined)
  })

  test('a sending that waits for a person is seen as such, and its emails do not wait for us', async () => {
    const { store, accountId, send, ask } = setup
    const sendingId = await send()
    await planSending(store, accountId, sendingId, HOUR)
    await ask(`update sendings set state = 'unconfirmed' where id = ${sendingId}`)
    await ask(`update work set due = 'infinity' where source_id = ${sendingId}`)
    assert.equal(await sampleOf(store, 'pennypost_sendings{state="unconfirmed"}'), 1)
    assert.equal(await sampleOf(store, 'pennypost_emails_waiting{kind="sending"}'), 0)
  })
})

describe('queues', () => {
  test('triggers: people who are due, and triggers by state', async () => {
    const setup = await triggerSetup(3)
    try {
      await setup.add({ start: { on: 'joined' } })
      await setup.add()
      await setup.ask(`update triggers set state = 'held' where id = 2`)
      await setup.ask(
        `insert into trigger_entries (account_id, trigger_id, subscriber_id, entry, version, \
cause_at, subscribed_at, step, due_at)
         select $1, t, s, 1, 1, now(), now(), 'welcome', now() - interval '100 seconds' * s
         from generate_series(1, 2) t, generate_series(1, 3) s`,
        [setup.accountId],
      )
      assert.equal(await sampleOf(setup.store, 'pennypost_triggers_due'), 3)
      assert.ok((await sampleOf(setup.store, 'pennypost_triggers_oldest_seconds'))! >= 300)
      assert.equal(await sampleOf(setup.store, 'pennypost_triggers{state="running"}'), 1)
      assert.equal(await sampleOf(setup.store, 'pennypost_triggers{state="held"}'), 1)
    } finally {
      await setup.drop()
    }
  })

  test('events for webhooks, hits that are not counted yet, deadlocks', async () => {
    const { store, accountId, ask, drop } = await sendingSetup(1)
    try {
      await ask(
        `insert into webhooks (account_id, id, name, sealed_url, shown_url, kinds, since, state)
         select $1, i, 'hook ' || i, '', '', '{joined}', now(), \
case i when 1 then 'active' else 'paused' end from generate_series(1, 2) i`,
        [accountId],
      )
      await ask(
        `insert into webhook_events (account_id, webhook_id, id, kind, at, person, state)
         select $1, w, i, 'joined', now() - interval '1 minute', 1, \
case when i < 5 then 'waiting' else 'sent' end
         from generate_series(1, 2) w, generate_series(1, 9) i`,
        [accountId],
      )
      await ask(
        'insert into event_bundles (account_id, id, kind, ids) values ($1, ' +
          "gen_random_uuid(), 'joined', '{1}')",
        [accountId],
      )
      await ask(
        'insert into hit_arrivals (account_id, id, arrived_at, ids, kinds, source_kinds, ' +
          'source_ids, delivery_ids, link_numbers, moments, verdicts, reasons, agents, networks) ' +
          "values ($1, 1, now() - interval '90 seconds', '{1, 2, 3}', '{}', '{}', '{}', '{}', " +
          "'{}', '{}', '{}', '{}', '{}', '{}')",
        [accountId],
      )
      assert.equal(await sampleOf(store, 'pennypost_webhook_backlog{stage="sending"}'), 4)
      assert.ok(
        (await sampleOf(store, 'pennypost_webhook_backlog_oldest_seconds{stage="sending"}'))! >= 60,
      )
      assert.equal(await sampleOf(store, 'pennypost_webhook_backlog{stage="fan-out"}'), 1)
      assert.equal(await sampleOf(store, 'pennypost_hits_uncounted'), 3)
      assert.ok((await sampleOf(store, 'pennypost_hits_uncounted_oldest_seconds'))! >= 90)
      assert.equal(await sampleOf(store, 'pennypost_store_deadlocks'), 0)
    } finally {
      await drop()
    }
  })
})

describe('the process', () => {
  test('says what it is, and how much room its folder has', async () => {
    const { store, drop } = await temporaryStore()
    const [text] = await metricsOf(store).text()
    assert.match(
      text,
      /^pennypost_build_info\{version="\d+\.\d+\.\d+",commit="(?:[0-9a-f]{12}|unknown)",schema="\d+"\} 1$/m,
    )
    assert.ok(Number(/^pennypost_data_dir_bytes\{of="free"\} (\S+)$/m.exec(text)?.[1]) > 0)
    await drop()
  })

  test('counts turns that fail, and shows one that does not end', async () => {
    const { store, drop } = await temporaryStore()
    let end = () => {}
    const hangs = new Promise<void>(resolve => {
      end = resolve
    })
    let turn = 0
    const step = async () => {
      if (++turn === 1) throw new Error('once')
      await hangs
      return false
    }
    const loop = startLoop({ name: 'a test', step, idleMillis: 1, report: () => {} })
    await until(async () => turn === 2)
    await pause(50)
    assert.equal(
      await sampleOf(store, 'pennypost_work_turns_total{worker="a test",outcome="failed"}'),
      1,
    )
    assert.ok(
      (await sampleOf(store, 'pennypost_work_turn_in_hand_seconds{worker="a test"}'))! >= 0.05,
    )
    end()
    await loop.stop()
    assert.equal(await sampleOf(store, 'pennypost_work_turn_in_hand_seconds{worker="a test"}'), 0)
    await drop()
  })

  test('counts statements, retries with their reasons, and failed sign-ins', async () => {
    const { store, drop } = await temporaryStore()
    const retries = (reason: string) =>
      sampleOf(store, `pennypost_store_retries_total{reason="${reason}"}`)
    const before = await retries('deadlock')
    let tries = 0
    await withRetries('again', async () => {
      if (++tries === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
    })
    assert.equal(await retries('deadlock'), before! + 1)
    assert.ok((await sampleOf(store, 'pennypost_store_statement_duration_seconds_count'))! > 0)
    const failures = await sampleOf(store, 'pennypost_log_in_failures_total{outcome="refused"}')
    await assert.rejects(createSignIn(store)('nobody', 'secret', '192.0.2.1'))
    assert.equal(
      await sampleOf(store, 'pennypost_log_in_failures_total{outcome="refused"}'),
      failures! + 1,
    )
    await drop()
  })
})

describe('asking the store', () => {
  test('does not fail while the store is away: its metrics are left out, the rest is exposed', async () => {
    const store = openStore({
      connection: { host: '127.0.0.1', port: 1, user: 'x', database: 'x' },
    })
    try {
      const [text] = await metricsOf(store).text()
      assert.match(text, /^pennypost_build_info\{/m)
      assert.match(text, /^# HELP pennypost_sendings /m)
      assert.doesNotMatch(
        text,
        /^pennypost_(?:sendings|emails_waiting|hits_uncounted|store_deadlocks)\b/m,
      )
    } finally {
      await store.close()
    }
  })

  test('is done once for all scrapes within some seconds, and not before the first', async () => {
    const { store, drop } = await temporaryStore()
    let asked = 0
    const transact: Store['transact'] = (...given) => {
      asked++
      return store.transact(...given)
    }
    const counting: Store = { ...store, transact }
    const metrics = metricsOf(counting)
    assert.equal(asked, 0)
    await Promise.all([metrics.text(), metrics.text(), metrics.text()])
    await metrics.text()
    assert.equal(asked, 1)
    await drop()
  })

  test('is given up when it takes too long, and not begun twice', async () => {
    const { store, drop } = await temporaryStore()
    let asked = 0
    let go = () => {}
    const locked = new Promise<void>(resolve => {
      go = resolve
    })
    const slow: Store = {
      ...store,
      transact: async (...given) => {
        asked++
        await locked
        return store.transact(...given)
      },
    }
    const look = createStoreLook(slow, 50)
    assert.deepEqual(await Promise.all([look(), look()]), [undefined, undefined])
    assert.equal(await look(), undefined)
    assert.equal(asked, 1)
    go()
    await until(async () => (await look()) !== undefined)
    await drop()
  })
})
