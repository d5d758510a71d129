/**
 * Functions in the store are applied whenever their text changes, and never replaced by older ones.
 */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { functionFiles } from '../../src/db/functions.ts'
import { migrate } from '../../src/db/migrate.ts'
import { StoreIsNewer } from '../../src/db/store-is-newer.ts'
import { temporaryStore } from '../support/database.ts'

const RECORDED = new URL('./function-hashes.txt', import.meta.url)

const lines = (): string[] =>
  functionFiles().map(({ file, version, hash }) => `${hash}  ${file} ${version}\n`)

const versionsOf = (recorded: string[]): Map<string, { hash: string; version: number }> =>
  new Map(
    recorded.map(line => {
      const [hash, file, version] = line.trim().split(/ +/)
      return [file!, { hash: hash!, version: Number(version) }]
    }),
  )

describe('the functions in the store', () => {
  test('a text that is another than the one recorded has a later version', () => {
    const recorded = readFileSync(RECORDED, 'utf8').split(/(?<=\n)/)
    const known = versionsOf(recorded)
    const notCounted = functionFiles().filter(({ file, version, hash }) => {
      const before = known.get(file)
      return before !== undefined && before.hash !== hash && version <= before.version
    })
    assert.deepEqual(
      notCounted.map(({ file }) => file),
      [],
      'count up the version in the first line of the file',
    )
    if (process.env.RECORD_MIGRATIONS === '1') writeFileSync(RECORDED, lines().join(''))
    else assert.deepEqual(lines(), recorded, 'record the new version: RECORD_MIGRATIONS=1')
  })

  test('one whose text has changed is replaced; the others are left alone', async () => {
    const { store, drop } = await temporaryStore()
    try {
      const query = (text: string) => store.withClient(client => client.query(text))
      const source = async () =>
        (await query("select prosrc from pg_proc where proname = 'merge_fields'")).rows[0].prosrc
      const before = await source()
      await query(`create or replace function merge_fields(known text[], \
given text[]) returns text[]
        language sql immutable as 'select given'`)
      assert.deepEqual(await migrate(store), [], 'what the store has is known by its hash')
      await query(
        "update schema_functions set hash = 'x', version = 0 where file = 'merge_fields.sql'",
      )
      assert.deepEqual(await migrate(store), ['functions/merge_fields.sql'])
      assert.equal(await source(), before)
      const { rows } = await query('select file, version, hash from schema_functions order by file')
      assert.deepEqual(
        rows,
        functionFiles().map(({ file, version, hash }) => ({ file, version, hash })),
      )
      assert.deepEqual(await migrate(store), [])
    } finally {
      await drop()
    }
  })

  test('a store with a later version is refused, and nothing in it is changed', async () => {
    const { store, drop } = await temporaryStore()
    try {
      const query = (text: string) => store.withClient(client => client.query(text))
      await query(
        "update schema_functions set hash = 'x', version = 99 where file = 'fold_hits.sql'",
      )
      await query("update schema_functions set hash = 'x' where file = 'merge_fields.sql'")
      await assert.rejects(migrate(store), (error: Error) => {
        assert.ok(error instanceof StoreIsNewer)
        return /version 99 of functions\/fold_hits\.sql.*Start the newer version/.test(
          error.message,
        )
      })
      const { rows } = await query(
        "select hash from schema_functions where file = 'merge_fields.sql'",
      )
      assert.deepEqual(rows, [{ hash: 'x' }])
    } finally {
      await drop()
    }
  })

  test('those in SQL are inlined: a query with a rule costs what it costs with the words written out', async () => {
    const { store, drop } = await temporaryStore()
    try {
      const query = (text: string) => store.withClient(client => client.query(text))
      const { rows } = await query(`
        select p.proname as name, array(select format_type(t, \
null) from unnest(p.proargtypes) t) as types
        from pg_proc p join pg_language l on l.oid = p.prolang
        where p.pronamespace = 'public'::regnamespace and l.lanname = 'sql'`)
      assert.ok(rows.length > 0)
      for (const { name, types } of rows as { name: string; types: string[] }[]) {
        const columns = types.map((type, i) => `null::${type} as a${i}`).join(', ')
        const call = `${name}(${types.map((_, i) => `a${i}`).join(', ')})`
        const plan = await query(
          `explain (verbose) select ${call} from (select ${columns} offset 0) row`,
        )
        assert.doesNotMatch(
          JSON.stringify(plan.rows),
          new RegExp(name),
          `${name} is called, not inlined`,
        )
      }
    } finally {
      await drop()
    }
  })

  test('one that a later version of the program has added does no harm', async () => {
    const { store, drop } = await temporaryStore()
    try {
      const added =
        "insert into schema_functions (file, version, hash) values ('added.sql', 1, 'x')"
      await store.withClient(client => client.query(added))
      assert.deepEqual(await migrate(store), [])
    } finally {
      await drop()
    }
  })
})
