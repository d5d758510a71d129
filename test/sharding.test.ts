/**
 * The door to a cluster stays open: tables are distributed by account, so keys lead with it,
 * queries stay within one account, and nothing is used that a cluster does not have. Held against
 * the migrated schema and the named queries; docs/architecture.md tells why.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { UNDISTRIBUTED } from '../src/db/cluster/places.ts'
import {
  anchored,
  expanded,
  HELD,
  migrations,
  places,
  queries,
  rest,
  VOLATILE,
} from './sharding-queries.ts'
import { temporaryStore } from './support/database.ts'

const root = resolve(import.meta.dirname, '..')

// ---- the schema

let opened: Awaited<ReturnType<typeof temporaryStore>>
before(async () => {
  opened = await temporaryStore()
})
after(() => opened.drop())

async function rows<T extends Record<string, unknown>>(text: string): Promise<T[]> {
  return opened.store.withClient(async client => (await client.query(text)).rows as T[])
}

const ours = `from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'`
const distributed = async (): Promise<string[]> =>
  (await rows<{ name: string }>(`select c.relname as name ${ours} where c.relkind in ('r', 'p')`))
    .map(({ name }) => name)
    .filter(name => !(name in UNDISTRIBUTED))

describe('the schema', () => {
  test('each table has its account first, or is of all accounts', async () => {
    const columns = await rows<{ table: string; column: string; required: boolean }>(
      `select c.relname as table, a.attname as column, a.attnotnull as required ${ours}
       join pg_attribute a on a.attrelid = c.oid and a.attnum = 1 where c.relkind in ('r', 'p')`,
    )
    assert.ok(columns.length > 10)
    for (const { table, column, required } of columns)
      if (!(table in UNDISTRIBUTED))
        assert.ok(column === 'account_id' && required, `${table}: its first column is ${column}`)
  })

  test('each table has a primary key, which moving a shard needs', async () => {
    const without = await rows<{ name: string }>(
      `select c.relname as name ${ours} where c.relkind in ('r', 'p')
       and not exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
    )
    assert.deepEqual(without, [])
  })

  test('the account is first in each primary key, unique index and foreign key', async () => {
    const keys = await rows<{ table: string; name: string; first: string | null }>(
      `select t.relname as table, c.relname as name, a.attname as first ${ours}
       join pg_index i on i.indexrelid = c.oid and i.indisunique join pg_class t on t.oid = \
i.indrelid
       left join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
       union all
       select c.relname, f.conname, a.attname ${ours}
       join pg_constraint f on f.conrelid = c.oid and f.contype = 'f' join pg_class r on r.oid = \
f.confrelid
       join pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[1]`,
    )
    const wrong = keys.filter(
      ({ table, first }) => !(table in UNDISTRIBUTED) && first !== 'account_id',
    )
    assert.deepEqual(wrong, [])
  })

  test('tables of all accounts exist', async () => {
    const names = (
      await rows<{ name: string }>(`select c.relname as name ${ours} where c.relkind in ('r', 'p')`)
    ).map(({ name }) => name)
    assert.deepEqual(
      Object.keys(UNDISTRIBUTED).filter(name => !names.includes(name)),
      [],
    )
  })

  test('no triggers, rules, sequences, identities; no exclusion or deferrable constraints', async () => {
    const found = await rows(
      `select 'trigger' as kind, t.tgname as name \
${ours} join pg_trigger t on t.tgrelid = c.oid and not t.tgisinternal
       union all select 'rule', r.rulename \
${ours} join pg_rewrite r on r.ev_class = c.oid where c.relkind <> 'v'
       union all select 'sequence', c.relname ${ours} where c.relkind = 'S'
       union all select 'identity', c.relname || '.' || a.attname \
${ours} join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
       union all select 'constraint', k.conname \
${ours} join pg_constraint k on k.conrelid = c.oid and (k.contype = 'x' or k.condeferrable)`,
    )
    assert.deepEqual(found, [])
  })
})

// ---- the queries

describe('the named queries', () => {
  test('hold each distributed table that they read or change to the account', async () => {
    const tables = await distributed()
    const wrong = queries
      .filter(({ text }) => /:accountId\b/.test(text))
      .filter(({ text }) => places(text, tables) > [...text.matchAll(HELD)].length)
    assert.deepEqual(
      wrong.map(({ where }) => where),
      [],
    )
  })

  test('an insert of rows from outside reads from a table of the account too, so that it goes to its shard whole', async () => {
    const tables = await distributed()
    const wrong = [...queries, ...migrations].filter(({ text }) => !anchored(text, tables))
    assert.deepEqual(
      wrong.map(({ where }) => where),
      [],
    )
  })

  test('no moment, random value or counter is made in do update set', () => {
    const wrong: string[] = []
    for (const { where, text } of [...queries, ...migrations]) {
      for (const { index } of text.matchAll(/\bdo\s+update\s+set\b/gi)) {
        if (VOLATILE.test(rest(text.slice(index)).split(/\breturning\b/i)[0]!)) wrong.push(where)
      }
    }
    assert.deepEqual(wrong, [])
  })

  test('no random value is made in an update', () => {
    const wrong = [...queries, ...migrations].filter(({ text }) =>
      /\bupdate\s+\w+[^;]*\b(?:random|gen_random_uuid)\s*\(/i.test(text),
    )
    assert.deepEqual(wrong, [])
  })

  test('columns are named, never all of them', () => {
    const wrong = queries.filter(
      ({ text }) =>
        /\bselect\s+(?:\w+\.)?\*\s+from\s+(?!unnest\b)/i.test(text) ||
        /\breturning\s+\*/i.test(text),
    )
    assert.deepEqual(
      wrong.map(({ where }) => where),
      [],
    )
  })

  test('no account is moved to another', () => {
    const wrong = queries.filter(({ text }) =>
      /\bset\b[^;]*?(?:,|\bset)\s*account_id\s*=/i.test(text),
    )
    assert.deepEqual(wrong, [])
  })
})

