/**
 * The text of a definition, YAML or JSON, as a tree of which each part knows its place. Texts stay
 * as they are written: 007 is no number, and
 * 1.10 not 1.1. Without aliases, tags and deep nesting no text of this length can mean more than it
 * shows, so none can be a bomb.
 */
import {
  Composer,
  type CST,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type ParsedNode,
  Parser,
} from 'yaml'

export interface Problem {
  /** From 1. */
  line: number
  column: number
  /** What is wrong and what to do, as sentences. */
  says: string
}

export interface TextPart {
  kind: 'text'
  at: number
  text: string
  /** Where its first character stands, when the text stands there as it is, on one line. */
  literalAt: number | undefined
  quoted: boolean
}
export interface ListPart {
  kind: 'list'
  at: number
  parts: SourcePart[]
}
export interface MapPart {
  kind: 'map'
  at: number
  entries: { key: string; at: number; value: SourcePart }[]
}
export type SourcePart = TextPart | ListPart | MapPart

/** In characters. Some thousand steps would fit. */
const LONGEST_SOURCE = 262_144
const MOST_NESTED = 30
/**
 * Words, signs, blanks and line ends: more than 100 steps need, and soon read whatever stands
 * there.
 */
const MOST_LEXEMES = 10_000
/** More are not told at once. */
export const MOST_PROBLEMS = 20

export type ReadSource = { part: SourcePart; problems: [] } | { part?: never; problems: Problem[] }

export function placeIn(source: string, at: number): { line: number; column: number } {
  const before = source.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
}

export function readSource(text: string): ReadSource {
  const source = text.replace(/^\ufeff/, '')
  const wrong = (at: number, says: string): ReadSource => ({
    problems: [{ ...placeIn(source, at), says }],
  })
  if (source.length > LONGEST_SOURCE)
    return wrong(0, `A definition has at most ${LONGEST_SOURCE} characters.`)
  if (source.trim() === '')
    return wrong(0, 'There is nothing in it. docs/triggers.md shows what a trigger looks like.')
  const { tokens, longAt, deepAt } = tokensOf(evenJson(source))
  if (longAt !== undefined)
    return wrong(longAt, `A definition has at most ${MOST_LEXEMES} words, signs and line ends.`)
  if (deepAt !== undefined)
    return wrong(deepAt, `Things stand within each other at most ${MOST_NESTED} deep.`)
  // Of this schema all scalars are texts. That keys are unique is looked at below, where it takes
  // no square of their number.
  const [document, another] = new Composer({
    schema: 'failsafe',
    uniqueKeys: false,
    prettyErrors: false,
  }).compose(tokens, true)
  const [error] = document ? [...document.errors, ...document.warnings] : []
  if (error)
    return wrong(
      error.pos[0],
      `${sentence(error.message)} ${HINTS[error.code] ?? 'This is how YAML is written, not what a trigger is.'}`,
    )
  if (!document?.contents)
    return wrong(0, 'There is nothing in it. docs/triggers.md shows what a trigger looks like.')
  if (another)
    return wrong(another.range[0], 'A file holds one trigger: leave out "---" and what follows.')
  const problems: Problem[] = []
  const part = partOf(document.contents, source, (at, says) => {
    if (problems.length < MOST_PROBLEMS) problems.push({ ...placeIn(source, at), says })
  })
  return problems.length > 0 ? { problems } : { part, problems: [] }
}

/** What people meant most often who wrote what YAML does not take. */
const HINTS: Partial<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY:
    'A text that holds a colon and a blank stands in quotes; lines that belong together begin in the same column.',
  BAD_INDENT:
    'Lines that belong together begin in the same column; a text that begins with { or [ stands in quotes.',
  TAB_AS_INDENT: 'Indent with blanks.',
  BAD_SCALAR_START: 'Such a text stands in quotes.',
  UNEXPECTED_TOKEN: 'A text that begins with a quote or a bracket stands in quotes as a whole.',
  BAD_DQ_ESCAPE: 'Between single quotes a backslash is a backslash.',
}

const sentence = (message: string): string =>
  message
    .slice(0, 200)
    .replace(/^./, first => first.toUpperCase())
    .replace(/[.:]?$/, '.')

/**
 * YAML takes no tab for indentation; in JSON they mean nothing, and as blanks they leave every
 * place where it was.
 */
const evenJson = (source: string): string =>
  /^\s*[{[]/.test(source)
    ? source.replace(/^[ \t]+/gm, blanks => ' '.repeat(blanks.length))
    : source

interface ReadTokens {
  tokens: CST.Token[]
  /** Where there is too much, or what stands too deep. */
  longAt?: number
  deepAt?: number
}

/**
 * The parser keeps a stack of its own, the composer calls itself: it never sees what is too deep.
 * What comes after the first error is not read: it would be one error more for each of its signs.
 */
function tokensOf(source: string): ReadTokens {
  const parser = new Parser()
  const tokens: CST.Token[] = []
  let lexemes = 0
  for (const lexeme of new Lexer().lex(source)) {
    if (++lexemes > MOST_LEXEMES) return { tokens, longAt: parser.offset }
    for (const token of parser.next(lexeme)) {
      tokens.push(token)
      if (token.type === 'error') return { tokens }
    }
    // Of each level there are two on it: what holds, and what is held.
    if (parser.stack.length > 2 * MOST_NESTED) return { tokens, deepAt: parser.offset }
  }
  for (const token of parser.end()) tokens.push(token)
  return { tokens }
}

type Say = (at: number, says: string) => void

function partOf(node: ParsedNode | null, source: string, say: Say, fallback = 0): SourcePart {
  const at = node?.range[0] ?? fallback
  const nothing: TextPart = { kind: 'text', at, text: '', literalAt: undefined, quoted: false }
  if (node === null) return nothing
  if (isAlias(node)) {
    say(at, 'References (*name) are not taken here: write it out.')
    return nothing
  }
  if (node.tag !== undefined) say(at, 'Tags (!name) are not taken here.')
  if (isScalar(node)) return textPart(node, at, source)
  if (isSeq(node))
    return {
      kind: 'list',
      at,
      parts: node.items.map(item => partOf(item as ParsedNode | null, source, say, at)),
    }
  if (!isMap(node)) return nothing
  const entries: MapPart['entries'] = []
  const seen = new Set<string>()
  for (const { key, value } of node.items) {
    const keyAt = key.range[0]
    if (!isScalar(key)) {
      say(
        keyAt,
        'What stands before a colon is a word. A text that begins with { stands in quotes.',
      )
      continue
    }
    const name = String(key.value)
    if (seen.has(name)) say(keyAt, `${JSON.stringify(name)} stands here twice.`)
    seen.add(name)
    entries.push({
      key: name,
      at: keyAt,
      value: partOf(value as ParsedNode | null, source, say, key.range[1] + 1),
    })
  }
  return { kind: 'map', at, entries }
}

function textPart(node: { value: unknown; type?: string }, at: number, source: string): TextPart {
  const text = String(node.value)
  const quoted = node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE'
  const first = quoted ? at + 1 : at
  const literal = node.type === 'PLAIN' || quoted ? source.startsWith(text, first) : false
  return { kind: 'text', at, text, literalAt: literal ? first : undefined, quoted }
}
