/**
 * The packed data of an import: data fields as one text, ids as bytes and bits. Against plain
 * arrays and sets.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { arrayLiteral } from '../../../../src/db/array-literal.ts'
import {
  arrayOfFields,
  fieldsAfter,
  mergeFields,
  packFields,
  storedFields,
} from '../../../../src/domain/imports/packed-fields.ts'
import { createIdSet, packIds, unpackIds } from '../../../../src/domain/imports/packed-ids.ts'

const value = fc.constantFrom('', '', 'a', 'b', '"', '\\', 'x,y', '{}')
const given = fc.array(fc.option(value), { maxLength: 5 })

const trimmed = (values: readonly (string | null)[]): string[] => {
  const filled = values.map(one => one ?? '')
  return filled.slice(0, filled.findLastIndex(one => one !== '') + 1)
}
const merged = (before: readonly (string | null)[], later: readonly (string | null)[]) =>
  Array.from(
    { length: Math.max(before.length, later.length) },
    (_, i) => later[i] ?? before[i] ?? null,
  )

describe('data fields as one text', () => {
  test('are merged and stored as arrays would be, field by field', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 5 }), given, given, (known, first, second) => {
        const stored = trimmed(known).join('\x1f')
        const both = mergeFields(packFields(first), packFields(second))
        assert.equal(both, packFields(merged(first, second)))
        assert.equal(storedFields(both), trimmed(merged(first, second)).join('\x1f'))
        assert.equal(
          fieldsAfter(stored, both),
          trimmed(merged(known, merged(first, second))).join('\x1f'),
        )
        // What ends with empty ones in the store is left so when nothing changes.
        const untidy = known.join('\x1f')
        const after = fieldsAfter(untidy, packFields(first))
        const expected = trimmed(merged(known, first))
        assert.equal(after, expected.join('\x1f') === stored ? untidy : expected.join('\x1f'))
      }),
      { numRuns: 2000 },
    )
  })

  test('become the array that the store reads', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 5 }), values => {
        const plain = !values.some(one => /["\\]/.test(one))
        assert.equal(
          arrayOfFields(storedFields(packFields(values)), plain),
          arrayLiteral(trimmed(values)),
        )
      }),
    )
  })
})

describe('ids', () => {
  const ids = fc.uniqueArray(
    fc.oneof(fc.nat(300), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
    { maxLength: 50 },
  )

  test('come back from their bytes, sorted', () => {
    fc.assert(
      fc.property(ids, some =>
        assert.deepEqual(
          unpackIds(packIds(some)),
          some.toSorted((a, b) => a - b),
        ),
      ),
    )
  })

  test('of neighbours take a byte each', () => {
    assert.equal(packIds(Array.from({ length: 10_000 }, (_, i) => i + 1)).length, 10_000)
  })

  test('are in the set when they were added', () => {
    fc.assert(
      fc.property(ids, ids, (some, others) => {
        const set = createIdSet()
        for (const id of some) set.add(id)
        for (const id of [...some, ...others]) assert.equal(set.has(id), some.includes(id))
      }),
    )
  })
})
