/**
 * The tokenizer of filters: words, values and signs, each with its position; and the error with a
 * position.
 */
import { type Detail, detailed } from '../details/details.ts'
import { COLUMNS } from './condition.ts'

export class FilterError extends Error {
  override name = 'FilterError'
  readonly line: number
  readonly column: number
  readonly detail: Detail
  constructor(detail: Detail, source: string, at: number) {
    const before = source.slice(0, at)
    const line = before.split('\n').length
    const column = at - before.lastIndexOf('\n')
    const reason = detail.detail.replace(/^./, first => first.toLowerCase())
    super(`${line > 1 ? `Line ${line}, column` : 'Column'} ${column}: ${reason}`)
    this.detail = detail
    this.line = line
    this.column = column
  }
}

export interface Token {
  kind: 'word' | 'text' | 'number' | 'field' | 'event' | 'sign' | 'end'
  /** For a text or field the content of its quotes, for a word the original text. */
  text: string
  at: number
}

const BLANK = /[ \t\r\n\u00a0]+/y
const SIGN = /<=|>=|!=|<>|[=<>(),+-]/y
const NUMBER = /\d+(?:\.\d+)?(?![\p{L}\p{N}_])/uy
const DAY = /\d{4}-\d{2}-\d{2}(?![\p{L}\p{N}_])/uy
const EVENT = /event(?:\.[\p{L}\p{N}_][\p{L}\p{M}\p{N}_-]*)+/uy
const WORD = /[\p{L}\p{N}_][\p{L}\p{M}\p{N}_?-]*/uy
const TEXT = /"((?:[^"\\]|\\["\\])*)"|'((?:[^'\\]|\\['\\])*)'/uy
const FIELD = /\[\s*(?:"((?:[^"\\]|\\["\\])*)"|'((?:[^'\\]|\\['\\])*)')\s*\]/uy
const QUOTES = /[\u201c\u201d\u201e\u2018\u2019]/

/** Throws FilterError. The last token is the end. */
export function filterWords(source: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const found = pattern.exec(source)
    if (found) at = pattern.lastIndex
    return found
  }
  while (at < source.length) {
    if (take(BLANK)) continue
    const start = at
    const quoted = take(TEXT)
    const field = quoted ? null : take(FIELD)
    const inside = quoted ?? field
    if (inside) {
      const text = (inside[1] ?? inside[2]!).replace(/\\(.)/g, '$1')
      tokens.push({ kind: quoted ? 'text' : 'field', text, at: start })
      continue
    }
    const day = take(DAY)
    const number = day ? null : take(NUMBER)
    const sign = day || number ? null : take(SIGN)
    const event = day || number || sign ? null : take(EVENT)
    const word = day || number || sign || event ? null : take(WORD)
    if (day) tokens.push({ kind: 'text', text: day[0], at: start })
    else if (number) tokens.push({ kind: 'number', text: number[0], at: start })
    else if (sign) tokens.push({ kind: 'sign', text: sign[0] === '<>' ? '!=' : sign[0], at: start })
    else if (event) tokens.push({ kind: 'event', text: event[0], at: start })
    else if (word) tokens.push({ kind: 'word', text: word[0], at: start })
    else throw new FilterError(unexpected(source, start), source, start)
  }
  return [...tokens, { kind: 'end', text: '', at: source.length }]
}

function unexpected(source: string, at: number): Detail {
  const character = String.fromCodePoint(source.codePointAt(at)!)
  if (QUOTES.test(character)) return detailed('filter-quotes')
  if (/["']/.test(character)) return detailed('filter-unclosed')
  if (/^[./]\d/.test(source.slice(at, at + 2)) && /\d$/.test(source.slice(0, at)))
    return detailed('filter-notation')
  if (character === '[') return detailed('filter-bracket')
  return detailed('filter-character', { character })
}

export const MOST_FIELDS = 100

/** What stands in place of a field that there is not. */
export function unknownField(name: string, fields: readonly { name: string }[]): Detail {
  const all = fields.map(field =>
    /^[\p{L}\p{N}_]+$/u.test(field.name) ? field.name : `[${JSON.stringify(field.name)}]`,
  )
  return detailed('filter-field-none', { name, known: [...COLUMNS, ...all].join(', ') })
}
