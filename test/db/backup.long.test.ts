/**
 * Backup under load, between servers of different versions, on the embedded store, and a restore
 * that is killed.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { backup } from '../../src/db/backup/backup.ts'
import { openBackup } from '../../src/db/backup/reader.ts'
import { restore } from '../../src/db/backup/restore.ts'
import type { Store } from '../../src/db/db.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openStore } from '../../src/db/open-store.ts'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { makeList } from '../../src/domain/lists/add-list.ts'
import { optOut } from '../../src/domain/opt-outs/opt-out.ts'
import { subscribe } from '../../src/domain/subscribers/subscribe.ts'
import { inOwnProcess, pennypost, started } from '../cli/setup.ts'
import {
  assertEmpty,
  type Checksums,
  checksums,
  fillWithMany,
  fillWithWeird,
  secretKey,
  sumsOf,
  withDatabase,
} from './backup-setup.ts'
import { otherServers } from './servers.ts'

const folder = mkdtempSync(join(tmpdir(), 'pennypost-backup-'))
after(() => rmSync(folder, { recursive: true, force: true }))

async function restored(store: Store, file: string) {
  const opened = await openBackup(file)
  try {
    return await restore(store, opened)
  } finally {
    opened.close()
  }
}

describe('under load', () => {
  test('a backup is one moment of the store, to the row', () =>
    withDatabase(async store => {
      await migrate(store)
      const account = (await addAccount(store, { username: 'shop', password: 'x' }))!
      const list = {
        fromName: 'Shop',
        fromEmail: 'shop@example.com',
        description: '',
        characterSet: '',
      }
      const lists = [
        await makeList(store, account.id, { ...list, name: 'one' }),
        await makeList(store, account.id, { ...list, name: 'two' }),
      ]
      let [written, going] = [0, true]
      const answered: { id: number; email: string }[] = []
      const writer = async (name: number) => {
        for (let i = 0; going; i++) {
          const email = `${name}.${i}@example.com`
          const person = {
            email,
            name: 'Åsa "\\" 👋',
            format: undefined,
            countryCode: '',
            phone: '',
          }
          const { id } = await subscribe(store, account.id, lists[i % 2]!, person, [
            'a',
            null,
            `b\n${i}`,
          ])
          answered.push({ id, email })
          if (i % 7 === 3)
            await optOut(store, account.id, { email, reason: '', listText: '1', sendingText: 'x' })
          written++
        }
      }
      const writers = Array.from({ length: 16 }, (_, name) => writer(name))
      while (written < 3000) await sleep(10)
      const before = answered.slice()

      const file = join(folder, 'load.backup')
      let moment: Checksums = {}
      const writtenBefore = written
      await backup(store, {
        file,
        version: '1',
        secretKey,
        whileInSnapshot: async client => {
          moment = await checksums(client)
          const seen = written
          while (written < seen + 500) await sleep(5)
        },
        onProgress: () => {},
      })
      const meanwhile = written - writtenBefore
      going = false
      await Promise.all(writers)
      assert.ok(meanwhile > 500, `${meanwhile} were written meanwhile`)

      await withDatabase(async other => {
        await restored(other, file)
        assert.deepEqual(await sumsOf(other), moment)
        assert.notDeepEqual(await sumsOf(store), moment)
        // What was answered before it began is in it, and what is in it is of one piece.
        await other.withClient(async client => {
          const { rows } = await client.query<{ known: number; torn: number }>(
            `select (select count(*)::int from unnest($1::bigint[], $2::text[]) as a (id, email)
                       join subscribers s on s.account_id = $3 and s.id = a.id and s.email = \
a.email) as known,
                    (select count(*)::int from subscriptions n left join subscribers s on \
s.account_id = n.account_id and s.id = n.subscriber_id
                      where s.id is null or s.opted_out_at is not null) as torn`,
            [before.map(({ id }) => id), before.map(({ email }) => email), account.id],
          )
          assert.deepEqual(rows[0], { known: before.length, torn: 0 })
        })
        // Ids go on where they were.
        const person = {
          email: 'new@example.com',
          name: '',
          format: undefined,
          countryCode: '',
          phone: '',
        }
        const { id } = await subscribe(other, account.id, lists[0]!, person)
        const { rows } = await other.withClient(client =>
          client.query('select count(*)::int as same from subscribers where id = $1', [id]),
        )
        assert.equal(rows[0].same, 1)
      })
    }))
})

describe('a restore that is killed', () => {
  const file = join(folder, 'killed.backup')
  let sums: Checksums
  before(() =>
    withDatabase(async source => {
      await migrate(source)
      await fillWithMany(source, 200_000)
      await backup(source, { file, version: '1', secretKey })
      sums = await sumsOf(source)
    }),
  )

  for (const [when, marker] of [
    ['while rows go in', "query like 'copy subscribers %'"],
    ['at its begin', "query like 'create table%' or query like 'copy %'"],
  ] as const)
    test(`${when} leaves the store empty, and the next one succeeds`, () =>
      withDatabase(async (store, { env }) => {
        const child = started(['restore', file], { env })
        const ended = once(child, 'close')
        await until(store, marker)
        child.kill('SIGKILL')
        await ended
        await gone(store)
        await assertEmpty(store)
        const { code, err } = await inOwnProcess(['restore', file], { env })
        assert.equal(code, 0, err)
        // The command records itself, in the store that it has made.
        const { backup_runs: run, ...rest } = await sumsOf(store)
        const { backup_runs: none, ...all } = sums
        assert.deepEqual(rest, all)
        assert.match(`${none}; ${run}`, /^0 .*; 1 /)
      }))

  test('by a signal says so and leaves the store empty', () =>
    withDatabase(async (store, { env }) => {
      const child = started(['restore', file], { env })
      let said = ''
      child.stderr!.on('data', chunk => {
        said += chunk
      })
      const ended = once(child, 'close')
      await until(store, "query like 'copy subscribers %'")
      child.kill('SIGINT')
      const [code] = await ended
      assert.match(said, /^The restore was interrupted; the store is empty as before\.$/m)
      assert.equal(code, 1)
      await assertEmpty(store)
    }))
})

const others = async (store: Store, marker: string): Promise<number> => {
  const { rows } = await store.withClient(client =>
    client.query(
      'select count(*)::int as count from pg_stat_activity where datname = ' +
        `current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' ` +
        `and (${marker})`,
    ),
  )
  return rows[0].count
}

async function until(store: Store, marker: string): Promise<void> {
  while ((await others(store, marker)) === 0) await sleep(10)
}

async function gone(store: Store): Promise<void> {
  while ((await others(store, "state <> 'idle'")) > 0) await sleep(10)
}

const servers = await otherServers()

describe('between servers', () => {
  const names = servers.map(({ name }) => name)
  for (const from of names)
    for (const to of names)
      if (from !== to)
        test(`from ${from} to ${to}`, async () => {
          const [source, target] = [from, to].map(
            wanted => servers.find(({ name }) => name === wanted)!,
          )
          await withServer(source!, connection =>
            withServer(target!, other =>
              withDatabase(
                store =>
                  withDatabase(async twin => {
                    await migrate(store)
                    await fillWithWeird(store)
                    const file = join(folder, `${from}-${to}.backup`)
                    await backup(store, { file, version: '1', secretKey })
                    await restored(twin, file)
                    assert.deepEqual(await sumsOf(twin), await sumsOf(store))
                  }, other),
                connection,
              ),
            ),
          )
        })
  if (servers.length < 2) test.skip('no PostgreSQL of another version here: set TEST_DATABASE_URL2')
})

async function withServer<T>(
  server: { open(): Promise<{ connection: pg.ClientConfig; release(): Promise<void> }> },
  work: (connection: pg.ClientConfig) => Promise<T>,
): Promise<T> {
  const { connection, release } = await server.open()
  try {
    return await work(connection)
  } finally {
    await release()
  }
}

test('on the embedded store: the whole way, by the commands alone', async () => {
  const env = { DATA_DIR: join(folder, 'one', 'data') }
  const run = async (args: string[], dataDir = env.DATA_DIR, input = '') => {
    const { code, out, err } = await pennypost(args, {
      env: { DATA_DIR: dataDir },
      input,
      cwd: folder,
    })
    assert.equal(code, 0, err)
    return out
  }
  await run(['account', 'add', 'shop'], env.DATA_DIR, 'a long secret')
  await run(['key', 'rotate'])
  await run(
    ['optout', 'add', '-'],
    env.DATA_DIR,
    Array.from({ length: 500 }, (_, i) => `${i}@example.com\n`).join(''),
  )
  await run(['backup', 'embedded.backup'])
  const second = join(folder, 'two', 'data')
  await run(['restore', 'embedded.backup'], second)
  assert.equal(
    await run(['optout', 'list', '--json'], second),
    await run(['optout', 'list', '--json']),
  )
  assert.match(await run(['doctor'], second), /^ok +signing-keys +1, the newest is 1$/m)
  const status = JSON.parse(await run(['store', 'status', '--json'], second))
  assert.deepEqual([status.kind, status.running, status.dataDir], ['embedded', false, second])
})

test('the store stays usable with one connection after a backup', () =>
  withDatabase(async (_, { connection }) => {
    const store = openStore({ connection, connections: 1 })
    try {
      await migrate(store)
      await fillWithWeird(store)
      for (const name of ['a', 'b'])
        await backup(store, { file: join(folder, `${name}.backup`), version: '1', secretKey })
    } finally {
      await store.close()
    }
  }))
