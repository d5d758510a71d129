/**
 * Parts of a newsletter that use more of Liquid than plain tags: conditions, loops, filters. They
 * are checked as strictly as plain tags when saved (merge.ts), and rendered by LiquidJS for each
 * message. A part is plain or Liquid as a whole.
 */
import { analyzeSync, type Liquid, Tokenizer, TypeGuards } from 'liquidjs'
import { cleaned, cleanedValue } from './cleaned.ts'
import { liquidFor, renderLiquid, TooLong } from './liquid-engine.ts'
import {
  compileTemplate,
  type FieldNames,
  fieldNamed,
  type MergeValues,
  placesOf,
  type Scope,
  type Template,
  TemplateError,
  type TemplatePart,
  unknownName,
  valueNamed,
} from './merge.ts'
import { type TemplateSentence, templateSentence } from './words.ts'

/**
 * A subject or a preheader: plain tags, or a single tag that renders the whole line. `tested`: the
 * values that Liquid is rendered with to see that it keeps the limits.
 */
export function compileLine(
  source: string,
  fields: FieldNames,
  part: TemplatePart,
  tested: readonly MergeValues[] = PEOPLE,
): Template {
  return plainOr(source, fields, part, () => {
    const scope = checkLiquid(source, fields, part, { html: false, tested })
    const render = liquidRenderer(source, scope, false)
    return [
      { value: values => cleaned(render(values)), reads: [...scope.keys()], line: 1, column: 1 },
    ]
  })
}

/** A body: plain tags, or all tags as written for LiquidJS, with the literal text between them. */
export function compileBody(
  source: string,
  fields: FieldNames,
  part: TemplatePart,
  tested: readonly MergeValues[] = PEOPLE,
): Template {
  return plainOr(source, fields, part, () =>
    liquidTokens(source, checkLiquid(source, fields, part, { html: part === 'html', tested })),
  )
}

function plainOr(
  source: string,
  fields: FieldNames,
  part: TemplatePart,
  otherwise: () => Template,
): Template {
  try {
    return compileTemplate(source, fields, part)
  } catch (error) {
    if (!(error instanceof TemplateError) || !error.beyond) throw error
    return otherwise()
  }
}

/** A function that renders a source for one message. */
export function liquidRenderer(
  source: string,
  scope: Scope,
  html: boolean,
): (values: MergeValues) => string {
  const liquid = liquidFor(html)
  const templates = liquid.parse(source)
  const names = [...scope]
  return values => {
    const given: Record<string, unknown> = {}
    for (const [name, value] of names) given[name] = value(values)
    try {
      return renderLiquid(liquid, templates, given)
    } catch (error) {
      throw new Error(sentenceOf(error).detail, { cause: error })
    }
  }
}

/**
 * The literal text, without what `-` in tags trims, and the tags. Comments are removed, and raw
 * blocks become literal text.
 */
function liquidTokens(source: string, scope: Scope): Template {
  const template: Template = []
  const place = placesOf(source)
  let comment = false
  for (const token of new Tokenizer(source).readTopLevelTokens(liquidFor(true).options)) {
    const name = TypeGuards.isTagToken(token) ? token.name : undefined
    if (comment) comment = name !== 'endcomment'
    else if (name === 'comment') comment = true
    else if (name === 'raw' || name === 'endraw' || name === '#') continue
    else if (TypeGuards.isHTMLToken(token)) {
      const text = token.getContent()
      if (text !== '') template.push(text)
    } else {
      const [line, column] = place(token.begin)
      // The adjacent text is already trimmed; a remaining `-` would trim text after a removed
      // comment.
      const text = token
        .getText()
        .replace(/^(\{[{%])-/, '$1')
        .replace(/-([%}]\})$/, '$1')
      const reads = [...scope.keys()].filter(name => text.includes(name))
      template.push({
        value: () => '',
        reads,
        line,
        column,
        liquid: { source: text, scope, statement: name },
      })
    }
  }
  return template
}

/**
 * The names that a part reads; throws TemplateError for syntax errors, unknown names, and exceeded
 * limits.
 */
