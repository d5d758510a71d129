/** Reads the queries of a .sql file. */
import { readFileSync } from 'node:fs'
import { sqlFiles } from '../src/db/sql-files.ts'
import { ERASED_EMAIL } from '../src/domain/erased-email.ts'
import { WORK } from '../src/domain/work/work-kinds.ts'
import { CHANGED } from '../src/lib/changed-kind.ts'
import { FIELD_SEPARATOR } from '../src/lib/field-separator.ts'
import { SOURCE } from '../src/lib/source-kind.ts'
import { withParts } from './sql-parts.ts'

/** Constants that queries may use, in capitals. */
const CONSTANTS: Record<string, string | number> = {
  ERASED_EMAIL,
  FIELD_SEPARATOR,
  ...named('SOURCE', SOURCE),
  ...named('CHANGED', CHANGED),
  ...named('WORK', WORK),
}

function named(
  group: string,
  values: Record<string, string | number>,
): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`${group}.${name}`, value]),
  )
}

export interface Query {
  name: string
  kind: 'one' | 'maybe' | 'many' | 'count'
  again: boolean
  /** As in src/db/deadlines.ts. */
  long: boolean
  /** A standby may answer it: so marked, or long, and it changes nothing. */
  replica: boolean
  /** On a cluster, run at the node of the account. */
  node: boolean
  /** These two as in src/db/statement.ts. */
  generic: boolean
  custom: boolean
  perShard: boolean
  doc: string[]
  text: string
  names: string[]
  nullable: Set<string>
}

const CHANGES = /\b(insert|update|delete|for (no key )?(update|share))\b/i

/** The functions of files in which one changes or locks rows. */
const CHANGING = new Set(
  sqlFiles(new URL('../src/db/functions/', import.meta.url))
    .map(({ text }) => text.replaceAll(/--.*/g, ''))
    .filter(text => CHANGES.test(text))
    .flatMap(text => [...text.matchAll(/\bfunction\s+(\w+)/gi)].map(([, name]) => name!)),
)

const calls = (text: string, functions: Set<string>): boolean =>
  [...text.matchAll(/(\w+)\(/g)].some(([, name]) => functions.has(name!))

const HEAD = new RegExp(
  '^\\s*(\\w+)\\s+:(one|maybe|many|count)' +
    '(\\s+again)?(\\s+long)?(\\s+replica)?(\\s+node)?(\\s+generic)?(\\s+custom)?(\\s+per-shard)?\\s*$',
)

export function parseQueries(file: string): Query[] {
  const parts = withParts(readFileSync(file, 'utf8'))
    .split(/^-- name:/m)
    .slice(1)
  return parts.map(part => {
    const [head, ...lines] = part.split('\n')
    const match = HEAD.exec(head!)
    if (!match) throw new Error(`${file}: can't read "-- name:${head}"`)
    const doc = lines.filter(line => line.startsWith('--')).map(line => line.slice(2).trim())
    const body = lines
      .filter(line => !line.startsWith('--'))
      .join('\n')
      .trim()
      .replace(/;$/, '')
    const names: string[] = []
    const nullable = new Set<string>()
    const constant = /'(?:[^']|'')*'|(?<!:):([A-Z]+[A-Z_]*(?:\.\w+)?)/g
    const written = body.replace(constant, (piece, name?: string) =>
      name === undefined ? piece : literal(file, name),
    )
    const text = written.replace(
      /'(?:[^']|'')*'|"[^"]*"|(?<!:):([a-zA-Z]\w*)(\?)?/g,
      (piece, name?: string, mayBeNull?: string) => {
        if (name === undefined) return piece
        if (mayBeNull) nullable.add(name)
        if (!names.includes(name)) names.push(name)
        return `$${names.indexOf(name) + 1}`
      },
    )
    const readsOnly =
      /^(with|select)\b/i.test(text) && !CHANGES.test(text) && !calls(text, CHANGING)
    const long = match[4] !== undefined
    const marked = match[5] !== undefined
    if (marked && !readsOnly) throw new Error(`${file}: ${match[1]} changes rows: no replica`)
    const node = match[6] !== undefined
    if (node && !names.includes('accountId'))
      throw new Error(`${file}: ${match[1]} names no account: no node`)
    const perShard = match[9] !== undefined
    if (perShard && !(readsOnly && names.length === 0))
      throw new Error(`${file}: ${match[1]} changes rows, or has values: not per-shard`)
    const replica = (marked || long) && readsOnly && names.includes('accountId')
    return {
      name: match[1]!,
      kind: match[2] as Query['kind'],
      again: match[3] !== undefined || readsOnly,
      long,
      replica,
      node,
      generic: match[7] !== undefined,
      custom: match[8] !== undefined,
      perShard,
      doc,
      text,
      names,
      nullable,
    }
  })
}

function literal(file: string, name: string): string {
  const value = CONSTANTS[name]
  if (value === undefined) throw new Error(`${file}: there is no constant :${name}`)
  if (typeof value === 'number') return String(value)
  const quoted = (character: string): string => {
    if (character === "'") return "''"
    return character < ' '
      ? `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
      : character
  }
  const escaped = Array.from(value, quoted).join('')
  return escaped.includes('\\') ? `E'${escaped}'` : `'${escaped}'`
}

/** A column of the message RowDescription. */
