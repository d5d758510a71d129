/**
 * Workers killed every second while people run a trigger: each passes each step once, and log,
 * ledger and emails agree.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Step } from '../../src/domain/triggers/language/definition.ts'
import { SECRET } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'
import { triggerSetup, ways } from '../support/triggers.ts'
import { databaseUrl, startWorker } from '../support/worker-process.ts'

const PEOPLE = Math.round(2000 * Number(process.env.TEST_SCALE ?? 1))
const WORKERS = 3
const MOST_KILLS = 12

/** Every third one is a friend. */
const friend = (id: number): boolean => id % 3 === 0

test('kill -9 every second, and the store cut off, while people run six steps with branches', async () => {
  const setup = await triggerSetup()
  const { ask, connection, newsletterId, accountId } = setup
  const steps: Step[] = [
    { key: 'welcome', do: 'send', newsletterId, next: 'day' },
    { key: 'day', do: 'wait', delay: { days: 1 }, next: 'friend?' },
    {
      key: 'friend?',
      do: 'branch',
      ask: { condition: { column: 1, text: '=', values: ['friend'] } },
      ...ways('gift', 'mark'),
    },
    { key: 'gift', do: 'send', newsletterId, next: 'opened?' },
    { key: 'mark', do: 'set', field: 2, value: 'seen', next: 'opened?' },
    {
      key: 'opened?',
      do: 'wait for',
      event: { on: 'opened', step: 'welcome' },
      minutes: 1440,
      ...ways(null, 'bye'),
    },
    { key: 'bye', do: 'send', newsletterId, next: null },
  ]
  const dataDir = mkdtempSync(join(tmpdir(), 'pennypost-kill-'))
  const sink = await startSink({ keep: 0 })
  const env = {
    DATABASE_URL: databaseUrl(connection),
    DATA_DIR: dataDir,
    SECRET_KEY: SECRET,
    PUBLIC_URL: 'https://mail.example.test',
    SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    UNCERTAIN_MAX: '50',
    LEASE_SECONDS: '3',
  }
  let workers = [] as ReturnType<typeof startWorker>[]
  const active = async () => {
    const [[entered, open]] = (await ask(
      'select count(*), count(due_at) from trigger_entries',
    )) as [[string, string]]
    return Number(entered) < PEOPLE || Number(open) > 0
  }
  const cutAll = async () =>
    Number(
      (
        await ask(`select count(pg_terminate_backend(pid)) from pg_stat_activity
          where datname = current_database() and pid <> \
pg_backend_pid() and backend_type = 'client backend'`)
      )[0]![0],
    )
  const done = async () => Number((await ask('select count(*) from trigger_passages'))[0]![0])
  const unsent = async () =>
    Number(
      (
        await ask(
          'select count(*) from deliveries where next_try_at is not null or state in ' +
            `('claimed', 'handed over')`,
        )
      )[0]![0],
    )
  try {
    await setup.add({ steps })
    workers = Array.from({ length: WORKERS }, () => startWorker(env))
    let kills = 0
    let cuts = 0
    let failovers = 0
    let joined = 0
    let before = 0
    const deadline = Date.now() + 300_000
    for (;;) {
      assert.ok(
        Date.now() < deadline,
        'it did not end: ' +
          `${JSON.stringify(await ask('select step, count(*) from trigger_entries where due_at is not null group by 1'))}`,
      )
      if (joined < PEOPLE) {
        const ids = Array.from(
          { length: Math.min(PEOPLE / 10, PEOPLE - joined) },
          (_, i) => joined + i + 1,
        )
        await setup.join(ids)
        await ask(
          `update subscribers set fields = array['friend'] where id % 3 = 0 and fields = '{}'`,
        )
        joined += ids.length
      } else if (!(await active()) && (await unsent()) === 0) break
      // A day goes by each second, and while what it brings is done somebody is killed, unless the
      // last ones have not got anything done yet.
      await setup.later(1441)
      await ask('update deliveries set next_try_at = now() where next_try_at > now()')
      await ask('update work set due = now() where due > now()')
      const moment = Math.random() * 1000
      await pause(moment)
      const now = await done()
      if (now > before && kills < MOST_KILLS) {
        before = now
        const victim = kills++ % WORKERS
        await workers[victim]!.kill()
        workers[victim] = startWorker(env)
        // The store goes too, as a failover looks to its clients: all connections are cut in the
        // middle of whatever they do. Who has just been started may have none yet: then the next
        // ones go.
        if (kills >= 3 * (failovers + 1)) {
          const cut = await cutAll()
          if (cut > 0) failovers++
          cuts += cut
        }
      }
      await pause(1000 - moment)
    }
    for (const worker of workers) await worker.stop()
    assert.ok(kills >= 3, `only ${kills} kills happened`)
    assert.ok(cuts > 0, 'no connection was cut')

    // The log.
    const log = new Map<number, string[]>()
    for (const [id, step, way] of await ask(
      'select subscriber_id, step, way from trigger_passages order by subscriber_id, entry, number',
    ))
      log.set(Number(id), [...(log.get(Number(id)) ?? []), `${step} ${way}`])
    for (let id = 1; id <= PEOPLE; id++)
      assert.deepEqual(
        log.get(id),
        [
          'welcome next',
          'day next',
          ...(friend(id) ? ['friend? then', 'gift next'] : ['friend? else', 'mark next']),
          'opened? else',
          'bye next',
        ],
        `person ${id}`,
      )
    assert.deepEqual(
      await ask('select ending, count(*), max(entry) from trigger_entries group by 1'),
      [['finished', String(PEOPLE), '1']],
    )

    // The ledger: a delivery for each transition of a step that sends, and no other.
    const [[messages, transitions, unmatched]] = (await ask(
      `select (select count(*) from deliveries where source_kind = 2), \
(select count(*) from trigger_passages where message_id is not null),
        (select count(*) from trigger_passages p
          where p.account_id = $1 and p.message_id is not null
          and not exists (
          select 1 from deliveries d where d.account_id = $1 and d.source_kind = 2 and \
d.source_id = p.message_id and d.id = p.subscriber_id))`,
      [accountId],
    )) as [[string, string, string]]
    assert.deepEqual([messages, unmatched], [transitions, '0'])

    // What was received.
    const uncertain = new Map(
      (await ask('select id, count(*) from deliveries where was_uncertain group by 1')).map(
        ([id, count]) => [Number(id), Number(count)],
      ),
    )
    // Uncertain a second time, an email is not tried again: it may have come, or not.
    const unknown = new Map(
      (await ask(`select id, count(*) from deliveries where state = 'uncertain' group by 1`)).map(
        ([id, count]) => [Number(id), Number(count)],
      ),
    )
    const states = await ask('select state, count(*) from deliveries group by 1 order by 1')
    for (let id = 1; id <= PEOPLE; id++) {
      const expected = friend(id) ? 3 : 2
      const came = sink.counts.get(`p${id}@example.test`) ?? 0
      assert.ok(
        came >= expected - (unknown.get(id) ?? 0),
        `p${id} got ${came} emails of ${expected}: ${JSON.stringify(states)}`,
      )
      assert.ok(
        came <= expected + (uncertain.get(id) ?? 0),
        `p${id} got ${came} emails of ${expected}`,
      )
    }
    const marked = await ask(`select count(*) from subscribers where fields[2] = 'seen'`)
    assert.equal(Number(marked[0]![0]), PEOPLE - Math.floor(PEOPLE / 3))
    console.log(
      `${PEOPLE} people, ${transitions} emails, ${kills} kills, ${uncertain.size} people with ` +
        'an email once uncertain',
    )
  } finally {
    for (const worker of workers) await worker.kill()
    await sink.stop()
    await setup.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
