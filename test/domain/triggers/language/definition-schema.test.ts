/**
 * The published schema and the reader agree: what one takes the other takes, and what is wrong in
 * its shape both refuse.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import { parse } from 'yaml'
import { read } from './definition-known.ts'
import { malformed, misleading, right } from './definition-samples.ts'

const schema = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../docs/trigger.schema.json'), 'utf8'),
)
const validate = new Ajv({
  allErrors: true,
  strict: true,
  strictTypes: false,
  strictRequired: false,
}).compile(schema)

describe('the schema of triggers', () => {
  for (const [name, source] of Object.entries(right))
    test(`takes: ${name}`, () => {
      assert.deepEqual(read(source).problems, [])
      assert.ok(validate(parse(source)), JSON.stringify(validate.errors))
    })

  for (const [name, source] of Object.entries(malformed))
    test(`refuses: ${name}`, () => {
      assert.notDeepEqual(read(source).problems, [])
      assert.equal(validate(parse(source)), false)
    })

  for (const [name, source] of Object.entries(misleading))
    test(`can't tell, and the reader can: ${name}`, () => {
      assert.equal(read(source).problems.length, 1)
      assert.ok(validate(parse(source)), JSON.stringify(validate.errors))
    })
})

/**
 * As texts in small letters without blanks around: which words YAML takes for numbers, and what is
 * trimmed, is not the matter here.
 */
const bareTexts = (source: string): unknown =>
  parse(
    source.toLowerCase().replace(/^[ \t]+/gm, blanks => ' '.repeat(blanks.length)),
    (_, value) => (typeof value === 'string' ? value.trim() : value),
    { schema: 'failsafe' },
  )

describe('a definition that is damaged', () => {
  test('is parsed or refused with a place in the text; a parsed one is valid by the schema', () => {
    const sources = Object.values(right)
    const piece = fc.oneof(
      fc.constantFrom(
        '',
        '"',
        "'",
        '{',
        '[',
        '- ',
        ': ',
        '\n',
        '\n  ',
        ' #',
        '|',
        'end',
        '3',
        'null',
        '*a',
        '!x ',
      ),
      fc.string(),
    )
    let taken = 0
    fc.assert(
      fc.property(
        fc.constantFrom(...sources),
        fc.noBias(fc.nat(1500)),
        fc.nat(5),
        piece,
        (source, at, length, put) => {
          const from = at % source.length
          const damaged = source.slice(0, from) + put + source.slice(from + length)
          const { definition, problems } = read(damaged)
          const lines = damaged.split('\n')
          for (const { line, column, says } of problems) {
            assert.ok(
              line >= 1 &&
                line <= lines.length &&
                column >= 1 &&
                column <= lines[line - 1]!.length + 1,
              `${line}:${column}`,
            )
            assert.match(says, /\.$/)
          }
          assert.equal(problems.length === 0, definition !== undefined)
          if (!definition) return
          taken++
          assert.ok(validate(bareTexts(damaged)), damaged)
        },
      ),
      { numRuns: 3000 },
    )
    assert.ok(taken > 20, String(taken))
  })
})
