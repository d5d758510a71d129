/**
 * Ten designs like those that people bring: old and new HTML, MJML, Outlook's conditions, dark
 * mode, four languages. Made ready as when they are saved, they are the same letter by plain tags
 * and by LiquidJS, whoever gets it.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import { Liquid } from 'liquidjs'
import { compileMessage } from '../../../src/mail/message/compile.ts'
import {
  composeMessage,
  type MessageRecipient,
  renderMessage,
} from '../../../src/mail/message/compose.ts'
import { cleaned, escapeValue } from '../../../src/mail/template/cleaned.ts'
import { compileTemplate, renderTemplate } from '../../../src/mail/template/merge.ts'
import { isMjml, prepareHtml } from '../../../src/mail/template/prepare.ts'
import { facts, newsletter, recipient } from '../message/message-readers.ts'

const folder = new URL('./designs/', import.meta.url)
const files = readdirSync(folder).sort()
const fields = new Map([
  ['City', 2],
  ['First name', 3],
  ['Förnamn', 4],
])

const liquid = new Liquid({ outputEscape: 'escape' })
const word = fc.oneof(
  fc.constantFrom(
    '',
    'Åsa & Bo',
    '<b>"x"</b>',
    "O'Neil",
    'https://example.com/a?b=1&c=2',
    '{{ name }}',
    '{% if %}',
    '#fff',
    '日本',
    '\ufdd00\ufdd1',
  ),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
)
const person = fc
  .tuple(word, fc.array(word, { maxLength: 8 }))
  .map(([name, values]) => recipient({ name, fields: values }))

const scopeOf = ({ name, email, fields: values }: MessageRecipient) => {
  const scope: Record<string, string> = {
    name: cleaned(name),
    email,
    unsubscribe_url: 'https://post.example.org/u/1',
    web_version_url: 'https://post.example.org/w/1',
  }
  const at = (number: number) => cleaned(values[number - 1] ?? '')
  for (let n = 1; n <= 100; n++) scope[`DD${n}`] = at(n)
  for (const [field, number] of fields) scope[field] = at(number)
  return scope
}

describe('ten designs', () => {
  const prepared = new Map<string, string>()
  before(async () => {
    for (const file of files) {
      const source = readFileSync(new URL(file, folder), 'utf8')
      prepared.set(
        file,
        await prepareHtml({ kind: isMjml(source) ? 'mjml' : 'html', source }, fields, 1),
      )
    }
  })

  test('are ten', () => assert.equal(files.length, 10))

  for (const file of files) {
    test(`${file} keeps every tag`, () => {
      const source = readFileSync(new URL(file, folder), 'utf8')
      const tags = (text: string) => new Set(text.match(/\{\{.*?\}\}/gs))
      assert.deepEqual(tags(prepared.get(file)!), tags(source))
      const entities = (text: string) => text.match(/&(?!amp|lt|gt|quot)\w+;/g)?.length ?? 0
      assert.ok(entities(prepared.get(file)!) >= entities(source))
    })

    test(`${file} is the same by plain tags and by LiquidJS`, () => {
      const html = prepared.get(file)!
      const template = compileTemplate(html, fields)
      const parsed = liquid.parse(html)
      fc.assert(
        fc.property(person, one => {
          const scope = scopeOf(one)
          const merge = {
            ...one,
            unsubscribeUrl: scope.unsubscribe_url!,
            preferencesUrl: '',
            webVersionUrl: scope.web_version_url!,
            measuringUrl: '',
          }
          assert.equal(
            renderTemplate(template, merge, escapeValue),
            liquid.renderSync(parsed, scope),
          )
        }),
        { numRuns: 50 },
      )
    })

    test(`${file} is the same letter both ways, with links, text and all`, () => {
      const html = prepared.get(file)!
      const compiled = (source: string) =>
        compileMessage(
          newsletter({ html: source, text: undefined }),
          facts({ fields, characterSet: 'windows-1252' }),
        )
      const plain = compiled(html)
      const byLiquid = compiled(`${html}{% comment %}Liquid from here on{% endcomment %}`)
      assert.ok(!plain.html!.arrange && byLiquid.html!.arrange && byLiquid.text.arrange)
      assert.deepEqual(
        byLiquid.links.map(({ number }) => number),
        plain.links.map(({ number }) => number),
      )
      fc.assert(
        fc.property(person, one => {
          assert.deepEqual(renderMessage(byLiquid, one), renderMessage(plain, one))
          assert.equal(composeMessage(byLiquid, one).charset, composeMessage(plain, one).charset)
        }),
        { numRuns: 50 },
      )
    })
  }
})
