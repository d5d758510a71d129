/**
 * A statement for the node of an account names the tables of its shard, and is otherwise unchanged.
 */
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, test } from 'node:test'
import { parseQueries } from '../../scripts/sql-queries.ts'
import { inShards } from '../../src/db/at-node/shard-groups.ts'
import { UNDISTRIBUTED } from '../../src/db/cluster/places.ts'
import { functionFiles } from '../../src/db/functions.ts'
import { temporaryStore } from '../support/database.ts'

const root = resolve(import.meta.dirname, '../..')

const queries = globSync('src/**/*.sql', {
  cwd: root,
  exclude: ['src/db/{migrations,functions}/**'],
})
  .flatMap(file => parseQueries(join(root, file)))
  .filter(({ names }) => names.includes('accountId'))

const functions = functionFiles()
  .flatMap(({ statements }) => statements)
  .filter(text => /function \w+\(\s*p_account_id\b/.test(text))

describe('statements for the node of an account', () => {
  test('change no table that lies on all nodes, and read none of the coordinator', () => {
    const changed = /\b(?:insert\s+into|update|delete\s+from)\s+(\w+)/gi
    const isLocal = (word: string) => UNDISTRIBUTED[word] === 'local'
    const marked = queries.filter(({ node }) => node).map(({ text }) => text)
    const wrong = [...marked, ...functions].filter(
      text =>
        [...text.matchAll(changed)].some(([, table]) => table! in UNDISTRIBUTED) ||
        text.match(/\w+/g)!.some(isLocal),
    )
    assert.deepEqual(wrong, [])
    assert.ok(marked.length > 5 && functions.length > 5)
  })

  test('are the same to the server when all tables have other names', async () => {
    const { store, drop } = await temporaryStore()
    try {
      await store.withClient(async client => {
        const { rows } = await client.query<{ name: string }>(
          `select relname as name from pg_class where relnamespace = 'public'::regnamespace
             and relkind in ('r', 'p') and not relispartition`,
        )
        const names = new Map(rows.map(({ name }) => [name, `${name}_7`]))
        for (const [name, other] of names)
          await client.query(`alter table ${name} rename to ${other}`)
        for (const { name, text } of queries) {
          const plan = () => client.query(`prepare q as ${inShards(text, names)}`)
          await assert.doesNotReject(plan, name)
          await client.query('deallocate q')
        }
      })
    } finally {
      await drop()
    }
  })

  test('a column, and a part of a word, keep their names', () => {
    const names = new Map([['lists', 'lists_7']])
    assert.equal(
      inShards('select l.lists, my_lists from lists l, lists_8 where lists.id = 1', names),
      'select l.lists, my_lists from lists_7 l, lists_8 where lists_7.id = 1',
    )
  })
})
