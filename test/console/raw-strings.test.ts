/** The texts of the console are in its catalogues, in each language: no words in its pages. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { parseSync } from 'vite'

const CONSOLE = resolve(import.meta.dirname, '..', '..', 'src', 'console')
/** Attributes and properties that people read or hear. */
const SAID = new Set([
  'aria-label',
  'title',
  'label',
  'placeholder',
  'alt',
  'hint',
  'sentence',
  'name',
  'legend',
])
/** Names, units, addresses and keys of the keyboard are the same in all languages. */
const SAME = new Set([
  'Pennypost',
  'PENNYPOST',
  'ONE',
  'PENNY',
  'Aa',
  'px',
  'https',
  'sandbox',
  'Ctrl',
  'Shift',
  'Alt',
  'Tab',
  'Enter',
  'Esc',
])

interface Node {
  type: string
  value?: unknown
  name?: { name?: string }
  [key: string]: unknown
}

const isWords = (text: string): boolean =>
  [...text.matchAll(/\p{L}{2,}/gu)].some(([word]) => !SAME.has(word))

/** The words that stand in a page itself. */
function rawStrings(source: string): string[] {
  const found: string[] = []
  const look = (node: unknown, inCode: boolean): void => {
    if (Array.isArray(node)) for (const one of node) look(one, inCode)
    if (node === null || typeof node !== 'object' || Array.isArray(node)) return
    const { type, value, name, ...rest } = node as Node
    if (type === 'JSXText' && !inCode && isWords(String(value))) found.push(String(value).trim())
    if (type === 'JSXAttribute' && SAID.has(name?.name ?? '')) {
      const literal = value as Node | null
      const words = literal?.type === 'Literal' ? String(literal.value) : ''
      // A word in small letters may be a name within the program: of a field, a group.
      if (isWords(words) && (name?.name !== 'name' || /^\p{Lu}/u.test(words))) found.push(words)
    }
    const opening = (node as { openingElement?: { name?: { name?: string } } }).openingElement
    const code = inCode || opening?.name?.name === 'code'
    look(value, code)
    look(name, code)
    look(rest.openingElement, code)
    for (const [key, one] of Object.entries(rest)) if (key !== 'openingElement') look(one, code)
  }
  look(parseSync('page.tsx', source).program, false)
  return found
}

test('finds words that stand in a page', () => {
  const page = `export const Page = () => (
    <div title="Raw title" className="not words">
      Raw text {texts.said} <code>command here</code> <b>· 12 %</b>
      <Field label={texts.label} hint="Raw hint" />
    </div>
  )`
  assert.deepEqual(rawStrings(page), ['Raw title', 'Raw text', 'Raw hint'])
})

test('the pages of the console say nothing that is not in their catalogues', () => {
  const files = globSync('{features,shared,parts,.}/**/*.tsx', { cwd: CONSOLE })
  assert.ok(files.length > 100, `${files.length} files`)
  const found = [...new Set(files)].flatMap(file =>
    rawStrings(readFileSync(join(CONSOLE, file), 'utf8')).map(words => `${file}: ${words}`),
  )
  assert.deepEqual([...new Set(found)], [])
})
