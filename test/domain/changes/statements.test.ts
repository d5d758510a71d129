/**
 * Each statement that writes subscribers, subscriptions or opt-outs says when, and each that
 * deletes one leaves a tombstone: else a copy elsewhere would miss it.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrations, queries } from '../../sharding-queries.ts'

const TABLE = '(?:subscribers|subscriptions|opt_outs)'
/** Locks a row that is there, and writes nothing else. */
const LOCKING = 'set email_key = known.email_key'
/** Marks of work to come, which are in no answer. */
const MARKS = 'set forget_hits_at ='

const texts = [...queries, ...migrations.filter(({ where }) => where.includes('functions/'))]

/** From each match to the end of its clause. */
const clauses = (text: string, begin: RegExp): string[] =>
  [...text.matchAll(begin)].map(({ index, 0: found }) => {
    const after = text.slice(index + found.length)
    const end = after.search(/\b(?:from|where|returning|insert into|update|delete from)\b|;/)
    return found + (end < 0 ? after : after.slice(0, end))
  })

test('each update says when', () => {
  const update = new RegExp(`\\bupdate ${TABLE}\\b(?: \\w+)? set `, 'g')
  const upsert = new RegExp(`\\binsert into ${TABLE}\\b`, 'g')
  let seen = 0
  for (const { where, text } of texts) {
    const plain = text.replace(/\s+/g, ' ')
    const changed = [
      ...clauses(plain, update),
      ...[...plain.matchAll(upsert)].flatMap(({ index }) => {
        const own = plain.slice(index).split(/\binsert into\b/)[1]!
        return clauses(own, /\bdo update set /g).slice(0, 1)
      }),
    ].filter(one => !one.includes(LOCKING) && !one.includes(MARKS))
    seen += changed.length
    for (const one of changed) assert.match(one, /\bchanged_at = /, `${where}: ${one}`)
  }
  assert.ok(seen > 30, String(seen))
})

test('each deletion leaves a tombstone', () => {
  const deletion = new RegExp(`\\bdelete from ${TABLE}\\b`)
  const found = texts.filter(({ text }) => deletion.test(text))
  assert.ok(found.length > 10, String(found.length))
  for (const { where, text } of found)
    assert.match(text, /\binsert into change_tombstones\b/, where)
})
