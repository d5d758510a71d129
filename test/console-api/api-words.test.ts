/** Words of closed lists in the API: none has a blank, in what it takes and in what it answers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answeredCounts, answeredWord, givenWord } from '../../src/actions/http/api-words.ts'
import { sms } from '../../src/console/features/sms/texts.ts'
import { de } from '../../src/console/features/sms/texts-de.ts'
import { sv } from '../../src/console/features/sms/texts-sv.ts'
import { openApiDocument } from '../../src/console-api/v1/openapi/document.ts'
import { routes } from '../../src/console-api/v1/table.ts'
import { SMS_LEFT_OUT } from '../../src/domain/sms/plan-message.ts'

/** Names of others. */
const NAMES = /^[A-Z]/

test('no word of a closed list has a blank, and no boolean is a text', () => {
  const wrong = new Set<string>()
  JSON.stringify(openApiDocument(routes, ''), (key, value) => {
    const words = key === 'enum' ? value : key === 'const' ? [value] : []
    for (const word of words)
      if (typeof word === 'string' && !NAMES.test(word) && /\s|^(?:true|false)$/.test(word))
        wrong.add(word)
    return value
  })
  assert.deepEqual([...wrong], [])
})

const NOUNS = /^(?:list|filter|newsletter|sending|project|form|trigger|template|subscriber)s?$/

/** Counts: an integer of any size is no id. */
const isId = (schema: { type?: string; maximum?: number; items?: object }): boolean =>
  schema.type === 'array' && schema.items !== undefined
    ? isId(schema.items)
    : schema.type === 'integer' && schema.maximum === 2_147_483_647

test('ids are named as such: listId, filterIds', () => {
  const wrong = new Set<string>()
  JSON.stringify(openApiDocument(routes, ''), (_, value) => {
    for (const [name, schema] of Object.entries(value?.properties ?? {}))
      if (NOUNS.test(name) && isId(schema as object)) wrong.add(name)
    if (value?.in && NOUNS.test(value.name) && isId(value.schema)) wrong.add(value.name)
    return value
  })
  assert.deepEqual([...wrong], [])
})

test('words of the store are written without blanks, and read as those of the store', () => {
  const words = ['planned', 'handed over', 'left for a while'] as const
  const answered = answeredWord(words)
  assert.equal(answered.parse('left for a while'), 'left-for-a-while')
  assert.equal(answered.parse('handed-over'), 'handed-over')
  assert.equal(answered.safeParse('handed').success, false)
  assert.equal(givenWord(words).parse('handed-over'), 'handed over')
  assert.equal(givenWord(words).safeParse('handed over').success, false)
  assert.deepEqual(answeredCounts.parse({ 'got it': 2, filter: 1 }), { 'got-it': 2, filter: 1 })
  const reasons = Object.keys(
    answeredCounts.parse(Object.fromEntries(SMS_LEFT_OUT.map(reason => [reason, 1]))),
  )
  for (const { leftOutReasons } of [sms, de, sv])
    assert.deepEqual(Object.keys(leftOutReasons).sort(), reasons.toSorted())
})
