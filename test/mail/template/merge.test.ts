/**
 * Merge tags: the same as LiquidJS for what is known here, and refused with the place for what is
 * not.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Liquid } from 'liquidjs'
import { cleaned, escapeValue } from '../../../src/mail/template/cleaned.ts'
import {
  compileTemplate,
  type MergeValues,
  renderTemplate,
  TemplateError,
} from '../../../src/mail/template/merge.ts'

const fields = new Map([
  ['City', 2],
  ['First name', 3],
  ['Förnamn', 4],
  ['so-called', 5],
])
const values = (name: string, ...dd: (string | null)[]): MergeValues => ({
  name,
  email: 'ada@example.com',
  fields: dd,
  unsubscribeUrl: 'https://post.example.org/u/1',
  preferencesUrl: 'https://post.example.org/p/1',
  webVersionUrl: 'https://post.example.org/w/1',
  measuringUrl: 'https://post.example.org/p/1',
})

const escaping = new Liquid({ outputEscape: 'escape' })
const plain = new Liquid()

function byLiquid(
  liquid: Liquid,
  source: string,
  { name, email, fields: dd, unsubscribeUrl, preferencesUrl, webVersionUrl }: MergeValues,
): string {
  const scope: Record<string, string | null | undefined> = {
    name,
    email,
    unsubscribe_url: unsubscribeUrl,
    preferences_url: preferencesUrl,
    web_version_url: webVersionUrl,
  }
  for (let n = 1; n <= 100; n++) scope[`DD${n}`] = dd[n - 1]
  for (const [field, number] of fields) scope[field] = dd[number - 1]
  return liquid.parseAndRenderSync(source, scope)
}

const render = (source: string, given: MergeValues) =>
  renderTemplate(compileTemplate(source, fields), given)

describe('merge tags', () => {
  const given = values('Ada & <Bob> "x" \'y\'', '1', null, 'Eve', '', 'q w+e')
  for (const source of [
    'Hello {{ name }}!',
    '{{name}}{{email}}{{DD1}}',
    '{{ DD2 | default: "friend" }} {{ City | default: \'you\' }}',
    '{{ ["First name"] }} {{ [\'First name\'] }} {{ Förnamn | default: name }} {{ so-called }}',
    '{{ DD4 | default: DD2 | default: "last" }}',
    '{{ DD4 | default: 5 }} {{ DD4 | default: 5.50 }} {{ DD4 | default: -3 }}',
    '{{ DD5 | url_encode }} {{ name | url_encode }} {{ DD4 | default: "a b/c" | url_encode }}',
    '{{ "{{" }} }} {{ \'}}\' }} {{ "{%" }}',
    '{{ DD4 | default: "tab\\tquote\\"end\\n\\101\\u0041\\q" }}',
    ' a {{- name -}} b {{ name -}}   {{- name }} c',
    '{{ name-}} x',
    '\n{{\n  name\n|\tdefault\n:\n"x" }}\r\n{ {name} } {name}',
    'no tags } }} { %} {',
    '',
    '{{ unsubscribe_url }} {{ web_version_url }}',
    '{{ DD100 | default: "none" }}',
  ])
    test(JSON.stringify(source), () => {
      assert.equal(render(source, given), byLiquid(plain, source, given))
      assert.equal(
        renderTemplate(compileTemplate(source, fields), given, escapeValue),
        byLiquid(escaping, source, given),
      )
    })

  test('any template that compiles renders as LiquidJS renders it, with any values', () => {
    const inTag = fc.constantFrom(
      'name',
      'DD1',
      'City',
      '"',
      "'",
      '|',
      ' ',
      'default',
      ':',
      'url_encode',
      '-',
      '["First name"]',
      '\\',
      'x',
      '5',
      '1.5',
      ',',
      '.',
      'é',
      '{',
      '}',
    )
    const tag = fc.oneof(
      fc.constantFrom(
        '{{ name }}',
        '{{DD1|default:"x"}}',
        '{{- City -}}',
        '{{ DD2 | default: name | url_encode }}',
      ),
      fc.array(inTag, { maxLength: 8 }).map(parts => `{{${parts.join('')}}}`),
    )
    const source = fc.array(
      fc.oneof(
        tag,
        fc.string({ unit: fc.constantFrom('a', ' ', '\n', '{', '}', '<', '%', '\u00a0', 'ö') }),
      ),
      { maxLength: 6 },
    )
    const word = fc.string({ unit: 'grapheme' }).map(cleaned)
    let compiled = 0
    fc.assert(
      fc.property(source, word, word, fc.option(word), (parts, name, first, second) => {
        const text = parts.join('')
        let rendered: string
        try {
          rendered = render(text, values(name, first, second))
        } catch (error) {
          assert(error instanceof TemplateError)
          return
        }
        compiled++
        // Control characters that quotes spell out ("\\1") are left out as those of values are.
        assert.equal(rendered, cleaned(byLiquid(plain, text, values(name, first, second))))
      }),
      { numRuns: 3000 },
    )
    assert(compiled > 500, `only ${compiled} templates compiled`)
  })

  test('control characters and halves of characters in values are left out', () => {
    assert.equal(render('{{ name }}', values('a\0b\x1bc\x85d\ud800e\tf\ng')), 'abcd\ufffde\tf\ng')
  })
})

describe('templates that are refused', () => {
  for (const [source, line, column, reason] of [
    [
      'Hello {{ nmae }}',
      1,
      10,
      /There is no "nmae"\. There are: name, first_name, last_name, email, City, \["First name"\], Förnamn/,
    ],
    ['Hello\n  {{ Name }}', 2, 6, /Did you mean name\?/],
    ['a\r\nb\rc {{', 3, 3, /opened and not closed/],
    ['{{ name', 1, 1, /opened and not closed/],
    ['{{ name } }', 1, 1, /not closed/],
    ['{{ }}', 1, 4, /needs a name/],
    ['{{}}', 1, 3, /needs a name/],
    ['{{ name | upcase }}', 1, 11, /no filter "upcase".*default, url_encode/],
    ['{{ name | default }}', 1, 11, /default needs a value/],
    ['{{ name | default: }}', 1, 20, /needs a name/],
    ['{{ name | default: “friend” }}', 1, 20, /Typographic quotes/],
    ['{{ name | default: &quot;friend&quot; }}', 1, 20, /entity/],
    ['{{ name | default: "friend }}', 1, 20, /not closed/],
    ['{{ name default }}', 1, 9, /"d" is not expected/],
    ['{{ name.first }}', 1, 8, /have no properties/],
    ['{% if name %}', 1, 1, /Only \{\{ \}\}/],
    ['{{ DD101 }} ', 1, 4, /There is no "DD101"/],
    ['{{ DD0 }} ', 1, 4, /There is no "DD0"/],
    ['{{ ["City }}', 1, 5, /not closed/],
    ['{{ true }}', 1, 4, /cannot be used/],
    ['{{{ name }}}', 1, 3, /"{" is not expected/],
  ] as const)
    test(JSON.stringify(source), () => {
      assert.throws(
        () => compileTemplate(source, fields, 'html'),
        (error: unknown) => {
          assert(error instanceof TemplateError)
          assert.match(error.sentence.detail, reason)
          assert.deepEqual([error.line, error.column, error.part], [line, column, 'html'])
          return true
        },
      )
    })

  test('an email of many tags is compiled in no time', () => {
    const source = 'line {{ name }}\n'.repeat(100_000)
    assert.equal(compileTemplate(source, fields).length, 200_001)
  })
})
