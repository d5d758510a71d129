/** One word for one thing: docs/terms.md against the strings of each language. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { brand } from '../../src/console/features/brand/texts.ts'
import { de as brandInGerman } from '../../src/console/features/brand/texts-de.ts'
import { sv as brandInSwedish } from '../../src/console/features/brand/texts-sv.ts'
import { newsletters } from '../../src/console/features/newsletters/texts.ts'
import { de as newslettersInGerman } from '../../src/console/features/newsletters/texts-de.ts'
import { sv as newslettersInSwedish } from '../../src/console/features/newsletters/texts-sv.ts'
import { projects } from '../../src/console/features/projects/texts.ts'
import { de as projectsInGerman } from '../../src/console/features/projects/texts-de.ts'
import { sv as projectsInSwedish } from '../../src/console/features/projects/texts-sv.ts'
import { sms } from '../../src/console/features/sms/texts.ts'
import { de as smsInGerman } from '../../src/console/features/sms/texts-de.ts'
import { sv as smsInSwedish } from '../../src/console/features/sms/texts-sv.ts'
import { de } from '../../src/console/languages/de/index.ts'
import { en } from '../../src/console/languages/en/index.ts'
import { sv } from '../../src/console/languages/sv/index.ts'
import { feeds } from '../../src/console/shared/feeds/texts.ts'
import { de as feedsInGerman } from '../../src/console/shared/feeds/texts-de.ts'
import { sv as feedsInSwedish } from '../../src/console/shared/feeds/texts-sv.ts'
import { drawn } from '../../src/console/shared/trigger-words/texts.ts'
import { de as drawnInGerman } from '../../src/console/shared/trigger-words/texts-de.ts'
import { sv as drawnInSwedish } from '../../src/console/shared/trigger-words/texts-sv.ts'

const TERMS = resolve(import.meta.dirname, '..', '..', 'docs', 'terms.md')

const rows = readFileSync(TERMS, 'utf8')
  .split('\n')
  .filter(line => line.startsWith('| ') && !line.startsWith('| English'))
  .map(line =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  )

/** What a function says: between quotes, around values and hosts (`bounce.${domain}`). */
const saidBy = (source: string): string =>
  (source.match(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g) ?? [])
    .map(text => text.replaceAll(/(?:[a-z]+\.)?\$\{[^}]*\}/g, ' '))
    .join('\n')

/** Strings of a catalogue, with their keys. */
function textsOf(texts: unknown, key = ''): [key: string, text: string][] {
  if (typeof texts === 'string') return [[key, texts]]
  if (typeof texts === 'function') return [[key, saidBy(String(texts))]]
  if (typeof texts !== 'object' || texts === null) return []
  return (
    Object.entries(texts)
      // Words that a page is also found by, those of other products; and the language of triggers.
      .filter(([name]) => !name.endsWith('Also') && name !== 'skeleton')
      .flatMap(([name, one]) => textsOf(one, `${key}.${name}`))
  )
}

/** At the beginning of a word. */
const begins = (word: string): RegExp => new RegExp(`(?<![\\p{L}-])${word}`, 'iu')

for (const [language, catalogue, term, not] of [
  ['en', { ...en, brand, newsletters, sms, feeds, projects, drawn }, 0, 4],
  [
    'de',
    {
      ...de,
      brand: brandInGerman,
      newsletters: newslettersInGerman,
      sms: smsInGerman,
      feeds: feedsInGerman,
      projects: projectsInGerman,
      drawn: drawnInGerman,
    },
    1,
    5,
  ],
  [
    'sv',
    {
      ...sv,
      brand: brandInSwedish,
      newsletters: newslettersInSwedish,
      sms: smsInSwedish,
      feeds: feedsInSwedish,
      projects: projectsInSwedish,
      drawn: drawnInSwedish,
    },
    2,
    6,
  ],
] as const)
  test(`terms in ${language}: each is in use, and no other word for the same`, () => {
    assert.ok(rows.length > 20)
    const texts = textsOf(catalogue)
    assert.ok(texts.length > 2_000)
    const wrong: string[] = []
    for (const row of rows) {
      assert.equal(row.length, 7, row.join())
      const used = begins(row[term]!)
      assert.ok(
        texts.some(([, text]) => used.test(text)),
        `nothing says ${row[term]}`,
      )
      for (const other of row[not]!.split(', ').filter(word => word !== ''))
        for (const [key, text] of texts)
          if (begins(other).test(text))
            wrong.push(`${key} says ${other}, not ${row[term]}: ${text}`)
    }
    assert.deepEqual(wrong, [])
  })
