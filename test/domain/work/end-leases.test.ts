/** The leases of an ended process: in every table that has any, and only its own. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { endLeasesOf, workerId } from '../../../src/domain/work/end-leases.ts'
import { temporaryStore } from '../../support/database.ts'

let setup: Awaited<ReturnType<typeof temporaryStore>>
before(async () => {
  setup = await temporaryStore()
})
after(() => setup.drop())

const ask = async (text: string, values: unknown[] = []) =>
  (await setup.store.run({ name: '', text, again: true }, values)).rows as string[][]

/** A value that a column of this type takes. */
const VALUES: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  text: 'gen_random_uuid()::text',
  boolean: 'false',
  ARRAY: "'{}'",
  jsonb: "'{}'",
  json: "'{}'",
  'timestamp with time zone': 'now()',
}

const TABLES = `select table_name from information_schema.columns
  where table_schema = current_schema() and column_name in ('worker', 'leased_until')
    and (column_name <> 'worker' or data_type = 'uuid')
  group by 1 having count(*) = 2 order by 1`

const CHECKS = `select conrelid::regclass::text, conname from pg_constraint
  where contype in ('c', 'f') and conrelid <> 0
    and connamespace = current_schema()::regnamespace`

const DEAD = '0123456789abcdef'
const ALIVE = '0123456789abcdf0'

test('ends in all tables with leases, and those of others stay', async () => {
  const tables = (await ask(TABLES)).map(([name]) => name!)
  assert.ok(tables.includes('claims') && tables.includes('imports'), tables.join())
  // The values of the other columns say nothing here.
  for (const [table, name] of await ask(CHECKS))
    await ask(`alter table ${table} drop constraint if exists "${name}" cascade`)
  for (const table of tables)
    for (const [id, mark] of [DEAD, ALIVE].entries()) await addLease(table, id + 1, mark)
  await endLeasesOf(setup.store, DEAD)
  for (const table of tables) {
    const rows = await ask(`select worker::text, leased_until < now() from ${table} order by 1`)
    assert.deepEqual(
      rows.map(([worker, ended]) => [worker!.slice(0, 18), String(ended)[0]]),
      [
        ['01234567-89ab-cdef', 't'],
        ['01234567-89ab-cdf0', 'f'],
      ],
      table,
    )
  }
})

async function addLease(table: string, id: number, mark: string): Promise<void> {
  const columns = await ask(
    `select column_name, data_type from information_schema.columns
     where table_schema = current_schema() and table_name = $1 and is_nullable = 'NO'
       and column_default is null and column_name not in ('account_id', 'id', 'worker',
         'leased_until')`,
    [table],
  )
  const idType = await ask(
    `select data_type from information_schema.columns
     where table_schema = current_schema() and table_name = $1 and column_name = 'id'`,
    [table],
  )
  const ownId = idType[0]![0] === 'uuid' ? `'${workerId(mark, '2'.repeat(16))}'` : String(id)
  const given = columns.map(([name, type]) => [name!, VALUES[type!] ?? '0'])
  const names = ['account_id', 'id', 'worker', 'leased_until', ...given.map(([name]) => name)]
  const lease = [`'${workerId(mark, '1'.repeat(16))}'`, "now() + interval '1 hour'"]
  const values = ['1', ownId, ...lease, ...given.map(([, value]) => value)]
  await ask(`insert into ${table} (${names.join()}) values (${values.join()})`)
}