function checkLiquid(
  source: string,
  fields: FieldNames,
  part: TemplatePart,
  { html, tested }: { html: boolean; tested: readonly MergeValues[] },
): Scope {
  const fail = (sentence: TemplateSentence, [line = 1, column = 1]: number[]): never => {
    throw new TemplateError(sentence, line, column, part)
  }
  const liquid = liquidFor(html)
  try {
    const templates = liquid.parse(source)
    const scope = new Map<string, (values: MergeValues) => unknown>()
    const { globals } = analyzeSync(templates, { partials: false })
    for (const variable of Object.values(globals).flat()) {
      const [name, ...rest] = variable.segments
      const { row, col } = variable.location
      if (typeof name !== 'string') return fail(templateSentence('template-literal'), [row, col])
      // Only these have properties. A field that an account calls so is older.
      const isObject = name === 'event' || name === 'feed' || name === 'data'
      if (isObject && rest.length > 0 && fieldNamed(name, fields) === undefined) {
        scope.set(name, values => cleanedValue(values[name] ?? {}))
        continue
      }
      const value = valueNamed(name, fields)
      if (!value) return fail(unknownName(name, fields), [row, col])
      if (rest.some(key => key !== 'size'))
        return fail(templateSentence('template-single', { name }), [row, col])
      scope.set(name, value)
    }
    testRender(liquid, templates, scope, part, tested)
    return scope
  } catch (error) {
    if (error instanceof TemplateError) throw error
    const token = (error as { token?: { getPosition?(): number[] } }).token
    return fail(sentenceOf(error), token?.getPosition?.() ?? [])
  }
}

/** Test values: of subscribers with empty fields, and with all fields set. */
const PEOPLE = ['', 'Ada', '2026-11-21', '100'].map(value => ({
  name: value,
  email: 'ada@example.com',
  fields: Array.from({ length: 100 }, () => value),
  unsubscribeUrl: 'https://example.com/u/',
  preferencesUrl: 'https://example.com/p/',
  webVersionUrl: 'https://example.com/w/',
  measuringUrl: 'https://example.com/p/',
}))

/** Limit of processor time for one message, independent of the machine's load. */
const MOST_MILLIS = 100
/** After so much of the clock a test ends, so that no template holds up all others for long. */
const MOST_TESTED_MILLIS = 500

function millisOf(liquid: Liquid, templates: ReturnType<Liquid['parse']>, given: object): number {
  const before = process.threadCpuUsage()
  const spent = () => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
  try {
    renderLiquid(liquid, templates, given, MOST_TESTED_MILLIS)
  } catch (error) {
    // On a busy machine the clock runs on while nothing is rendered.
    if (!isOutOfTime(error) || spent() >= MOST_MILLIS) throw error
    renderLiquid(liquid, templates, given)
  }
  return spent()
}

const isOutOfTime = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('template render limit exceeded')

function testRender(
  liquid: Liquid,
  templates: ReturnType<Liquid['parse']>,
  scope: Scope,
  part: TemplatePart,
  tested: readonly MergeValues[],
): void {
  for (const person of tested) {
    const given = Object.fromEntries([...scope].map(([name, value]) => [name, value(person)]))
    // Tried twice, as the first run may include compilation.
    if (
      millisOf(liquid, templates, given) < MOST_MILLIS ||
      millisOf(liquid, templates, given) < MOST_MILLIS
    )
      continue
    throw new TemplateError(templateSentence('template-slow', { millis: MOST_MILLIS }), 1, 1, part)
  }
}

/** The message of an error, without its position. */
function sentenceOf(error: unknown): TemplateSentence {
  const known = (error as { originalError?: Error }).originalError ?? (error as Error)
  if (known instanceof TooLong) return known.sentence
  const { message } = known
  if (known instanceof RangeError) return templateSentence('template-nested')
  if (/limit exceeded/.test(message)) return templateSentence('template-limit', { says: message })
  const [, filter] = /^undefined filter: (\S+)/.exec(message) ?? []
  if (filter !== undefined) return templateSentence('template-filter', { filter })
  const [, tag] = /^tag "([^"]*)" not found/.exec(message) ?? []
  if (tag !== undefined) return templateSentence('template-tag', { tag })
  const text = message.replace(/, (?:line|file):[\s\S]*$/, '')
  const [, open] = /^(?:tag|output) "?(\{[\s\S]*\})"? not closed$/.exec(text) ?? []
  if (open !== undefined) return templateSentence('template-open', { tag: open })
  const says = `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
  return templateSentence('template-wrong', { says })
}

/**
 * Which values of an object the tags of a source read, each once: of `event`, total in
 * {{ event.total }}. None if it is no Liquid: compiling it says why.
 */
export function valuesRead(source: string, object: string): string[] {
  if (!source.includes(object)) return []
  try {
    const { globals } = analyzeSync(liquidFor(true).parse(source), { partials: false })
    const names = (globals[object] ?? []).map(({ segments }) => segments[1])
    return [...new Set(names.filter(name => typeof name === 'string'))]
  } catch {
    return []
  }
}
