/**
 * Filling a store with values that are hard to carry, and comparing stores by checksums that the
 * server computes over all rows.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type pg from 'pg'
import { backup } from '../../src/db/backup/backup.ts'
import { BackupFailed } from '../../src/db/backup/format.ts'
import { ourTables } from '../../src/db/backup/our-tables.ts'
import { openBackup } from '../../src/db/backup/reader.ts'
import { restore } from '../../src/db/backup/restore.ts'
import { recordSecret } from '../../src/db/backup/secret.ts'
import type { Store } from '../../src/db/db.ts'
import { migrate, schemaNumber, storeNumber } from '../../src/db/migrate.ts'
import { openStore } from '../../src/db/open-store.ts'
import { type CommandDatabase, emptyDatabase } from '../cli/setup.ts'

export const secretKey = recordSecret('a secret of forty characters, for testing', 'plain')

export type Checksums = Record<string, string>

/** For each table the number of rows and a sum over them, in any order. */
export async function checksums(client: pg.ClientBase): Promise<Checksums> {
  const sums: Checksums = {}
  for (const { name } of await ourTables(client, await storeNumber(client))) {
    const { rows } = await client.query(
      `select count(*) || ' ' || coalesce(sum(('x' || left(md5(t::text), ` +
        `15))::bit(60)::bigint::numeric), 0) as sum from ${name} t`,
    )
    sums[name] = rows[0].sum
  }
  return sums
}

/** What checksums() is blind to can't be: that it finds a difference is tested with it. */
export const sumsOf = (store: Store): Promise<Checksums> => store.withClient(checksums)

/** An empty database with a store on it, for one test. */
export async function withDatabase<T>(
  work: (store: Store, database: CommandDatabase) => Promise<T>,
  on?: pg.ClientConfig,
): Promise<T> {
  const database = await emptyDatabase(on)
  const store = openStore({ connection: database.connection })
  try {
    return await work(store, database)
  } finally {
    await store.close()
    await database.drop()
  }
}

const WEIRD = [
  '\\.',
  '\\',
  '\\N',
  'NULL',
  '',
  ' ',
  "O'Brien; drop table subscribers; --",
  '"quoted" {braces}, commas',
  'tab\tnew\nline\r\nreturn\b\f\v',
  'Åsa Öberg €',
  '👩‍👩‍👧‍👦 🇸🇪 e\u0301',
  '\u200f\ufeff\u{10ffff}',
  'x'.repeat(20_000),
]

/** Rows in every table of the first two migrations, with texts that an escaping could get wrong. */
export async function fillWithWeird(store: Store): Promise<void> {
  await store.withClient(async client => {
    const query = (text: string, ...values: unknown[]) => client.query(text, values)
    await query(
      "insert into accounts (id, username, username_key, password_hash) values (1, 'shop', " +
        "'shop', '$argon2id$\\')",
    )
    await query('insert into tenants values (1)')
    await query(
      "insert into counters values (1, 'subscriber', 9007199254740991), (0, 'account', 2)",
    )
    await query(
      "insert into signing_keys (id, sealed_secret, retired_at) values (1, 'v1.a', now()), " +
        "(2, 'v1.b', null)",
    )
    await query(
      "insert into login_links (account_id, token_hash, expires_at) values (1, 'h', '-infinity')",
    )
    await query(
      "insert into sessions (account_id, token_hash, expires_at) values (1, 'h', 'infinity')",
    )
    await query("insert into demographic_fields values (1, 5, 'Größe', 'number')")
    await query(
      "insert into lists (account_id, id, name, from_name, from_email) values (1, 1, $1, 'n', 'e')",
      WEIRD[6],
    )
    for (const [i, text] of WEIRD.entries()) {
      await query(
        `insert into subscribers (account_id, id, email, email_key, name, fields, created_at, \
undeliverable_reason)
         values (1, $1, $2, $2, $3, $4, '2026-03-29 02:30:00.123456+01', $5)`,
        i + 1,
        `${i}@example.com`,
        text,
        [null, text, '', null, ...WEIRD],
        i % 2 === 0 ? text : null,
      )
      await query(
        "insert into subscriptions values (1, $1, 1, '0044-03-15 12:00:00 BC', $2, 'link')",
        i + 1,
        i % 3 === 0 ? 'infinity' : null,
      )
    }
    await query(
      'insert into subscribers (account_id, id, email, email_key, fields) values (1, 99, ' +
        "'z', 'z', '[3:4]={a,b}')",
    )
    await query(
      'insert into opt_outs (account_id, id, subscriber_id, email, email_key, list_text) ' +
        "values (1, 1, 1, 'e', 'e', '\\')",
    )
    await query("insert into list_milestones values (1, 1, 1000, 'epoch', 1)")
    await query("insert into list_departures values (1, 1, 'epoch', 1)")
  })
}

/** Many subscribers, made by the server. */
export async function fillWithMany(store: Store, count: number): Promise<void> {
  await store.withClient(async client => {
    await client.query(
      "insert into accounts (id, username, username_key, password_hash) values (1, 'shop', " +
        "'shop', 'x')",
    )
    await client.query(
      `insert into subscribers (account_id, id, email, email_key, fields)
       select 1, i, e, e, array[e, null, md5(e)] from generate_series(1, $1::int) i, \
lateral (select i || '@example.com' as e) one`,
      [count],
    )
  })
}

export async function assertEmpty(store: Store): Promise<void> {
  const filled = await store.withClient(async client => {
    const sums = await checksums(client)
    return {
      schema: await storeNumber(client),
      tables: Object.keys(sums).filter(name => !sums[name]!.startsWith('0 ')),
    }
  })
  assert.deepEqual(filled.tables, [])
  assert.ok(filled.schema === 0 || filled.schema === schemaNumber())
}

export const folder = mkdtempSync(join(tmpdir(), 'pennypost-backup-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
let files = 0
export const newFile = () => join(folder, `${++files}.backup`)

export async function backedUp(store: Store): Promise<string> {
  const file = newFile()
  await backup(store, { file, version: '0.0.1', secretKey })
  return file
}

export async function restored(store: Store, file: string, options = {}) {
  const opened = await openBackup(file)
  try {
    return await restore(store, opened, options)
  } finally {
    opened.close()
  }
}

/** A store with everything weird in it, and its backup. */
export const withWeird = <T>(work: (store: Store, file: string) => Promise<T>) =>
  withDatabase(async store => {
    await migrate(store)
    await fillWithWeird(store)
    return work(store, await backedUp(store))
  })

/** The backup with its text changed. */
export function changed(file: string, change: (text: string) => string): string {
  const other = newFile()
  writeFileSync(other, zstdCompressSync(change(zstdDecompressSync(readFileSync(file)).toString())))
  return other
}

export const says = (message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof BackupFailed, `${error}`)
  assert.match(error.message, message)
  return true
}
