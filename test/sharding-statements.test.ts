/**
 * Forms of statements that a cluster with Citus 13.2 refused or answered wrongly, and what it names
 * otherwise. Held against the named queries and the functions.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, test } from 'node:test'
import {
  addsInterval,
  hidesClock,
  migrations,
  queries,
  unnamedInserts,
  updates,
} from './sharding-queries.ts'

const root = resolve(import.meta.dirname, '..')

describe('the statements', () => {
  const broken = (isBroken: (text: string) => boolean, among = [...queries, ...migrations]) =>
    among.filter(({ text }) => isBroken(text)).map(({ where }) => where)

  test('no update makes a moment inside of coalesce() or case', () => {
    const hidden = (text: string) => updates(text).some(hidesClock)
    assert.deepEqual(broken(hidden, queries), [])
  })

  test('an insert of selected rows that answers columns names its table', () => {
    assert.deepEqual(
      broken(text => unnamedInserts(text).length > 0, queries),
      [],
    )
  })

  test('no update adds an interval to a moment of a row', () => {
    const functions = migrations.filter(({ where }) => where.includes('functions/'))
    assert.deepEqual(broken(addsInterval, [...queries, ...functions]), [])
  })

  test('a statement of a function has one `on conflict do update` at most', () => {
    const twice = (text: string) =>
      text.split(';').some(one => (one.match(/\bdo\s+update\s+set\b/gi)?.length ?? 0) > 1)
    assert.deepEqual(broken(twice, migrations), [])
  })

  test('no moment of the store is compared for equality', () => {
    assert.deepEqual(
      broken(text => /\b(?:where|and|or|when|on)\s+[\w.]+\s*=\s*now\(\)/i.test(text)),
      [],
    )
  })

  test('read the codes and names of violated constraints in db/ alone', () => {
    const reads = globSync('src/**/*.ts', {
      cwd: root,
      exclude: ['src/db/**', '**/*.sql.ts'],
    }).filter(file => /['"`](?:23505|XX000)['"`]/.test(readFileSync(join(root, file), 'utf8')))
    assert.deepEqual(reads, [])
  })
})

test('these checks find a moment that is hidden', () => {
  const hidden = (text: string) => updates(text).some(hidesClock)
  assert.ok(hidden('update t set a = coalesce(a, now()) where b'))
  assert.ok(hidden('update t x set a = case when b then now() end where c'))
  assert.ok(!hidden('update t set a = least(a, now()), c = (select now() where b) where d'))
  assert.ok(addsInterval("update t set a = b + interval '' where c"))
  assert.ok(
    addsInterval("insert into t values (1) on conflict (a) do update set b = t.c - interval ''"),
  )
  assert.ok(
    !addsInterval("update t set a = now() + interval '', b = :c::timestamptz + interval ''"),
  )
  assert.deepEqual(unnamedInserts('insert into t (a) select b from c returning a'), ['t'])
  assert.deepEqual(unnamedInserts('insert into t as n (a) select b from c returning n.a'), [])
})
