/** How a real cluster plans each statement, held against what is recorded. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import type pg from 'pg'
import {
  bodies,
  lineOf,
  PROOF,
  proofs,
  type Statement,
  statements,
  type Way,
} from './sharding-proof.ts'
import { temporaryStore } from './support/database.ts'

/** A value of each type, so that no condition is known to be false; null for others. */
const VALUES: Record<string, string> = {
  bigint: '7',
  integer: '7',
  smallint: '1',
  text: "'1'",
  boolean: 'true',
  'double precision': '1',
  real: '1',
  numeric: '1',
  date: "'2020-02-02'",
  'timestamp with time zone': "'2020-02-02 02:02+00'",
  uuid: "'00000000-0000-4000-8000-000000000000'",
}

function sampleOf(type: string): string {
  const element = type.replace(/\[\]$/, '')
  const value = VALUES[element]
  if (value === undefined) return 'null'
  return element === type ? value : `array[${value}]::${type}`
}

/** Not in a transaction: there, a call of a function is not sent to its node. */
async function planned(client: pg.ClientBase, { text, names }: Statement): Promise<Way> {
  try {
    await client.query(`prepare proof as ${text}`)
    const { rows } = await client.query<{ types: string[] }>(
      "select parameter_types::text[] as types from pg_prepared_statements where name = 'proof'",
    )
    const values = rows[0]!.types.map((type, i) =>
      names[i] === 'accountId' ? '1' : sampleOf(type),
    )
    const given = values.length > 0 ? `(${values.join()})` : ''
    const plan = await client.query<{ 'QUERY PLAN': string }>(
      `explain (costs off) execute proof${given}`,
    )
    return wayOf(plan.rows.map(row => row['QUERY PLAN']))
  } catch (error) {
    if (process.env.SHOW_REFUSED === '1') console.log(text.slice(0, 200), String(error))
    return 'refused'
  } finally {
    await client.query('deallocate all')
  }
}

function wayOf(lines: string[]): Way {
  const count = (words: RegExp) => lines.filter(line => words.test(line)).length
  if (count(/Custom Scan \(Citus/) === 0) return 'local'
  if (count(/Distributed Subplan|pull to coordinator/) > 0) return 'steps'
  const tasks = lines.map(line => Number(/Task Count: (\d+)/.exec(line)?.[1] ?? 0))
  if (count(/Custom Scan \(Citus/) > 1) return 'steps'
  return Math.max(...tasks) > 1 ? 'all' : 'whole'
}

test('statements are planned as recorded', async () => {
  const { store, drop } = await temporaryStore()
  try {
    const found = await store.withClient(async client => {
      const version = await client.query("select substring(citus_version(), '[0-9.]+') as citus")
      const { citus } = version.rows[0]
      const lines = bodies.map(body => lineOf(body, { way: 'body', citus }))
      for (const statement of statements)
        lines.push(lineOf(statement, { way: await planned(client, statement), citus }))
      return lines
    }, 'upkeep')
    if (process.env.RECORD_CLUSTER === '1') writeFileSync(PROOF, found.join(''))
    const known = proofs()
    const wayIn = (line: string) => {
      const [hash, , way, name] = line.trim().split(/\s+/)
      return { way, known: known.get(`${name} ${hash}`)?.way, name }
    }
    assert.deepEqual(
      found.map(wayIn).filter(({ way, known: recorded }) => way !== recorded),
      [],
      'record what is true now: RECORD_CLUSTER=1',
    )
  } finally {
    await drop()
  }
})
