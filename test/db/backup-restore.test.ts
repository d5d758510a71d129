/** Restoring: all of the backup, or nothing. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { BackupFailed } from '../../src/db/backup/format.ts'
import { tableNames } from '../../src/db/backup/our-tables.ts'
import { verifyBackup } from '../../src/db/backup/reader.ts'
import type { Store } from '../../src/db/db.ts'
import { applyMigration, migrate, migrations, underMigrationLock } from '../../src/db/migrate.ts'
import {
  assertEmpty,
  backedUp,
  changed,
  fillWithMany,
  newFile,
  restored,
  says,
  sumsOf,
  withDatabase,
  withWeird,
} from './backup-setup.ts'

describe('a restore', () => {
  test('takes only an empty store', () =>
    withWeird(async (store, file) => {
      const before = await sumsOf(store)
      await assert.rejects(
        restored(store, file),
        says(/^The store is not empty \(there are rows in accounts\)/),
      )
      assert.deepEqual(await sumsOf(store), before)
    }))

  test('takes a store whose schema is there already, and leaves tables of others alone', () =>
    withWeird(async (store, file) => {
      await withDatabase(async other => {
        await migrate(other)
        await other.withClient(client =>
          client.query("create table foreign_one as select 'theirs' as whose"),
        )
        await restored(other, file)
        assert.deepEqual(await sumsOf(other), await sumsOf(store))
        await other.withClient(client => client.query('select whose from foreign_one'))
      })
    }))

  test('refuses a file that was cut off anywhere, and leaves the store empty', () =>
    withWeird(async (_store, file) => {
      const whole = readFileSync(file)
      await withDatabase(async other => {
        for (const part of [0.2, 0.5, 0.8, 0.95]) {
          const cut = newFile()
          writeFileSync(cut, whole.subarray(0, Math.floor(whole.length * part)))
          await assert.rejects(verifyBackup(cut), says(/is cut off|is damaged/))
          await assert.rejects(restored(other, cut), says(/is cut off|is damaged/))
          await assertEmpty(other)
        }
        // Cut where the packing does not show it.
        for (const change of [
          (all: string) => all.slice(0, all.lastIndexOf('{"end"')),
          (all: string) => all.slice(0, all.lastIndexOf('\\.\n')),
          (all: string) => all.slice(0, all.indexOf('\n') + 1),
        ]) {
          await assert.rejects(restored(other, changed(file, change)), says(/is cut off/))
          await assertEmpty(other)
        }
      })
    }))

  test('refuses a file that was changed anywhere, and leaves the store empty', () =>
    withWeird(async (_store, file) => {
      const whole = readFileSync(file)
      await withDatabase(async other => {
        for (let at = 5; at < whole.length; at += Math.ceil(whole.length / 40)) {
          const flipped = newFile()
          const bytes = Buffer.from(whole)
          bytes[at]! ^= 0xff
          writeFileSync(flipped, bytes)
          await assert.rejects(verifyBackup(flipped), BackupFailed)
          if (at % 4 === 0) await assert.rejects(restored(other, flipped), BackupFailed)
        }
        for (const change of [
          (all: string) => all.replace('shop', 'shoq'),
          (all: string) => all.replace('{"table":"lists"}', '{"table":"sessions"}'),
          (all: string) => all.replace(/"sha256":"./, '"sha256":"x'),
          (all: string) => all.replace('"version":"0.0.1"', '"version":"0.0.2"'),
          (all: string) => all.replace('"name":"sessions"', '"name":"schema_migrations"'),
          (all: string) => all.replace('"username_key"', '"username_key) from program \'x\' --"'),
          (all: string) => `${all}more\n`,
        ])
          await assert.rejects(restored(other, changed(file, change)), BackupFailed)
        await assertEmpty(other)
      })
    }))

  test('of rows that the store does not take leaves it empty and usable', () =>
    withWeird(async (_store, file) => {
      await withDatabase(async other => {
        const twice = changed(file, all =>
          all.replace(/(\{"table":"tenants"\}\n)(1\b[^\n]*\n)/, '$1$2$2'),
        )
        await assert.rejects(restored(other, twice), /duplicate key|damaged/)
        await assertEmpty(other)
        await restored(other, file)
      })
    }))

  test('of an older schema goes through the migrations since', () =>
    withDatabase(async old => {
      const former = migrations().filter(({ number }) => number <= 1)
      await old.withClient(client =>
        underMigrationLock(client, async () => {
          for (const migration of former) await applyMigration(client, migration)
        }),
      )
      await old.withClient(async client => {
        await client.query(
          "insert into accounts (id, username, username_key, password_hash) values (7, 'a', " +
            "'a', 'x')",
        )
        await client.query("insert into demographic_fields values (7, 1, 'Town', 'text')")
      })
      const file = await backedUp(old)
      assert.equal((await verifyBackup(file)).head.schema, 1)
      // The same migrations, where the rows were.
      await migrate(old)
      const before = await sumsOf(old)
      for (const prepare of [async () => {}, (store: Store) => migrate(store)])
        await withDatabase(async store => {
          await prepare(store)
          const { migrated } = await restored(store, file)
          assert.deepEqual(
            migrated,
            migrations()
              .slice(1)
              .map(migration => migration.file),
          )
          const sums = await sumsOf(store)
          for (const name of tableNames(1)) assert.equal(sums[name], before[name], name)
          assert.deepEqual(await migrate(store), [])
        })
    }))

  test('analyzes a table of 50 rows or more: one row would stand for any number', () =>
    withDatabase(async source => {
      await migrate(source)
      await fillWithMany(source, 50)
      await withDatabase(async store => {
        await restored(store, await backedUp(source))
        const { rows } = await store.withClient(client =>
          client.query('select distinct tablename from pg_stats where tablename = any ($1)', [
            ['accounts', 'subscribers'],
          ]),
        )
        assert.deepEqual(rows, [{ tablename: 'subscribers' }])
      })
    }))

  test('whose connection is cut says so and leaves the store empty', () =>
    withDatabase(async source => {
      await migrate(source)
      await fillWithMany(source, 20_000)
      const file = await backedUp(source)
      await withDatabase(async store => {
        let cuts = 0
        const cut = () =>
          store.withClient(client =>
            client.query(
              `select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and pid <> \
pg_backend_pid() and backend_type = 'client backend'`,
            ),
          )
        const onProgress = ({ rows }: { rows: number }) => {
          if (rows > 100 && cuts++ === 0) void cut()
        }
        await assert.rejects(
          restored(store, file, { onProgress }),
          says(/^The connection to the store was lost/),
        )
        await assertEmpty(store)
        await restored(store, file)
      })
    }))

  test('fails as a whole when what must be in place can not be', () =>
    withWeird(async (_store, file) => {
      await withDatabase(async other => {
        const beforeCommit = () => Promise.reject(new Error('no room for the key'))
        await assert.rejects(restored(other, file, { beforeCommit }), /no room for the key/)
        await assertEmpty(other)
        await restored(other, file, { withoutSigningKeys: true })
        assert.match((await sumsOf(other)).signing_keys!, /^0 /)
      })
    }))

  test('lets nothing out that was on its way: a person says so first', () =>
    withWeird(async store => {
      const ask = (by: Store, text: string) =>
        by.withClient(async client =>
          (await client.query<{ state: string }>({ text, rowMode: 'array' } as never)).rows.flat(),
        )
      for (const text of [
        `insert into sendings (account_id, id, newsletter_id, list_id, message, state, \
due_at) values
           (1, 1, 1, 1, '{}', 'scheduled', now()), (1, 2, 1, 1, '{}', 'sending', now()), (1, 3, \
1, 1, '{}', 'finished', now())`,
        `insert into work (account_id, kind, source_id, due) values (1, 'plan', 1, now()), ` +
          `(1, 'deliver', 2, now())`,
        `insert into sms_messages (account_id, id, text, alphabet, segments, state, cost, \
balance, candidates, planned, left_out) values
           (1, 1, 'a', 'gsm', 1, 'sending', 1, 1, 1, 1, '{}'), (1, 2, 'a', 'gsm', 1, 'held', 1, \
1, 1, 1, '{}')`,
        `insert into projects (account_id, id, guid, name, newsletter_id, due) values
           (1, 1, gen_random_uuid(), 'waits', 1, now()), (1, 2, gen_random_uuid(), 'reads', 1, \
default), (1, 3, gen_random_uuid(), 'idle', 1, default)`,
        'insert into transaction_batches (account_id, id, guid, project_id, url) values (1, ' +
          `1, gen_random_uuid(), 2, 'https://a.example')`,
        'insert into webhooks (account_id, id, name, sealed_url, shown_url, kinds, since) ' +
          `values (1, 1, 'w', 'x', 'x', '{}', now())`,
        `insert into triggers (account_id, id, name, list_id, state) values (1, 1, 'a', 1, ` +
          `'running'), (1, 2, 'b', 1, 'paused')`,
      ])
        await ask(store, text)
      const file = await backedUp(store)
      await withDatabase(async other => {
        await restored(other, file)
        assert.deepEqual(await ask(other, 'select state from sendings order by id'), [
          'unconfirmed',
          'unconfirmed',
          'finished',
        ])
        assert.deepEqual(
          await ask(other, `select count(*)::int from work where due < 'infinity'`),
          [0],
        )
        assert.deepEqual(await ask(other, 'select state from sms_messages order by id'), [
          'unconfirmed',
          'held',
        ])
        assert.deepEqual(await ask(other, 'select active from projects order by id'), [
          false,
          false,
          true,
        ])
        assert.deepEqual(await ask(other, 'select state from webhooks'), ['paused'])
        assert.deepEqual(await ask(other, 'select state from triggers order by id'), [
          'unconfirmed',
          'paused',
        ])
      })
    }))
})
