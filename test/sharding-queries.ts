/** The queries and migrations as the rules of test/sharding.test.ts read them. */
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { withParts } from '../scripts/sql-parts.ts'
import { UNDISTRIBUTED } from '../src/db/cluster/places.ts'

const root = resolve(import.meta.dirname, '..')

interface Query {
  where: string
  text: string
}

/** Without comments and the insides of strings. */
const bare = (text: string): string => text.replace(/--.*$/gm, '').replace(/'(?:[^']|'')*'/g, "''")

export const queries: Query[] = globSync('src/**/*.sql', {
  cwd: root,
  exclude: ['src/db/{migrations,functions}/**'],
}).flatMap(file =>
  withParts(readFileSync(join(root, file), 'utf8'))
    .split(/^-- name:/m)
    .slice(1)
    .map(part => ({
      where: `${file}: ${part.trim().split(/\s/)[0]}`,
      text: bare(part.slice(part.indexOf('\n'))),
    })),
)

export const migrations: Query[] = globSync('src/db/{migrations,functions}/*.sql', {
  cwd: root,
}).map(file => ({
  where: file,
  text: bare(readFileSync(join(root, file), 'utf8')),
}))

/** The text from an opening parenthesis to the one that closes it. */
function group(text: string, open: number): string {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return text.slice(open + 1, at)
  }
  return text.slice(open + 1)
}

/** Up to the parenthesis that closes what the text begins in, or to its end. */
export function rest(text: string): string {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth < 0) return text.slice(0, at)
  }
  return text
}

const WITH =
  /\b(\w+)(?:\s*\([^()]*\))?\s+as\s+(?:materialized\s+)?\(\s*(?=select|insert|update|delete|with)/gi

/** A text with the definitions of all named parts that it leans on. */
export function expanded(text: string, whole: string): string {
  const parts = new Map(
    [...whole.matchAll(WITH)].map(match => [
      match[1]!,
      group(whole, match.index + match[0].lastIndexOf('(')),
    ]),
  )
  const known = new Set<string>()
  let all = text
  for (let grown = true; grown; ) {
    grown = false
    for (const [name, definition] of parts) {
      if (known.has(name) || !new RegExp(`\\b${name}\\b`).test(all)) continue
      known.add(name)
      all += ` ${definition}`
      grown = true
    }
  }
  return all
}

/** How often a distributed table is read or changed; what is only inserted into is not counted. */
export function places(text: string, tables: string[]): number {
  return [
    ...text.matchAll(
      new RegExp(`(\\b\\w+\\s+|[.,(])?\\s*\\b(${tables.join('|')})\\b(?!\\s*[.(])`, 'gi'),
    ),
  ].filter(([, before = '']) => /^(from|join|update|using|lateral|only|,)\s*$/i.test(before.trim()))
    .length
}

export const HELD =
  /(?:\b\w+\.)?account_id\s*=\s*(?::accountId|p_account_id|\w+\.account_id)\b|\busing\s*\(\s*account_id\b/gi

/**
 * Whether every insert into a distributed table of rows that come from outside reads from a
 * distributed table beside them.
 */
export function anchored(text: string, tables: string[]): boolean {
  const any = new RegExp(`\\b(?:${tables.join('|')})\\b`)
  return [...text.matchAll(/\binsert\s+into\s+(\w+)[^()]*\([^()]*\)\s*(?=select\b)/gi)].every(
    insert => {
      const source = rest(text.slice(insert.index + insert[0].length)).split(
        /\bon\s+conflict\b|\breturning\b/i,
      )[0]!
      const all = expanded(source, text)
      return (
        insert[1]! in UNDISTRIBUTED ||
        !/\b(?:unnest|generate_series)\s*\(/i.test(all) ||
        any.test(all)
      )
    },
  )
}

export const VOLATILE =
  /\b(?:now|clock_timestamp|random|gen_random_uuid|nextval)\s*\(|\bcurrent_(?:timestamp|date)\b/i

/** The `set` lists of the updates in a text, those of `do update` left out. */
export const updates = (text: string): string[] =>
  [...text.matchAll(/\bupdate\s+\w+(?:\s+(?:as\s+)?(?!set\b)\w+)?\s+set\b/gi)].map(
    ({ index, 0: { length } }) =>
      rest(text.slice(index + length)).split(/\b(?:where|returning)\b/i, 1)[0]!,
  )

const ADDED_INTERVAL = /(?<![:\w.])(?:\w+\.)?[a-z]\w*\s+[+-]\s+interval\b/i

/**
 * Whether an update adds an interval to a moment of a row. What `timestamptz ± interval` gives
 * hangs on the session's zone, so it is not immutable; the difference of two moments is.
 */
export const addsInterval = (text: string): boolean =>
  [
    ...updates(text),
    ...[...text.matchAll(/\bdo\s+update\s+set\b/gi)].map(
      ({ index, 0: { length } }) => rest(text.slice(index + length)).split(/\breturning\b/i, 1)[0]!,
    ),
  ].some(part => ADDED_INTERVAL.test(withoutSubqueries(part)))

/** Inserts of selected rows that answer columns, without an alias for the table. */
export const unnamedInserts = (text: string): string[] =>
  [...text.matchAll(/\binsert\s+into\s+(\w+)\s*(?=\()/gi)]
    .filter(({ index, 0: { length } }) => {
      const after = rest(text.slice(index + length))
      return /\bselect\b/i.test(after) && /\breturning\s+(?!\d)/i.test(after)
    })
    .map(([, table]) => table!)

const CLOCK = /\b(?:now|clock_timestamp|statement_timestamp)\s*\(\s*\)/i

/** Whether a moment is made inside of coalesce() or case, outside of a subquery. */
export function hidesClock(text: string): boolean {
  for (const { index, 0: opening } of text.matchAll(/\b(?:coalesce\s*(?=\()|case\b)/gi)) {
    const from = index + opening.length
    const inside = /^case/i.test(opening)
      ? text.slice(from, endOfCase(text, from))
      : group(text, text.indexOf('(', index))
    if (CLOCK.test(withoutSubqueries(inside))) return true
  }
  return false
}

function endOfCase(text: string, from: number): number {
  let depth = 1
  for (const { 0: word, index } of text.slice(from).matchAll(/\b(?:case|end)\b/gi)) {
    depth += /case/i.test(word) ? 1 : -1
    if (depth === 0) return from + index
  }
  return text.length
}

function withoutSubqueries(text: string): string {
  const open = /\(\s*select\b/i.exec(text)
  if (!open) return text
  const inside = group(text, open.index)
  return text.slice(0, open.index) + withoutSubqueries(text.slice(open.index + inside.length + 2))
}
