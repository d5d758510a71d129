/**
 * Any email with Liquid is what LiquidJS alone makes of its source: literal text, trimming,
 * blocks, captures, comments, in any mixture.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { compileMessage } from '../../../src/mail/message/compile.ts'
import { composeMessage, renderMessage } from '../../../src/mail/message/compose.ts'
import { cleaned } from '../../../src/mail/template/cleaned.ts'
import { liquidFor, renderLiquid } from '../../../src/mail/template/liquid-engine.ts'
import { TemplateError } from '../../../src/mail/template/merge.ts'
import { facts, newsletter, readByPostalMime, recipient } from '../message/message-readers.ts'

const values = ['', 'Ada', '<b>&"x"', 'a,b,c', '12', 'Å \n ö', '  ', '\ufdd0p0\ufdd1', '{{ name }}']
const value = fc.constantFrom('name', 'City', 'DD1', '"lit"', 'x', '["First name"]')
const filter = fc.constantFrom(
  '',
  ' | upcase',
  ' | size',
  ' | append: "!"',
  ' | escape',
  ' | default: "d"',
  ' | newline_to_br',
  ' | truncate: 3',
  ' | url_encode',
)
const dash = fc.constantFrom('', '-')
const literal = fc.string({
  unit: fc.constantFrom(
    'a',
    ' ',
    '\n',
    '\t',
    '<p>',
    '</p>',
    '<b class="x">',
    '&amp;',
    '{',
    '}',
    '%',
    'ö',
    '€',
    '<!-- c -->',
    '\u00a0',
  ),
  maxLength: 8,
})
const output = fc.tuple(dash, value, filter, dash).map(([l, v, f, r]) => `{{${l} ${v}${f} ${r}}}`)
const tag = (name: string) => fc.tuple(dash, dash).map(([l, r]) => `{%${l} ${name} ${r}%}`)

const { source } = fc.letrec<{ source: string; block: string }>(tie => ({
  source: fc
    .array(fc.oneof({ depthSize: 'small', withCrossShrink: true }, literal, output, tie('block')), {
      maxLength: 5,
    })
    .map(parts => parts.join('')),
  block: fc.oneof(
    fc
      .tuple(tag('if DD1'), tie('source'), tag('else'), tie('source'), tag('endif'))
      .map(parts => parts.join('')),
    fc
      .tuple(tag('unless City == "Ada"'), tie('source'), tag('endunless'))
      .map(parts => parts.join('')),
    fc.tuple(tag('for x in (1..3)'), tie('source'), tag('endfor')).map(parts => parts.join('')),
    fc
      .tuple(
        tag('assign parts = DD1 | split: ","'),
        tag('for x in parts'),
        tie('source'),
        tag('endfor'),
      )
      .map(parts => parts.join('')),
    fc
      .tuple(
        tag('case City'),
        tag('when "Ada"'),
        tie('source'),
        tag('else'),
        tie('source'),
        tag('endcase'),
      )
      .map(parts => parts.join('')),
    fc
      .tuple(tag('capture x'), tie('source'), tag('endcapture'), output)
      .map(parts => parts.join('')),
    fc.tuple(tag('comment'), literal, tag('endcomment')).map(parts => parts.join('')),
    fc
      .tuple(tag('raw'), fc.constantFrom('{{ y }}', ' {% if %} ', 'plain'), tag('endraw'))
      .map(parts => parts.join('')),
    fc.constantFrom(
      '{% assign x = name %}',
      '{% cycle "a", name %}',
      '{% increment n %}',
      '{% echo City | upcase %}',
      '{% # note %}',
    ),
  ),
}))

const FIELDS = new Map([
  ['City', 2],
  ['First name', 3],
])
const scopeOf = (name: string, [first = '', city = '', third = '']: string[]) => ({
  name: cleaned(name),
  DD1: cleaned(first),
  City: cleaned(city),
  'First name': cleaned(third),
})

for (const part of ['html', 'text'] as const)
  describe(`Liquid in ${part}`, () => {
    test('is what LiquidJS makes of it', async () => {
      let compiledOnes = 0
      const person = fc.tuple(
        fc.constantFrom(...values),
        fc.array(fc.constantFrom(...values), { maxLength: 3 }),
      )
      await fc.assert(
        fc.asyncProperty(source, person, async (given, [name, fields]) => {
          const text = `{% assign x = "" %}${given}`
          let compiled: ReturnType<typeof compileMessage>
          const parts = part === 'html' ? { html: text } : { html: '', text }
          try {
            compiled = compileMessage(
              newsletter(parts),
              facts({ fields: FIELDS, tracked: false, list: undefined }),
            )
          } catch (error) {
            assert.ok(error instanceof TemplateError)
            return
          }
          compiledOnes++
          const one = recipient({ name, fields, format: part })
          const liquid = liquidFor(part === 'html')
          const meant = `${cleaned(renderLiquid(liquid, liquid.parse(cleaned(text)), scopeOf(name, fields)))}\n`
          assert.equal(renderMessage(compiled, one)[part], meant)
          // Through all of the encodings, and back.
          const read = await readByPostalMime(composeMessage(compiled, one).bytes)
          assert.equal(read[part], meant.replace(/\n+$/, ''))
        }),
        {
          numRuns: 600,
          examples: [
            [
              '{% capture x %}{{ name -}}{% comment %}{% endcomment %} {% endcapture %}{{ ' +
                'name }}{{ x }}',
              ['', []],
            ],
          ],
        },
      )
      assert.ok(compiledOnes > 300, `only ${compiledOnes} compiled`)
    })
  })
