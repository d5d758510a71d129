/**
 * The width of a line, as CONTRIBUTING.md has it. Longer is only what nothing can break: a line
 * with a string or a regular expression in it, one inside a template, or a URL. Comments and other
 * code never are. Migrations and functions of the store stay as stores have them.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, test } from 'node:test'

const MOST = 100
const root = resolve(import.meta.dirname, '..')

const COMMENT = /^\s*(?:\/\/|\/\*|\*\s|-- )/
const LITERAL = /['"`]|\/.+\//
/** Said to a tool, which reads one line. */
const DIRECTIVE = /biome-ignore|@ts-expect-error/

/** The numbers of lines that are too long and could be broken. */
function tooLong(text: string): number[] {
  let inTemplate = false
  return text.split('\n').flatMap((line, i) => {
    const inside = inTemplate
    const ticks = COMMENT.test(line) ? 0 : line.split(/(?<!\\)`/).length - 1
    if (ticks % 2 === 1) inTemplate = !inTemplate
    if (line.length <= MOST || /\bhttps?:\/\//.test(line) || DIRECTIVE.test(line)) return []
    return inside || (LITERAL.test(line) && !COMMENT.test(line)) ? [] : [i + 1]
  })
}

describe('the width of a line', () => {
  test('is at most 100 columns, but for literals', () => {
    const files = globSync('{src,test,bench,scripts}/**/*.{ts,tsx,sql}', { cwd: root }).filter(
      file =>
        !/\.sql\.ts$|\/fixtures\/|^src\/db\/(?:functions|migrations)\/|^bench\/out\//.test(file),
    )
    assert.ok(files.length > 500)
    const wrong = files.flatMap(file =>
      tooLong(readFileSync(join(root, file), 'utf8')).map(line => `${file}:${line}`),
    )
    assert.deepEqual(wrong, [])
  })

  test('lines that are too long are found', () => {
    const words = 'word '.repeat(20)
    assert.deepEqual(tooLong(`short\n// ${words}\nconst a = ${words}`), [2, 3])
    assert.deepEqual(tooLong(`const a = '${words}'\nconst b = \`\n${words}\n\`\n${words}b`), [5])
    assert.deepEqual(tooLong(`// https://example.com/${words}`), [])
  })
})
