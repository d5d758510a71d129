/** What schemas find wrong with a value has a code for each keyword, and words in each language. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { detailOfIssue, issueOf, READING } from '../../src/actions/value-problems.ts'
import { pastMoment, since } from '../../src/actions/values.ts'
import { type Detail, detailed } from '../../src/domain/details/details.ts'
import { givenDetails } from '../../src/domain/details/given.ts'
import { everyDetail as german } from '../../src/words/de/every-detail.ts'
import { everyDetail as swedish } from '../../src/words/sv/every-detail.ts'

const ROOT = resolve(import.meta.dirname, '..', '..')
const long = 'x'.repeat(5_000)
const known = z.enum(['one', 'two'])

const FOUND: [z.ZodType, unknown, Partial<Detail>][] = [
  [z.string(), undefined, { code: 'given-missing' }],
  [known, undefined, { code: 'given-missing' }],
  [z.string().min(1), '', { code: 'given-empty' }],
  [z.string(), 5, { code: 'given-type', values: { kind: 'string' } }],
  [z.number(), NaN, { code: 'given-type', values: { kind: 'number' } }],
  [z.int(), 1.5, { code: 'given-type', values: { kind: 'int' } }],
  [z.boolean(), 'yes', { code: 'given-type', values: { kind: 'boolean' } }],
  [z.array(z.int()), {}, { code: 'given-type', values: { kind: 'array' } }],
  [z.strictObject({}), [], { code: 'given-type', values: { kind: 'object' } }],
  [z.record(z.string(), z.int()), 1, { code: 'given-type', values: { kind: 'record' } }],
  [z.date(), 'x', { code: 'given-type', values: { kind: 'date' } }],
  [z.null(), 1, { code: 'given-type', values: { kind: 'null' } }],
  [z.string().max(4), long, { code: 'given-long', values: { most: 4 } }],
  [z.string().min(4), 'x', { code: 'given-short', values: { least: 4 } }],
  [z.array(z.int()).max(1), [1, 2], { code: 'given-many', values: { most: 1 } }],
  [z.array(z.int()).min(2), [1], { code: 'given-few', values: { least: 2 } }],
  [z.number().max(9), 10, { code: 'given-high', values: { most: 9 } }],
  [z.number().min(2), -1, { code: 'given-low', values: { least: 2 } }],
  [z.number().lt(9), 9, { code: 'given-below', values: { limit: 9 } }],
  [z.number().positive(), 0, { code: 'given-above', values: { limit: 0 } }],
  [z.number().multipleOf(5), 7, { code: 'given-multiple', values: { step: 5 } }],
  [known, long, { code: 'given-choice', values: { choices: 'one, two' } }],
  [z.literal('one'), 'two', { code: 'given-only', values: { choices: 'one' } }],
  [z.strictObject({}), { [long]: 1 }, { code: 'given-unknown', values: { names: 'x'.repeat(60) } }],
  [z.string().regex(/^a/), 'b', { code: 'given-format' }],
  [z.union([z.string(), z.int()]), true, { code: 'given-wrong' }],
  [z.string().refine(() => false), 'x', { code: 'given-wrong' }],
  [z.int().refine(() => false, issueOf(detailed('given-picture'))), 1, { code: 'given-picture' }],
  [since, 'yesterday', { code: 'given-day' }],
  [pastMoment, 'soon', { code: 'given-moment' }],
  [pastMoment, '2999-01-01T00:00:00Z', { code: 'given-future' }],
]

test('each keyword of schemas has a code with its values', () => {
  for (const [schema, given, wanted] of FOUND) {
    const [issue] = schema.safeParse(given, READING).error!.issues
    const found = detailOfIssue(issue!)
    assert.deepEqual({ ...found, ...wanted }, found, JSON.stringify(found).slice(0, 200))
    assert.match(found.detail, /\.$/)
    assert.ok(found.detail.length < 200, found.detail)
  }
  const many = Array.from({ length: 300 }, (_, i) => `choice${i}`) as [string]
  const [issue] = z.enum(many).safeParse('x', READING).error!.issues
  assert.match(detailOfIssue(issue!).detail, /^It must be one of choice0, .* choice19, …\.$/)
})

test('a kind of value is named in each language', () => {
  for (const kind of ['string', 'number', 'int', 'boolean', 'array', 'object', 'record', 'date'])
    for (const words of [german, swedish]) {
      const said = words['given-type'](() => kind)
      assert.doesNotMatch(said, new RegExp(`\\b${kind}\\b`), said)
    }
})

test('the codes are those that schemas give, and those of rules of their own', () => {
  const found = new Set(FOUND.map(([, , { code }]) => code))
  const never = Object.keys(givenDetails).filter(code => !found.has(code as Detail['code']))
  assert.deepEqual(never, ['given-domain', 'given-event', 'given-period'])
})

/** A message in English where a schema is made. */
const FREE = /addIssue\(\s*['"`]|\.(?:refine|regex|min|max|length)\([^()]*,\s*['"`{]|error: [('"`]/

test('no schema of an action says in English what is wrong', () => {
  for (const free of ["context.addIssue('No.')", ".regex(/x/, 'No.')", ".max(5, 'Long.')"])
    assert.match(free, FREE)
  const files = globSync('src/actions/**/*.ts', { cwd: ROOT })
  assert.ok(files.length > 100)
  const free = files.filter(file => FREE.test(readFileSync(join(ROOT, file), 'utf8')))
  assert.deepEqual(free, [])
})
