/**
 * Merge tags: the subset of Liquid that most newsletters use, compiled once. `{{ name }}`, `{{ DD5
 * | default: "friend" }}`, `{{ ["First name"] | url_encode }}`. Anything else is rejected when a
 * newsletter is saved, never at sending; if it may be valid Liquid, the error says so, and
 * liquid.ts is tried.
 */
import { isNamePart, NAME_PARTS, namePart } from '../../lib/name-parts.ts'
import { cleaned } from './cleaned.ts'
import { type TemplateSentence, templateSentence } from './words.ts'

/** The values of tags. Empty and missing are the same. */
export interface MergeValues {
  name: string
  email: string
  /** DD1 first. */
  fields: readonly (string | null | undefined)[]
  unsubscribeUrl: string
  preferencesUrl: string
  webVersionUrl: string
  measuringUrl: string
  /**
   * The filters that the subscriber matched when the sending was planned, of those that blocks of
   * the message use.
   */
  blocks?: readonly number[]
  /** The event of a program that the email of a trigger is about, as JSON has its values. */
  event?: Readonly<Record<string, unknown>> | undefined
  /** The new items of a feed that the email of a trigger is about. */
  feed?: Readonly<Record<string, unknown>> | undefined
  /** The values that a call has given for its email. */
  data?: Readonly<Record<string, unknown>> | undefined
}

export interface Tag {
  value(values: MergeValues): string
  /** The names it reads. */
  reads: string[]
  line: number
  column: number
  /**
   * Set if LiquidJS must render the part as a whole: this tag as written, the names that the part
   * reads, and the name of a `{% %}`.
   */
  liquid?: { source: string; scope: Scope; statement: string | undefined }
}

/** The names that a part reads, and their values. */
export type Scope = ReadonlyMap<string, (values: MergeValues) => unknown>

/** Literal text and tags, in order. */
export type Template = (string | Tag)[]

/** The account's field names, with their numbers. */
export type FieldNames = ReadonlyMap<string, number>

export type TemplatePart = 'subject' | 'preheader' | 'html' | 'text' | 'mjml' | `slot ${string}`

export class TemplateError extends Error {
  override name = 'TemplateError'
  readonly sentence: TemplateSentence
  readonly line: number
  readonly column: number
  readonly part: TemplatePart | undefined
  /** Not a plain tag, but may be Liquid. */
  readonly beyond: boolean
  constructor(
    sentence: TemplateSentence,
    line: number,
    column: number,
    part?: TemplatePart,
    beyond = false,
  ) {
    super(`${part ? `${part}, ` : ''}line ${line}, column ${column}: ${sentence.detail}`)
    this.sentence = sentence
    this.line = line
    this.column = column
    this.part = part
    this.beyond = beyond
  }
}

type Value = Tag['value']

const MOST_FIELDS = 100
/** Characters of names in LiquidJS: letters of all scripts, no typographic quotes, no blanks. */
const NAME = /[\w\-?]|[^\0-\x7f\s\u201c\u201d\u180e]/y
const NOT_NAMES = new Set(['true', 'false', 'nil', 'null', 'empty', 'blank'])

