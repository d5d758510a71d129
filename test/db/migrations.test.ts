/**
 * A migration that a store may have applied never changes: a change comes as a further
 * one.
 */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { MigrationDiffers, migrate, migrations } from '../../src/db/migrate.ts'
import { temporaryStore } from '../support/database.ts'
import { backedUp } from './backup-setup.ts'

const RECORDED = new URL('./migration-hashes.txt', import.meta.url)

const hashes = () => migrations().map(({ file, hash }) => `${hash}  ${file}\n`)

test('the text of each migration is the one that was recorded', () => {
  if (process.env.RECORD_MIGRATIONS === '1') writeFileSync(RECORDED, hashes().join(''))
  const recorded = readFileSync(RECORDED, 'utf8').split(/(?<=\n)/)
  assert.deepEqual(
    hashes(),
    recorded,
    'add a further migration instead of changing one, and record it: RECORD_MIGRATIONS=1',
  )
})

test('a store keeps the hashes, and one that was made with another text is refused', async () => {
  const { store, drop } = await temporaryStore()
  try {
    const { rows } = await store.withClient(client =>
      client.query('select hash, file from schema_migrations order by number'),
    )
    assert.deepEqual(
      rows,
      migrations().map(({ hash, file }) => ({ hash, file })),
    )
    assert.deepEqual(await migrate(store), [])
    const edit = "update schema_migrations set hash = 'x' where number = 3"
    await store.withClient(client => client.query(edit))
    await assert.rejects(migrate(store), (error: Error) => {
      assert.ok(error instanceof MigrationDiffers)
      return /0003-filters\.sql.*an empty store/.test(error.message)
    })
    const forget = 'alter table schema_migrations drop column hash'
    await store.withClient(client => client.query(forget))
    assert.deepEqual(await migrate(store), [], 'what was applied before is taken as it is')
  } finally {
    await drop()
  }
})

test('a store that was made with migrations that are not there any more is refused, and told what to do', async () => {
  const { store, drop } = await temporaryStore()
  try {
    // As by files of before the first release, of which there were more.
    await store.withClient(async client => {
      await client.query(
        "update schema_migrations set file = '0003-sendings.sql', hash = null where number = 3",
      )
      await client.query(
        "insert into schema_migrations (number, file) values (999, '0999-files-at-work.sql')",
      )
    })
    const toldWhatToDo = (error: Error) => {
      assert.ok(error instanceof MigrationDiffers, error.message)
      return /0003-sendings\.sql.*another DATA_DIR, or a new database for DATABASE_URL/.test(
        error.message,
      )
    }
    await assert.rejects(migrate(store), toldWhatToDo)
    await assert.rejects(backedUp(store), toldWhatToDo)
  } finally {
    await drop()
  }
})

test('the ledger takes no state that it does not know', async () => {
  const { store, drop } = await temporaryStore()
  try {
    const added = (state: string) =>
      store.withClient(client =>
        client.query(`insert into deliveries (account_id, source_kind, source_id, id, email, state)
          values (1, 1, 1, 1, 'p@example.test', '${state}')`),
      )
    await assert.rejects(added('sent'), { code: '23514' })
    await added('accepted')
    const changed = "update deliveries set state = 'lost'"
    await assert.rejects(
      store.withClient(client => client.query(changed)),
      { code: '23514' },
    )
  } finally {
    await drop()
  }
})
