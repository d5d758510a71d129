/** Array literals: PostgreSQL reads what was written, whichever way it was. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrayLiteral } from '../../src/db/array-literal.ts'
import { temporaryStore } from '../support/database.ts'

test('PostgreSQL reads each text as it was', async () => {
  const { store, drop } = await temporaryStore()
  try {
    for (const values of [
      [],
      ['', 'Lund', null, 'null', 'NULL', '{a,b}', ' x '],
      ['a "b"', 'a\\b', '\\"', '\\\\n', 'ends with \\', "it's"],
      ['a\nb', 'tab\there', '\u0001\u001f\u007f', '\b\f\r'],
      [JSON.stringify({ html: '<p>a "b"\n</p>', path: 'c\\' }), '\\\n', '\\\\\n', '\\\\n'],
      ['\\n', 'a\\nb "c"\n', '\u2028 ü 😀'],
      [arrayLiteral(['in "another"', 'a\\b', null]), arrayLiteral(['line\nend'])],
    ]) {
      const text = 'select to_json($1::text[])::text'
      const { rows } = await store.run({ name: '', text, again: true }, [arrayLiteral(values)])
      assert.deepEqual(JSON.parse(rows[0]![0]!), values)
    }
  } finally {
    await drop()
  }
})