export function compileTemplate(source: string, fields: FieldNames, part?: TemplatePart): Template {
  const template: Template = []
  const place = placesOf(source)
  const fail: Fail = (sentence, at, beyond = false) => {
    throw new TemplateError(sentence, ...placesOf(source)(at), part, beyond)
  }
  const opening = /\{[{%]/g
  let from = 0
  let trim = false
  for (;;) {
    opening.lastIndex = from
    const end = opening.exec(source)?.index
    let text = source.slice(from, end)
    if (trim) text = text.trimStart()
    if (end !== undefined && source[end + 2] === '-') text = text.trimEnd()
    if (text !== '') template.push(text)
    if (end === undefined) return template
    if (source[end + 1] === '%') fail(templateSentence('template-statement'), end, true)
    const tag = readTag(source, end, fields, fail)
    const [line, column] = place(end)
    template.push({ value: tag.value, reads: tag.reads, line, column })
    trim = tag.trimsRight
    from = tag.end
  }
}

/** Line and column of ascending offsets; scans the source once. */
export function placesOf(source: string): (at: number) => [line: number, column: number] {
  const lineEnd = /\r\n|\r|\n/g
  let line = 1
  let lineStart = 0
  let next = lineEnd.exec(source)
  return at => {
    while (next && next.index < at) {
      line++
      lineStart = lineEnd.lastIndex
      next = lineEnd.exec(source)
    }
    return [line, at - lineStart + 1]
  }
}

/** Renders a template; `written` encodes the values, e.g. escapeValue for HTML. */
export function renderTemplate(
  template: Template,
  values: MergeValues,
  written: (text: string) => string = text => text,
): string {
  let text = ''
  for (const part of template) text += typeof part === 'string' ? part : written(part.value(values))
  return text
}

type Fail = (sentence: TemplateSentence, at: number, beyond?: boolean) => never

/** Parses one tag, starting at its `{{`. */
function readTag(source: string, start: number, fields: FieldNames, fail: Fail) {
  let at = start + 2
  const reads: string[] = []
  const skip = () => {
    while (at < source.length && /\s/.test(source[at]!)) at++
  }
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(source)?.[0]
    if (found !== undefined) at += found.length
    return found
  }
  const name = () => {
    const from = at
    // "-}}" ends a tag, so a hyphen before the braces is not part of the name.
    while (!source.startsWith('-}}', at) && match(NAME) !== undefined);
    return source.slice(from, at)
  }
  const quoted = (): string | undefined => {
    const from = at
    const text = match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/sy)
    if (text === undefined && /["']/.test(source[at] ?? ''))
      fail(templateSentence('template-quote'), from)
    return text === undefined ? undefined : unescapeLiteral(text.slice(1, -1))
  }
  const operand = (numbers: boolean): Value => {
    skip()
    const from = at
    const text = quoted() ?? (numbers ? match(/[-+]?\d+(?:\.\d+)?/y) : undefined)
    if (text !== undefined) {
      const value = /["']/.test(source[from]!) ? text : String(Number(text))
      return () => value
    }
    let known = ''
    if (match(/\[\s*/y) !== undefined) {
      known = quoted() ?? fail(templateSentence('template-bracket-quote'), at)
      if (match(/\s*\]/y) === undefined) fail(templateSentence('template-bracket'), from)
    } else {
      known = name()
      if (NOT_NAMES.has(known)) fail(templateSentence('template-reserved', { name: known }), from)
    }
    if (known === '')
      fail(
        source.startsWith('}}', at)
          ? templateSentence('template-nameless')
          : unexpected(source, at),
        from,
      )
    if (source[at] === '.' || source[at] === '[')
      fail(templateSentence('template-property'), at, true)
    reads.push(known)
    return valueNamed(known, fields) ?? fail(unknownName(known, fields), from)
  }

  if (source[at] === '-') at++
  if (source.indexOf('}}', at) < 0) fail(templateSentence('template-unclosed'), start)
  let value = operand(false)
  for (;;) {
    skip()
    const end = match(/-?\}\}/y)
    if (end !== undefined) return { value, reads, end: at, trimsRight: end.length === 3 }
    if (source[at] !== '|') fail(unexpected(source, at), at)
    at++
    skip()
    const from = at
    const filter = name()
    const input = value
    if (filter === 'default') {
      skip()
      if (source[at] !== ':') fail(templateSentence('template-default'), from)
      at++
      const otherwise = operand(true)
      value = values => input(values) || otherwise(values)
    } else if (filter === 'url_encode')
      value = values => encodeURIComponent(input(values)).replace(/%20/g, '+')
    else fail(templateSentence('template-filter-here', { filter }), from, true)
  }
}

function unexpected(source: string, at: number): TemplateSentence {
  if (at >= source.length) return templateSentence('template-ends')
  const character = String.fromCodePoint(source.codePointAt(at)!)
  if (/[\u201c\u201d\u2018\u2019]/.test(character)) return templateSentence('template-typographic')
  if (/^&(?:quot|#34|#39|apos);/.test(source.slice(at))) return templateSentence('template-entity')
  return templateSentence('template-character', { character })
}

/** The value for a name; undefined if it is unknown. */
export function valueNamed(name: string, fields: FieldNames): Value | undefined {
  switch (name) {
    case 'name':
      return values => cleaned(values.name)
    case 'email':
      return values => cleaned(values.email)
    case 'unsubscribe_url':
      return values => values.unsubscribeUrl
    case 'web_version_url':
      return values => values.webVersionUrl
    case 'preferences_url':
      return values => values.preferencesUrl
    case 'measuring_url':
      return values => values.measuringUrl
  }
  const filter = /^filter_(\d{1,9})$/.exec(name)?.[1]
  if (filter !== undefined) return values => (values.blocks?.includes(Number(filter)) ? '1' : '')
  // A field that an account calls so is older than the tag.
  const number = fieldNamed(name, fields)
  if (number !== undefined) return values => cleaned(values.fields[number - 1] ?? '')
  return isNamePart(name)
    ? values => cleaned(namePart(values.name, values.fields, name))
    : undefined
}

/** The number of a data field by its code or its name; undefined if it is none. */
export function fieldNamed(name: string, fields: FieldNames): number | undefined {
  const digits = /^dd0*(\d{1,3})$/i.exec(name)?.[1]
  const number = digits === undefined ? fields.get(name) : Number(digits)
  return number !== undefined && number >= 1 && number <= MOST_FIELDS ? number : undefined
}

/** The tags that are an address of ours, one for each email. */
export const ADDRESSES = 'unsubscribe_url preferences_url web_version_url measuring_url'.split(' ')

export function unknownName(name: string, fields: FieldNames): TemplateSentence {
  if (name === 'event') return templateSentence('template-event')
  if (name === 'data') return templateSentence('template-data')
  const parts = Object.keys(NAME_PARTS)
  const known = ['name', ...parts, 'email', ...fields.keys(), ...ADDRESSES]
  const alike = known.find(other => other.toLowerCase() === name.toLowerCase())
  return templateSentence('template-name', {
    name,
    meant: alike === undefined ? '' : spelled(alike),
    known: `${known.map(spelled).join(', ')}, DD1 to DD${MOST_FIELDS}`,
  })
}

const spelled = (name: string): string =>
  /^[\w\-?\u0080-\uffff]+$/.test(name) && !/\s/.test(name) ? name : `[${JSON.stringify(name)}]`

const ESCAPES: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\x0b' }

/** Unescapes a string literal like LiquidJS. */
const unescapeLiteral = (text: string): string =>
  cleaned(
    text.replace(
      /\\(?:u([0-9a-f]{0,4})|([0-7]{1,3})|(.))/gis,
      (_, hex?: string, octal?: string, other?: string) => {
        if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex || '0', 16))
        if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8))
        return ESCAPES[other!] ?? other!
      },
    ),
  )
