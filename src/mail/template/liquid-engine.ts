/**
 * The configuration of LiquidJS: no files, no network, no other templates; limits of time, memory
 * and length; times at +01:00. Used through liquid.ts.
 */
import {
  CaptureTag,
  Context,
  Drop,
  type Emitter,
  filters,
  Liquid,
  type Template,
  toValueSync,
} from 'liquidjs'
import { templateSentence } from './words.ts'

/**
 * For one part of one message. Wall-clock time depends on the load, so its limit is generous; the
 * other two are the effective ones.
 */
const MOST_MILLIS = 2_000
/** LiquidJS counts characters and elements made by filters and ranges. */
const MOST_MEMORY = 2_000_000
export const MOST_CHARACTERS = 5_000_000

/**
 * Text that is HTML already: the content of `capture` in an HTML part, and the output of escaping
 * filters.
 */
class Markup extends Drop {
  readonly html: string
  constructor(html: string) {
    super()
    this.html = html
    this.length = html.length
  }
  /** For the filter `size`. */
  readonly length: number
  override valueOf(): string {
    return this.html
  }
}

/** The message is longer than mail programs accept. */
export class TooLong extends Error {
  readonly sentence = templateSentence('template-long', { millions: MOST_CHARACTERS / 1e6 })
  constructor() {
    super('The template grows too long')
  }
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
}

interface FilterThis {
  context: Context
}

function engine(html: boolean): Liquid {
  const liquid = new Liquid({
    outputEscape: html ? escapeOutput : chargedText,
    strictFilters: true,
    ownPropertyOnly: true,
    // In messages, empty and missing are the same: an empty value is false.
    jsTruthy: true,
    timezoneOffset: -60,
    locale: 'en-US',
    dynamicPartials: false,
    templates: {},
    parseLimit: 20 * 1024 * 1024,
    renderLimit: MOST_MILLIS,
    memoryLimit: MOST_MEMORY,
  })
  for (const tag of ['include', 'render', 'layout', 'block']) delete liquid.tags[tag]
  // Without `raw`: a subscriber's data is always escaped.
  delete liquid.filters.raw
  for (const name of [
    'date',
    'date_to_xmlschema',
    'date_to_rfc822',
    'date_to_string',
    'date_to_long_string',
  ] as const) {
    const known = filters[name] as (this: FilterThis, ...args: unknown[]) => unknown
    liquid.registerFilter(name, function (this: FilterThis, value: unknown, ...args: unknown[]) {
      return known.call(this, momentOf(value), ...args)
    } as never)
  }
  if (!html) {
    // Text needs no escaping, and has line ends already.
    for (const name of ['escape', 'xml_escape', 'escape_once', 'newline_to_br'])
      liquid.registerFilter(name, textOf)
    return liquid
  }
  liquid.registerTag('capture', MarkupCapture)
  // Avoids double escaping.
  for (const name of ['escape', 'xml_escape', 'escape_once'] as const) {
    const known = filters[name] as (this: FilterThis, value: unknown) => string
    liquid.registerFilter(name, function (this: FilterThis, value: unknown) {
      return new Markup(known.call(this, value))
    } as never)
  }
  const breaks = filters.newline_to_br as (this: FilterThis, value: unknown) => string
  liquid.registerFilter('newline_to_br', function (this: FilterThis, value: unknown) {
    return new Markup(
      breaks.call(this, value instanceof Markup ? value.html : escapeText(textOf(value))),
    )
  } as never)
  return liquid
}

/** Of an object, as values of events may be, nothing: it has no text. */
const textOf = (value: unknown): string => {
  const plain = value instanceof Drop ? value.valueOf() : value
  if (Array.isArray(plain)) return plain.map(textOf).join('')
  return plain === null || plain === undefined || typeof plain === 'object' ? '' : String(plain)
}

const escapeText = (text: string): string => text.replace(/[&<>"']/g, c => ESCAPES[c]!)

function escapeOutput(this: unknown, value: unknown): string {
  const text = chargedText.call(this, value)
  return value instanceof Markup ? text : escapeText(text)
}

/** Charges output to the memory limit, so that texts that double themselves end. */
function chargedText(this: unknown, value: unknown): string {
  const text = textOf(value)
  ;(this as FilterThis).context.memoryLimit.use(text.length)
  return text
}

class MarkupCapture extends CaptureTag {
  override *render(context: Context): Generator<unknown, void, string> {
    const html = yield this.liquid.renderer.renderTemplates(this.templates, context)
    ;(context.bottom() as Record<string, unknown>)[this.variable] = new Markup(html)
  }
}

/** A date without a zone is at +01:00, independent of the machine. */
function momentOf(value: unknown): unknown {
  const text = typeof value === 'string' ? value.trim() : value
  if (typeof text !== 'string') return value
  const [, day, time = '00:00'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?))?$/.exec(text) ?? []
  return day === undefined ? value : `${day}T${time}+01:00`
}

let forHtml: Liquid | undefined
let forText: Liquid | undefined
export function liquidFor(html: boolean): Liquid {
  forHtml ??= engine(true)
  forText ??= engine(false)
  return html ? forHtml : forText
}

/** Throws the errors of LiquidJS, or TooLong. */
export function renderLiquid(
  liquid: Liquid,
  templates: Template[],
  scope: object,
  renderLimit = MOST_MILLIS,
): string {
  const emitter = new Bounded()
  toValueSync(
    liquid.renderer.renderTemplates(
      templates,
      new Context(scope, liquid.options, { sync: true, renderLimit }),
      emitter,
    ),
  )
  return emitter.html
}

class Bounded implements Emitter {
  html = ''
  get buffer(): string {
    return this.html
  }
  write(value: unknown): void {
    this.html += textOf(value)
    if (this.html.length > MOST_CHARACTERS) throw new TooLong()
  }
}
