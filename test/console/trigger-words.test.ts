/** What checks of triggers find is said in each language, with each word that a sentence takes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conditionDetails } from '../../src/domain/details/conditions.ts'
import { definitionDetails } from '../../src/domain/details/definitions.ts'
import { DETAIL_CODES } from '../../src/domain/details/details.ts'
import { triggerDetails } from '../../src/domain/details/triggers.ts'
import type { Problem } from '../../src/domain/triggers/language/definition-source.ts'
import { everyDetail as german } from '../../src/words/de/every-detail.ts'
import { everyDetail as swedish } from '../../src/words/sv/every-detail.ts'
import { read, trigger } from '../domain/triggers/language/definition-known.ts'
import { malformed, misleading } from '../domain/triggers/language/definition-samples.ts'

const LANGUAGES = { de: german, sv: swedish }
/** What is left in English outside of quotes. */
const ENGLISH = /\b(?:the|and|not|there|must|has|have|is|of|write|there|step|wait)\b/i

const step = (lines: string) => trigger(`  - step: a\n    ${lines.replaceAll('\n', '\n    ')}\n`)
const asked = (condition: string) => step(`if: |\n  ${condition}\nthen: end`)
const long = 'x'.repeat(30_000)

/** Mistakes that the samples of the language do not make. */
const more: Record<string, string> = {
  'definition-long': long.repeat(9),
  'definition-empty': ' ',
  'definition-deep': '['.repeat(200),
  'definition-words': '- a\n'.repeat(6000),
  'definition-yaml': 'trigger: "x',
  'definition-two': `${step('send: 3')}---\nx: y\n`,
  'definition-alias': step('send: *x'),
  'definition-tag': step('send: !!str 3'),
  'definition-key': step('sms: {{ name }}'),
  'definition-twice': step('send: 3\nsend: 3'),
  'part-long': step(`send: ${'x'.repeat(300)}`),
  'part-controls': step('sms: "\\u0001"'),
  'named-none': step('filter: Nobody\nthen: end'),
  'steps-many': trigger('  - step: a\n    send: 3\n'.repeat(101)),
  'step-none': step('send: 3\nthen: nowhere'),
  'paused-shape': trigger('  - step: a\n    send: 3\n', 'start: joined\npaused: never'),
  'within-shape': step('wait for: converted\nwithin: soon\nthen: end'),
  'unmeasured-event': step('wait for: converted\nwithin: 1 day\nthen: end\nunmeasured: end'),
  'filter-expected': asked('name = "x" name'),
  'filter-ends': asked('name ='),
  'filter-most': asked('opened within 999999 days'),
  'filter-unquoted': asked('name = x'),
  'filter-number-text': asked('name = 46'),
  'filter-text-long': asked(`name = "${'x'.repeat(4000)}"`),
  'filter-texts-many': asked(`name in (${'"x",'.repeat(1100)}"x")`),
  'filter-nested': asked(`${'('.repeat(200)}name = "x"${')'.repeat(200)}`),
  'filter-tests-many': asked(`name = "x"${' or name = "x"'.repeat(250)}`),
  'filter-link-act': asked('opened link 3 of sending 1'),
  'filter-order': asked('name < "x"'),
  'filter-order-field': asked('City < "x"'),
  'filter-field-none': asked('nme = "x"'),
  'filter-quotes': asked('name = “x”'),
  'filter-unclosed': asked('name = "x'),
  'filter-notation': asked('name = 2026/1/2'),
  'filter-bracket': asked('[First name] = "x"'),
  'filter-character': asked('name = #'),
}

const found = new Map<string, Problem>()
const sources = [...Object.values(malformed), ...Object.values(misleading), ...Object.values(more)]
for (const source of sources)
  for (const problem of read(source).problems) {
    found.set(problem.code, problem)
    if (problem.because) found.set(problem.because.code, { ...problem, ...problem.because })
  }

test('each mistake in a text has a code, and the samples make nearly all of them', () => {
  for (const [code, source] of Object.entries(more)) {
    const codes = read(source).problems.flatMap(one => [one.code, one.because?.code])
    assert.ok(codes.includes(code as never), `${code}: ${codes.join(', ')}`)
  }
  const codes = [...Object.keys(definitionDetails), ...Object.keys(conditionDetails)]
  const never = codes.filter(code => !found.has(code))
  // Of fields for numbers and dates; and longer than a condition may be.
  const others = ['filter-decimal', 'filter-long', 'filter-no-day', 'filter-text-controls']
  assert.deepEqual(never.sort(), others)
})

test('a mistake is said in German and Swedish, and nothing of it in English', () => {
  for (const [language, words] of Object.entries(LANGUAGES))
    for (const { code, values, says } of found.values()) {
      const value = (name: string) => String(values[name] ?? '')
      const said = words[code](value, value, value)
      const where = `${language} ${code}: ${said}`
      assert.notEqual(said, says, where)
      assert.doesNotMatch(said, /undefined|\[object/, where)
      const given = Object.values(values).map(String)
      const own = given
        .filter(text => text.length > 3)
        .sort((a, b) => b.length - a.length)
        .reduce((text, value) => text.replaceAll(value, ''), said)
      assert.doesNotMatch(own.replaceAll(/„[^“]*“|”[^”]*”|"[^"]*"|'[^']*'/g, ''), ENGLISH, where)
    }
})

test('findings about a whole trigger are among the codes', () => {
  const codes = Object.keys(triggerDetails)
  assert.ok(codes.length > 20)
  for (const code of codes) assert.ok((DETAIL_CODES as string[]).includes(code), code)
})