describe('the program', () => {
  const sources = globSync('src/**/*.{ts,sql}', { cwd: root, exclude: ['**/*.sql.ts'] }).map(
    file => ({
      file,
      text: readFileSync(join(root, file), 'utf8'),
    }),
  )

  test('takes no advisory lock but for migrations, and does not depend on notifications', () => {
    const locks = sources
      .filter(({ text }) => /\bpg_(?:try_)?advisory/i.test(text))
      .map(({ file }) => file)
    assert.deepEqual(locks, ['src/db/migrate.ts'])
    const notified = sources.filter(({ text }) =>
      /\bpg_notify\b|['"`]\s*(?:un)?listen\s+\w|['"`]\s*notify\s+\w/i.test(text),
    )
    assert.deepEqual(
      notified.map(({ file }) => file),
      [],
    )
  })

  test('reads long answers page by page: no cursors', () => {
    const cursors = sources.filter(({ text }) =>
      /\bdeclare\s+\w+\s+(?:no\s+scroll\s+)?cursor\b|pg-cursor|pg-query-stream/i.test(text),
    )
    assert.deepEqual(
      cursors.map(({ file }) => file),
      [],
    )
  })
})

describe('these checks', () => {
  const tables = ['lists', 'subscribers']
  const held = (text: string) => places(text, tables) <= [...text.matchAll(HELD)].length

  test('find a table that is not held to the account', () => {
    assert.ok(held('select 1 from lists l where l.account_id = :accountId'))
    assert.ok(
      !held(
        'select 1 from lists l join subscribers s on s.id = l.id where l.account_id = :accountId',
      ),
    )
    assert.ok(
      held(
        'select 1 from lists l join subscribers s on s.account_id = l.account_id where ' +
          'l.account_id = :accountId',
      ),
    )
    assert.ok(!held('select 1 from lists l, subscribers s where l.account_id = :accountId'))
    assert.ok(
      !held(
        'with a as (select 1 from lists where account_id = :accountId) update subscribers ' +
          'set x = 1 from a',
      ),
    )
    assert.ok(held('insert into lists (account_id) values (:accountId)'))
  })

  test('find rows from outside without an anchor', () => {
    const insert = 'insert into subscribers as s (account_id, id) select'
    assert.ok(
      !anchored(
        `${insert} :accountId, i.id from unnest(:ids) i (id) on conflict do nothing`,
        tables,
      ),
    )
    assert.ok(
      anchored(
        `${insert} l.account_id, i.id from lists l, unnest(:ids) i (id) where l.account_id ` +
          '= :accountId',
        tables,
      ),
    )
    assert.ok(
      !anchored(
        `with i as (select * from unnest(:ids) i (id)) ${insert} :accountId, id from i`,
        tables,
      ),
    )
    assert.ok(
      !anchored(
        'with i as (select * from unnest(:ids) i (id)), l as (select 1 from lists) ' +
          `${insert} 1, id from i`,
        tables,
      ),
    )
  })

  test('follow named parts', () => {
    const text =
      'with given as (select 1 from unnest(:a)), b as (select 1 from given) insert into x ' +
      '(y) select 1 from b'
    assert.match(expanded('select 1 from b', text), /unnest/)
    assert.doesNotMatch(expanded('select 1 from c', text), /unnest/)
  })
})
