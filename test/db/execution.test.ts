/**
 * What goes to the store as a value comes back as it was, and a statement that was refused may be
 * sent again.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import type { Db, Store } from '../../src/db/db.ts'
import type { Deadline } from '../../src/db/deadlines.ts'
import { openStore } from '../../src/db/open-store.ts'
import type { StatementResult } from '../../src/db/statement.ts'
import { testServer } from '../support/database.ts'

let store: Store
let release: () => Promise<void>

before(async () => {
  const server = await testServer()
  // One connection: a statement that was prepared meets itself again.
  store = openStore({ connection: server.connection, connections: 1 })
  release = server.release
})
after(async () => {
  await store.close()
  await release()
})

const run = (text: string, ...values: unknown[]): Promise<StatementResult> =>
  store.run({ name: `test ${text}`.slice(0, 63), text, again: false }, values)
const cell = async (text: string, ...values: unknown[]) => (await run(text, ...values)).rows[0]![0]

// PostgreSQL keeps no NUL, and UTF-8 no half of a pair.
const text = fc
  .string({ unit: 'grapheme', maxLength: 60 })
  .filter(text => !text.includes('\0') && text.isWellFormed())
const awkward = fc.constantFrom(
  '',
  'NULL',
  'null',
  '"',
  '\\',
  '\\"',
  '{',
  '}',
  ',',
  ' ',
  "'",
  '\n',
  '{"a","b"}',
  'Åsa Öberg €',
)

describe('values', () => {
  test('texts, and lists of them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.option(fc.oneof(text, awkward)), { maxLength: 12 }),
        async list => {
          assert.equal(await cell('select array_to_json($1::text[])', list), JSON.stringify(list))
          for (const one of list) assert.equal(await cell('select $1::text', one), one)
        },
      ),
      { numRuns: 50 },
    )
  })

  test('numbers, truths, moments and bytes, and lists of them', async () => {
    assert.equal(await cell('select $1::bigint', 9_007_199_254_740_991), '9007199254740991')
    assert.equal(await cell('select $1::float8', -0.25), '-0.25')
    assert.equal(await cell('select $1::bigint[]', [1, null, 2n]), '{1,NULL,2}')
    assert.equal(await cell('select $1::boolean', true), 't')
    assert.equal(await cell('select $1::boolean[]', [true, false]), '{t,f}')
    const moment = new Date('2026-03-29T01:30:00.123Z')
    assert.equal(await cell('select $1::timestamptz', moment), '2026-03-29 02:30:00.123+01')
    assert.equal(
      await cell('select ($1::timestamptz[])[2]', [null, moment]),
      '2026-03-29 02:30:00.123+01',
    )
    for (const [text, shown] of [
      ['0001-01-01T00:00:00Z', '0001-01-01 01:00:00+01'],
      ['0000-06-01T00:00:00Z', '0001-06-01 01:00:00+01 BC'],
      ['-000099-06-01T00:00:00Z', '0100-06-01 01:00:00+01 BC'],
      ['+012345-06-01T00:00:00Z', '12345-06-01 01:00:00+01'],
    ] as const)
      assert.equal(await cell('select $1::timestamptz', new Date(text)), shown)
    const bytes = Buffer.from([0, 255, 92, 34, 123])
    assert.equal(await cell('select $1::bytea', bytes), '\\x00ff5c227b')
    assert.equal(await cell('select ($1::bytea[])[2]', [Buffer.alloc(0), bytes]), '\\x00ff5c227b')
    assert.equal(await cell('select $1::int is null and $2::int is null', null, undefined), 't')
  })

  test('of no kind we know of are refused before anything is sent', async () => {
    await assert.rejects(run('select $1::text', { a: 1 }), /unsupported type/)
    await assert.rejects(run('select $1::text[]', ['a', { a: 1 }]), /unsupported type/)
    assert.equal(await cell('select $1::text', 'still answers'), 'still answers')
  })
})

describe('answers', () => {
  test('rows in their order, without rows a count', async () => {
    assert.deepEqual(await run('select n, null from generate_series($1::int, 3) n', 1), {
      rows: [
        ['1', null],
        ['2', null],
        ['3', null],
      ],
      count: 3,
    })
    await run('create temporary table execution_rows (n int)')
    assert.equal(
      (await run('insert into execution_rows select generate_series(1, $1::int)', 12)).count,
      12,
    )
    assert.equal((await run('update execution_rows set n = n where n < $1::int', 4)).count, 3)
    assert.equal((await run('delete from execution_rows where n < $1::int', 0)).count, 0)
  })

  test('errors with their code and a trace; the same statement may follow', async () => {
    const divide = (by: number) => cell('select 10 / $1::int', by)
    for (const by of [2, 0, 5, 0, 1]) {
      if (by > 0) assert.equal(await divide(by), String(10 / by))
      else
        await assert.rejects(
          divide(by),
          (error: Error & { code?: string }) =>
            error.code === '22012' && /execution\.test/.test(error.stack!),
        )
    }
    // Refused while it is prepared, and while its values are bound.
    await assert.rejects(run('select no_such_function($1::int)', 1), { code: '42883' })
    await assert.rejects(run('select no_such_function($1::int)', 1), { code: '42883' })
    await assert.rejects(run('select $1::int + 1', 'x'), { code: '22P02' })
    assert.equal(await cell('select $1::int + 1', '1'), '2')
  })

  test('each caller its own, while many wait for the connection', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => cell('select $1::int * 2', n)),
    )
    assert.deepEqual(
      answers,
      Array.from({ length: 200 }, (_, n) => String(n * 2)),
    )
  })
})

test('a statement that is planned for its values is not kept', async () => {
  const text = 'select count(*) from unnest($1::int[])'
  const custom = { name: 'custom', text, again: true, custom: true }
  for (const many of [1, 3, 200]) {
    const numbers = Array.from({ length: many }, (_, n) => n)
    assert.deepEqual((await store.run(custom, [numbers])).rows, [[String(many)]])
  }
  const kept = 'select count(*) from pg_prepared_statements where statement = $1'
  assert.equal(await cell(kept, text), '0')
})

describe('a generic plan', () => {
  const PLANS = "select current_setting('plan_cache_mode'), n from generate_series(1, $1::int) n"
  const PREPARED = 'select count(*) from pg_prepared_statements where statement = $1'
  const generic = (db: Db, deadline: Deadline, n: unknown) =>
    db.run({ name: 'generic', text: PLANS, again: false, generic: true, deadline }, [n])

  test('is that of the statement alone, which is not prepared', async () => {
    for (const deadline of ['usual', 'long', 'usual'] as const) {
      const rows = ['1', '2'].map(n => ['force_generic_plan', n])
      assert.deepEqual(await generic(store, deadline, 2), { rows, count: 2 })
      assert.equal(await cell("select current_setting('plan_cache_mode')"), 'auto')
    }
    assert.equal(await cell(PREPARED, PLANS), '0')
    await assert.rejects(generic(store, 'long', 'x'), { code: '22P02' })
    assert.equal(await cell("select current_setting('plan_cache_mode')"), 'auto')
  })

  test('ends in a transaction as well', () =>
    store.transact(async tx => {
      assert.equal((await generic(tx, 'usual', 1)).rows[0]![0], 'force_generic_plan')
      const text = "select current_setting('plan_cache_mode')"
      const { rows } = await tx.run({ name: 'plans', text, again: true }, [])
      assert.deepEqual(rows, [['auto']])
    }))
})
