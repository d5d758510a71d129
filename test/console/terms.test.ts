/** One word for one thing: docs/terms.md against the strings of each language. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const ROOT = resolve(import.meta.dirname, '..', '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const rows = read('docs/terms.md')
  .split('\n')
  .filter(line => line.startsWith('| ') && !line.startsWith('| English'))
  .map(line =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  )

const KEYS = /^ *'[^'\n]*':/gm

/** Texts of a language: what stands between quotes, and neither keys nor comments. */
function textsOf(language: string): string {
  const files = globSync(`src/console/languages/${language}/*.ts`, { cwd: ROOT })
  assert.ok(files.length > 20)
  return (
    files
      .flatMap(
        file =>
          read(file)
            .replaceAll(KEYS, '')
            .match(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g) ?? [],
      )
      .map(text => text.replaceAll(/\$\{[^}]*\}/g, ''))
      // Neither imports nor a source to begin with.
      .filter(text => /[A-ZÄÖÜÅ.]/.test(text) && !/^'\.|\n/.test(text))
      .join('\n')
  )
}

for (const [language, term, not] of [
  ['de', 1, 4],
  ['sv', 2, 5],
] as const)
  test(`terms in ${language}: each is in use, and no other word for the same`, () => {
    assert.ok(rows.length > 20)
    const texts = textsOf(language).toLowerCase()
    for (const row of rows) {
      assert.equal(row.length, 6, row.join())
      assert.ok(texts.includes(row[term]!.toLowerCase()), `${row[0]}: ${row[term]}`)
      for (const other of row[not]!.toLowerCase().split(', '))
        if (other !== '') assert.ok(!texts.includes(other), `${row[0]}: ${other}`)
    }
  })
