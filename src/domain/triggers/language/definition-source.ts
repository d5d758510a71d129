/**
 * Parses the text of a definition, YAML or JSON, into a tree whose nodes know their positions.
 * Scalars stay text: 007 is not a number, and 1.10 is not 1.1. Aliases, tags and deep nesting are
 * rejected, so that no document expands beyond its length (no "billion laughs").
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
import {
  type Detail,
  type DetailArguments,
  type DetailCode,
  detailed,
  type ReportedSentence,
  reported,
} from '../../details/details.ts'

/** The mistake and its remedy, with its place. */
export interface Problem extends ReportedSentence {
  /** Starting at 1. */
  line: number
  column: number
}

export interface TextPart {
  kind: 'text'
  at: number
  text: string
  /** The offset of its first character, if the text is written literally on one line. */
  literalAt: number | undefined
  quoted: boolean
  /** The offset after it, with its quotes. */
  end: number
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

/** In characters; enough for thousands of steps. */
const LONGEST_SOURCE = 262_144
const MOST_NESTED = 30
/**
 * Words, signs, blanks and line ends: more than 100 steps need, and quick to parse in the worst
 * case.
 */
const MOST_LEXEMES = 10_000
/** Further problems are not reported. */
export const MOST_PROBLEMS = 20

export type ReadSource = { part: SourcePart; problems: [] } | { part?: never; problems: Problem[] }

export function placeIn(source: string, at: number): { line: number; column: number } {
  const before = source.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
}

export function readSource(text: string): ReadSource {
  const source = text.replace(/^\ufeff/, '')
  const wrong = <Code extends DetailCode>(
    at: number,
    code: Code,
    ...values: DetailArguments<Code>
  ): ReadSource => ({
    problems: [{ ...placeIn(source, at), ...reported(detailed(code, ...values)) }],
  })
  if (source.length > LONGEST_SOURCE) return wrong(0, 'definition-long', { most: LONGEST_SOURCE })
  if (source.trim() === '') return wrong(0, 'definition-empty')
  const { tokens, longAt, deepAt } = tokensOf(tabsToBlanks(source))
  if (longAt !== undefined) return wrong(longAt, 'definition-words', { most: MOST_LEXEMES })
  if (deepAt !== undefined) return wrong(deepAt, 'definition-deep', { most: MOST_NESTED })
  // In this schema all scalars are text. The library's check for unique keys is quadratic; partOf()
  // checks them instead.
  const [document, another] = new Composer({
    schema: 'failsafe',
    uniqueKeys: false,
    prettyErrors: false,
  }).compose(tokens, true)
  const [error] = document ? [...document.errors, ...document.warnings] : []
  if (error)
    return wrong(error.pos[0], 'definition-yaml', {
      error: error.code,
      says: sentence(error.message),
    })
  if (!document?.contents) return wrong(0, 'definition-empty')
  if (another) return wrong(another.range[0], 'definition-two')
  const problems: Problem[] = []
  const part = partOf(document.contents, source, (at, detail) => {
    if (problems.length < MOST_PROBLEMS)
      problems.push({ ...placeIn(source, at), ...reported(detail) })
  })
  return problems.length > 0 ? { problems } : { part, problems: [] }
}

/** Of a name that is quoted in a sentence. */
export const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}...` : text)

const sentence = (message: string): string =>
  message
    .slice(0, 200)
    .replace(/^./, first => first.toUpperCase())
    .replace(/[.:]?$/, '.')

/**
 * YAML takes no tabs for indentation; in JSON they are white space. Replacing each by a blank keeps
 * all positions.
 */
const tabsToBlanks = (source: string): string =>
  /^\s*[{[]/.test(source)
    ? source.replace(/^[ \t]+/gm, blanks => ' '.repeat(blanks.length))
    : source

interface ReadTokens {
  tokens: CST.Token[]
  /** Where a limit of length or depth is exceeded. */
  longAt?: number
  deepAt?: number
}

/**
 * The parser keeps its own stack but the composer recurses, so the depth is checked before it.
 * Stops at the first error: everything after it would report one error per token.
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
    // Each level has two entries on the stack: the container, and its item.
    if (parser.stack.length > 2 * MOST_NESTED) return { tokens, deepAt: parser.offset }
  }
  for (const token of parser.end()) tokens.push(token)
  return { tokens }
}

type Report = (at: number, detail: Detail) => void

function partOf(node: ParsedNode | null, source: string, report: Report, fallback = 0): SourcePart {
  const at = node?.range[0] ?? fallback
  const nothing: TextPart = {
    kind: 'text',
    at,
    text: '',
    literalAt: undefined,
    quoted: false,
    end: at,
  }
  if (node === null) return nothing
  if (isAlias(node)) {
    report(at, detailed('definition-alias'))
    return nothing
  }
  if (node.tag !== undefined) report(at, detailed('definition-tag'))
  if (isScalar(node)) return textPart(node, at, source, node.range[1])
  if (isSeq(node))
    return {
      kind: 'list',
      at,
      parts: node.items.map(item => partOf(item as ParsedNode | null, source, report, at)),
    }
  if (!isMap(node)) return nothing
  const entries: MapPart['entries'] = []
  const seen = new Set<string>()
  for (const { key, value } of node.items) {
    const keyAt = key.range[0]
    if (!isScalar(key)) {
      report(keyAt, detailed('definition-key'))
      continue
    }
    const name = String(key.value)
    if (seen.has(name)) report(keyAt, detailed('definition-twice', { name: short(name) }))
    seen.add(name)
    entries.push({
      key: name,
      at: keyAt,
      value: partOf(value as ParsedNode | null, source, report, key.range[1] + 1),
    })
  }
  return { kind: 'map', at, entries }
}

function textPart(
  node: { value: unknown; type?: string },
  at: number,
  source: string,
  end: number,
): TextPart {
  const text = String(node.value)
  const quoted = node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE'
  const first = quoted ? at + 1 : at
  const literal = node.type === 'PLAIN' || quoted ? source.startsWith(text, first) : false
  return { kind: 'text', at, text, literalAt: literal ? first : undefined, quoted, end }
}
