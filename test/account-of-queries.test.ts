/** Every query, and every function in the store, names the account that it works for. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, test } from 'node:test'
import { withParts } from '../scripts/sql-parts.ts'

const root = resolve(import.meta.dirname, '..')

/** Comments of a query, or of its whole file, that say why no account is named. */
const WHY = /\b(?:not restricted to an account|(?:of|in) all accounts)\b/i

describe('every query names its account', () => {
  for (const file of globSync('src/**/*.sql', {
    cwd: root,
    exclude: ['src/db/{migrations,functions}/**'],
  })) {
    test(file, () => {
      const [head = '', ...queries] = withParts(readFileSync(join(root, file), 'utf8')).split(
        /^-- name:/m,
      )
      const silent = queries.filter(
        query => !/:accountId\b/.test(query.replace(/^--.*$/gm, '')) && !WHY.test(head + query),
      )
      assert.deepEqual(
        silent.map(query => query.trim().split(/\s/)[0]),
        [],
        'name :accountId, or say in a comment why not: "not restricted to an account"',
      )
    })
  }

  test('functions in the store take the account that they work for', () => {
    const functions = globSync('src/db/{migrations,functions}/*.sql', { cwd: root }).flatMap(file =>
      readFileSync(join(root, file), 'utf8')
        .split(/(?=^create (?:or replace )?function )/im)
        .slice(1),
    )
    const silent = functions
      .map(text => text.replace(/\$\$;[\s\S]*$/, '').replace(/--.*$/gm, ''))
      .filter(
        text =>
          /\b(?:from|into|update|join)\s+[a-z_]+\s/i.test(text.replace(/^[^$]*/, '')) &&
          !/\bp_account_id\b/.test(text),
      )
    // They read of the server and the cluster: places of shards, transactions, locks.
    const ofNobody = ['hold_shard', 'oldest_transaction', 'readers_of_opt_outs'].map(
      name => `create or replace function ${name}`,
    )
    assert.deepEqual(
      silent.map(text => text.split('(')[0]),
      ofNobody,
    )
  })
})
