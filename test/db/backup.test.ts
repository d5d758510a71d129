/** Backup and restore: what comes back is what was there, or nothing. */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { backup } from '../../src/db/backup.ts'
import { BackupFailed } from '../../src/db/backup-format.ts'
import { openBackup, verifyBackup } from '../../src/db/backup-reader.ts'
import { openStore, type Store } from '../../src/db/db.ts'
import { applyMigration, migrate, migrations, schemaNumber, underMigrationLock } from '../../src/db/migrate.ts'
import { ourTables, tableNames } from '../../src/db/our-tables.ts'
import { restore } from '../../src/db/restore.ts'
import { assertEmpty, fillWithMany, fillWithWeird, secretKey, sumsOf, withDatabase } from './backup-setup.ts'

const folder = mkdtempSync(join(tmpdir(), 'pennypost-backup-'))
after(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const newFile = () => join(folder, `${++files}.backup`)

async function backedUp(store: Store): Promise<string> {
  const file = newFile()
  await backup(store, { file, version: '0.0.1', secretKey })
  return file
}

async function restored(store: Store, file: string, options = {}) {
  const opened = await openBackup(file)
  try {
    return await restore(store, opened, options)
  } finally {
    opened.close()
  }
}

/** A store with everything weird in it, and its backup. */
const withWeird = <T>(work: (store: Store, file: string) => Promise<T>) =>
  withDatabase(async store => {
    await migrate(store)
    await fillWithWeird(store)
    return work(store, await backedUp(store))
  })

/** The backup with its text changed. */
function changed(file: string, change: (text: string) => string): string {
  const other = newFile()
  writeFileSync(other, zstdCompressSync(change(zstdDecompressSync(readFileSync(file)).toString())))
  return other
}

const says = (message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof BackupFailed, `${error}`)
  assert.match(error.message, message)
  return true
}

describe('a backup', () => {
  test('holds every table the migrations make, and there are no sequences it would miss', () =>
    withDatabase(async store => {
      await migrate(store)
      const { tables, sequences, known } = await store.withClient(async client => {
        const made = await client.query(
          "select c.relname as name, c.relkind as kind from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = current_schema() and c.relkind in ('r', 'p', 'S', 'm', 'f') and not c.relispartition order by 1",
        )
        const names = (kinds: string) => made.rows.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name)
        return { tables: names('rpmf'), sequences: names('S'), known: await ourTables(client, schemaNumber()) }
      })
      assert.deepEqual(
        known
          .map(({ name }) => name)
          .concat('schema_migrations')
          .sort(),
        tables,
      )
      assert.deepEqual(sequences, [])
    }))

  test('brings everything back, whatever the texts hold', () =>
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
        await other.withClient(client => client.query('update subscribers set fields[2] = null where id = 3'))
        assert.notDeepEqual(await sumsOf(other), await sumsOf(store))
      })
    }))

  test('is told apart from what is no backup, and from a newer form', () =>
    withWeird(async (_store, file) => {
      const text = newFile()
      writeFileSync(text, 'hello')
      await assert.rejects(openBackup(text), says(/is not a backup of Pennypost/))
      await assert.rejects(openBackup(join(folder, 'none')), says(/^There is no file/))
      await assert.rejects(openBackup(changed(file, () => 'hello\n')), says(/is damaged/))
      await assert.rejects(openBackup(changed(file, () => '{}\n')), says(/is not a backup/))
      await assert.rejects(openBackup(changed(file, all => all.replace('"format":1', '"format":2'))), says(/does not know/))
      const newer = changed(file, all => all.replace(/"schema":\d+/, '"schema":9999'))
      await withDatabase(async other => {
        await assert.rejects(restored(other, newer), says(/with schema 9999; this version knows/))
      })
    }))

  test('appears whole or not at all, and replaces nothing unasked', () =>
    withWeird(async (store, file) => {
      const before = readFileSync(file)
      await assert.rejects(backup(store, { file, version: '1', secretKey }), says(/^There is a file .* already/))
      assert.deepEqual(readFileSync(file), before)
      await backup(store, { file, version: '9.9.9', secretKey, force: true })
      assert.equal((await verifyBackup(file)).head.version, '9.9.9')
      const unmade = newFile()
      const signal = AbortSignal.abort()
      await assert.rejects(backup(store, { file: unmade, version: '1', secretKey, signal }), says(/broken off/))
      const nowhere = join(folder, 'nowhere', 'x.backup')
      await assert.rejects(backup(store, { file: nowhere, version: '1', secretKey }), says(/^The folder .* is not there/))
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
        const made = backup(store, { file, version: '1', secretKey, onProgress, signal: controller.signal })
        await assert.rejects(made, says(/broken off/))
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
            'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
          ),
        )
      for (const when of ['before', 'during']) {
        const file = newFile()
        let cuts = 0
        const made = backup(store, {
          file,
          version: '1',
          secretKey,
          inMoment: async () => void (when === 'before' && (await cut())),
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

describe('a restore', () => {
  test('takes only an empty store', () =>
    withWeird(async (store, file) => {
      const before = await sumsOf(store)
      await assert.rejects(restored(store, file), says(/^The store is not empty \(there are rows in accounts\)/))
      assert.deepEqual(await sumsOf(store), before)
    }))

  test('takes a store whose schema is there already, and leaves tables of others alone', () =>
    withWeird(async (store, file) => {
      await withDatabase(async other => {
        await migrate(other)
        await other.withClient(client => client.query("create table foreign_one as select 'theirs' as whose"))
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
        const twice = changed(file, all => all.replace(/(\{"table":"tenants"\}\n)(1\n)/, '$1$2$2'))
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
        await client.query("insert into accounts (id, username, username_key, password_hash) values (7, 'a', 'a', 'x')")
        await client.query("insert into demographic_fields values (7, 1, 'Town', 'text')")
      })
      const file = await backedUp(old)
      assert.equal((await verifyBackup(file)).head.schema, 1)
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
          const before = await sumsOf(old)
          for (const name of tableNames(1)) assert.equal(sums[name], before[name], name)
          assert.deepEqual(await migrate(store), [])
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
              'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
            ),
          )
        const onProgress = ({ rows }: { rows: number }) => {
          if (rows > 100 && cuts++ === 0) void cut()
        }
        await assert.rejects(restored(store, file, { onProgress }), says(/^The connection to the store was lost/))
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
    assert.deepEqual(Object.keys(JSON.parse(lines.at(-2)!)), ['end', 'tables', 'rows', 'bytes', 'sha256'])
    assert.equal(lines.at(-1), '')
  }))
