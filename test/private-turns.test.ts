/**
 * Comments are written in the words of the field (CONTRIBUTING.md, "Wording"): subject, verb, and a
 * term to search for. Free relatives and "somebody" are the mark of the opposite, so they are
 * counted for each room; a few are plain English, many are an idiom of our own.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, test } from 'node:test'

const root = resolve(import.meta.dirname, '..')

/** For each 1,000 words of the comments of a room. */
const MOST = 3
/** A small room may have as many. */
const ALWAYS = 2

const VERBS = '(?:is|has|stands|was|were|had|it|they|an?|the|somebody|people|nobody)'
const PRIVATE = new RegExp(
  [
    `\\bwhat ${VERBS}\\b`,
    // After a noun it is an ordinary relative clause: "a person who has left".
    `(?:^|[.,:;(] |\\b(?:of|for|by|and|or|to|with|whether|beside|that) )who ${VERBS}\\b`,
    '\\b(?:somebody|nobody|anybody|everybody|whoever|whatever)\\b',
    '\\b(?:the others|is the matter|goes on|comes? about)\\b',
  ].join('|'),
  'gi',
)

const COMMENTS = { ts: /\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g, sql: /^\s*--(?! name:)[^\n]*/gm }

const commentsOf = (file: string, text: string): string[] =>
  (text.match(file.endsWith('.sql') ? COMMENTS.sql : COMMENTS.ts) ?? []).map(comment =>
    comment
      .replace(/^\s*(?:\*\/?|\/\/|\/\*+|--)|\*\/$/gm, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )

const turnsIn = (comment: string): string[] =>
  [...comment.matchAll(PRIVATE)].map(({ index }) =>
    comment.slice(Math.max(0, index - 30), index + 50),
  )

interface Room {
  words: number
  turns: string[]
}

function rooms(): Map<string, Room> {
  const found = new Map<string, Room>()
  for (const file of globSync('src/**/*.{ts,tsx,sql}', { cwd: root })) {
    if (/\.sql\.ts$|^src\/db\/(?:functions|migrations)\//.test(file)) continue
    const [, room = '', ...rest] = file.split('/')
    const name = rest.length > 0 ? room : 'src'
    const counted = found.get(name) ?? { words: 0, turns: [] }
    found.set(name, counted)
    for (const comment of commentsOf(file, readFileSync(join(root, file), 'utf8'))) {
      counted.words += comment.match(/\w+/g)?.length ?? 0
      counted.turns.push(...turnsIn(comment).map(turn => `${file}: …${turn}…`))
    }
  }
  return found
}

describe('private turns of phrase in comments', () => {
  for (const [room, { words, turns }] of rooms())
    test(`${room} has at most ${MOST} for each 1,000 words`, () => {
      const most = Math.max(ALWAYS, (MOST * words) / 1_000)
      assert.ok(
        turns.length <= most,
        `${turns.length} of at most ${Math.floor(most)} (CONTRIBUTING.md, "Wording"):\n` +
          turns.join('\n'),
      )
    })

  test('free relatives are counted, relative clauses are not', () => {
    const count = (text: string) => commentsOf('a.ts', text).flatMap(turnsIn).length
    assert.equal(count('/**\n * What\n * is read by whoever asks, for who has a key. */'), 3)
    assert.equal(count('// The lease of a worker who has died.\nlet somebody'), 0)
  })
})
