/** Making backups: their content, and that they are whole or not there. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import { backup } from '../../src/db/backup/backup.ts'
import { ourTables } from '../../src/db/backup/our-tables.ts'
import { openBackup, verifyBackup } from '../../src/db/backup/reader.ts'
import { migrate, schemaNumber } from '../../src/db/migrate.ts'
import { openStore } from '../../src/db/open-store.ts'
import {
  backedUp,
  changed,
  fillWithMany,
  folder,
  newFile,
  restored,
  says,
  secretKey,
  sumsOf,
  withDatabase,
  withWeird,
} from './backup-setup.ts'

describe('a backup', () => {
  test('holds every table the migrations make, and there are no sequences it would miss', () =>
    withDatabase(async store => {
      await migrate(store)
      const { tables, sequences, known } = await store.withClient(async client => {
        const made = await client.query(
          'select c.relname as name, c.relkind as kind from pg_class c join pg_namespace n ' +
            'on n.oid = c.relnamespace where n.nspname = current_schema() and c.relkind in ' +
            "('r', 'p', 'S', 'm', 'f') and not c.relispartition order by 1",
        )
        const names = (kinds: string) =>
          made.rows.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name)
        return {
          tables: names('rpmf'),
          sequences: names('S'),
          known: await ourTables(client, schemaNumber()),
        }
      })
      assert.deepEqual(
        known
          .map(({ name }) => name)
          .concat('schema_functions', 'schema_migrations')
          .sort(),
        tables,
      )
      assert.deepEqual(sequences, [])
    }))

  test('restores everything, with any text', () =>
    withWeird(async (store, file) => {
      assert.equal(statSync(file).mode & 0o777, 0o600)
      await withDatabase(async other => {
        const { migrated, rows } = await restored(other, file)
        assert.deepEqual(migrated, [])
        const sums = await sumsOf(other)
        assert.deepEqual(sums, await sumsOf(store))
        assert.equal(
          Object.values(sums).reduce((all, sum) => all + Number(sum.split(' ')[0]), 0),
          rows,
        )
        // What differs is seen.
        await other.withClient(client =>
          client.query('update subscribers set fields[2] = null where id = 3'),
        )
        assert.notDeepEqual(await sumsOf(other), await sumsOf(store))
      })
    }))

  test('is told apart from other files, and from a newer format', () =>
    withWeird(async (_store, file) => {
      const text = newFile()
      writeFileSync(text, 'hello')
      await assert.rejects(openBackup(text), says(/is not a backup of Pennypost/))
      await assert.rejects(openBackup(join(folder, 'none')), says(/^There is no file/))
      await assert.rejects(openBackup(changed(file, () => 'hello\n')), says(/is damaged/))
      await assert.rejects(openBackup(changed(file, () => '{}\n')), says(/is not a backup/))
      await assert.rejects(
        openBackup(changed(file, all => all.replace('"format":1', '"format":2'))),
        says(/does not support/),
      )
      const newer = changed(file, all => all.replace(/"schema":\d+/, '"schema":9999'))
      await withDatabase(async other => {
        await assert.rejects(
          restored(other, newer),
          says(/with schema 9999; this version supports/),
        )
      })
    }))

  test('appears whole or not at all, and replaces nothing unasked', () =>
    withWeird(async (store, file) => {
      const before = readFileSync(file)
      await assert.rejects(
        backup(store, { file, version: '1', secretKey }),
        says(/^There is a file .* already/),
      )
      assert.deepEqual(readFileSync(file), before)
      await backup(store, { file, version: '9.9.9', secretKey, force: true })
      assert.equal((await verifyBackup(file)).head.version, '9.9.9')
      const unmade = newFile()
      const signal = AbortSignal.abort()
      await assert.rejects(
        backup(store, { file: unmade, version: '1', secretKey, signal }),
        says(/was interrupted/),
      )
      const nowhere = join(folder, 'nowhere', 'x.backup')
      await assert.rejects(
        backup(store, { file: nowhere, version: '1', secretKey }),
        says(/^The folder .* is not there/),
      )
      assert.deepEqual(
        readdirSync(folder).filter(name => name.includes('unfinished')),
        [],
      )
      assert.throws(() => statSync(unmade))
    }))

  test('broken off in the middle of a table leaves the store usable', () =>
    withDatabase(async (_, { connection }) => {
      const store = openStore({ connection, connections: 1 })
      try {
        await migrate(store)
        await fillWithMany(store, 50_000)
        const controller = new AbortController()
        const file = newFile()
        const onProgress = ({ rows }: { rows: number }) => rows > 1000 && controller.abort()
        const made = backup(store, {
          file,
          version: '1',
          secretKey,
          onProgress,
          signal: controller.signal,
        })
        await assert.rejects(made, says(/was interrupted/))
        assert.throws(() => statSync(file))
        assert.match((await sumsOf(store)).subscribers!, /^50000 /)
      } finally {
        await store.close()
      }
    }))

  test('whose connection is cut says so and leaves nothing', () =>
    withDatabase(async store => {
      await migrate(store)
      await fillWithMany(store, 50_000)
      const cut = () =>
        store.withClient(client =>
          client.query(
            `select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and pid <> \
pg_backend_pid() and backend_type = 'client backend'`,
          ),
        )
      for (const when of ['before', 'during']) {
        const file = newFile()
        let cuts = 0
        const made = backup(store, {
          file,
          version: '1',
          secretKey,
          whileInSnapshot: async () => void (when === 'before' && (await cut())),
          onProgress: ({ rows }) => {
            if (when === 'during' && rows > 100 && cuts++ === 0) void cut()
          },
        })
        await assert.rejects(made, says(/^The connection to the store was lost/))
        assert.throws(() => statSync(file))
      }
    }))

  test('of an empty store is refused', () =>
    withDatabase(async store => {
      await assert.rejects(backedUp(store), says(/^The store is empty/))
    }))
})

test('the format is as docs/backup.md says', () =>
  withWeird(async (_store, file) => {
    const lines = zstdDecompressSync(readFileSync(file)).toString().split('\n')
    assert.deepEqual(Object.keys(JSON.parse(lines[0]!)), [
      'pennypost',
      'format',
      'version',
      'schema',
      'made',
      'server',
      'secretKey',
      'tables',
    ])
    assert.equal(lines[1], '{"table":"accounts"}')
    assert.equal(lines[3], '\\.')
    assert.deepEqual(Object.keys(JSON.parse(lines[4]!)), ['rows', 'bytes', 'sha256'])
    assert.deepEqual(Object.keys(JSON.parse(lines.at(-2)!)), [
      'end',
      'tables',
      'rows',
      'bytes',
      'sha256',
    ])
    assert.equal(lines.at(-1), '')
  }))
