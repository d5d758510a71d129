/**
 * Replaces tags, Liquid and whatever an HTML or MJML parser would rewrite by marks, and restores
 * them afterwards. In running text, Liquid statements become comments, as only comments are allowed
 * between the rows of a table.
 */
import { Tokenizer, TypeGuards } from 'liquidjs'
import { scanHtml } from '../html/scan.ts'
import { liquidFor } from './liquid-engine.ts'
import { placesOf, TemplateError, type TemplatePart } from './merge.ts'
import { MARKS } from './pieces.ts'
import { type TemplateSentence, templateSentence } from './words.ts'

export interface ProtectedText {
  text: string
  /** Replaces the marks by the original text. */
  restore(text: string): string
  /** Throws if a mark is missing or, with `ordered`, if a statement was moved. */
  check(text: string, ordered: boolean): void
}

const COMMENTED = /<!--\ufdd0(\d+)\ufdd1-->/g
/**
 * Character references, except those of markup characters: a message may need them to fit its
 * character set. And Outlook's conditions that are not comments.
 */
const KEPT =
  /<!\[(?:if[^\]>]{0,200}|endif)\]>|&(?!amp;|lt;|gt;|quot;|apos;|#0*3[489];|#0*6[02];|#x0*2[267];|#x0*3[ce];)(?:#x[\da-f]{1,6}|#\d{1,7}|[a-z][a-z\d]{1,31});/gi
/** Elements whose text is not markup. */
const RAW = /^(?:mj-style|mj-title|mj-preview)$/

export function protect(source: string, part: TemplatePart): ProtectedText {
  const kept: { text: string; at: number }[] = []
  const mark = (text: string, at: number) => `\ufdd0${kept.push({ text, at }) - 1}\ufdd1`
  let marked = ''
  for (const token of new Tokenizer(source).readTopLevelTokens(liquidFor(true).options)) {
    const text = source.slice(token.begin, token.end)
    marked += TypeGuards.isHTMLToken(token)
      ? unmarked(text).replace(KEPT, (found, index: number) => mark(found, token.begin + index))
      : mark(text, token.begin)
  }
  const text = commented(marked, number => /^(?:\{%|<!)/.test(kept[number]!.text))
  const order = orderOf(text)
  const fail = (sentence: TemplateSentence, number: number): never => {
    throw new TemplateError(sentence, ...placesOf(source)(kept[number]!.at), part)
  }
  const stray = strayMark(text)
  return {
    text,
    restore: given =>
      given
        .replace(COMMENTED, (_, n) => kept[Number(n)]!.text)
        .replace(MARKS, (_, n) => kept[Number(n)]?.text ?? ''),
    check(given, ordered) {
      if (stray !== undefined) fail(templateSentence('template-between'), stray)
      const there = new Set([...given.matchAll(MARKS)].map(([, n]) => Number(n)))
      const lost = kept.findIndex((_, n) => !there.has(n))
      if (lost >= 0) fail(templateSentence('template-lost'), lost)
      const moved = ordered ? orderOf(given).findIndex((n, i) => n !== order[i]) : -1
      if (moved >= 0) fail(templateSentence('template-moved'), order[moved] ?? order.at(-1)!)
    },
  }
}

/** Removes foreign marks: noncharacters, which no text contains. */
export const unmarked = (text: string): string => text.replace(/[\ufdd0-\ufdd3]/g, '')

const orderOf = (text: string): number[] => [...text.matchAll(COMMENTED)].map(([, n]) => Number(n))

/**
 * Turns marks of statements, and of Outlook's conditions that are not comments, into comments in
 * running text.
 */
function commented(marked: string, steers: (number: number) => boolean): string {
  let text = ''
  let inside = ''
  let at = 0
  for (const token of scanHtml(marked)) {
    if (token.type === 'open') inside = token.name
    if (token.type === 'close') inside = ''
    if (token.type !== 'text' || RAW.test(inside)) continue
    text += marked.slice(at, token.start)
    text += marked
      .slice(token.start, token.end)
      .replace(MARKS, (found, number) => (steers(Number(number)) ? `<!--${found}-->` : found))
    at = token.end
  }
  return text + marked.slice(at)
}

/** A mark inside a tag, but outside of attribute values. */
function strayMark(text: string): number | undefined {
  for (const token of scanHtml(text)) {
    if (token.type !== 'open' && token.type !== 'close') continue
    if (!text.slice(token.start, token.end).includes('\ufdd0')) continue
    const values = token.type === 'open' ? token.attributes.filter(({ value }) => value !== '') : []
    let rest = ''
    let at = token.start
    for (const { start, end } of values) {
      rest += text.slice(at, start)
      at = end
    }
    const [, number] = /\ufdd0(\d+)\ufdd1/.exec(rest + text.slice(at, token.end)) ?? []
    if (number !== undefined) return Number(number)
  }
  return undefined
}

/** Elements that a parser closes implicitly, so that unclosed ones do not nest. */
const IMPLIED =
  /^(?:p|li|td|th|tr|dd|dt|option|tbody|thead|tfoot|area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/
const MOST_NESTED = 256

/** Rejects deep nesting, which could overflow the stack of some parsers. */
export function checkNesting(source: string, part: TemplatePart): void {
  const open = new Map<string, number>()
  let depth = 0
  for (const token of scanHtml(source)) {
    if (token.type !== 'open' && token.type !== 'close') continue
    if (IMPLIED.test(token.name)) continue
    const known = open.get(token.name) ?? 0
    if (token.type === 'open' && source[token.end - 2] !== '/') {
      open.set(token.name, known + 1)
      depth++
    } else if (token.type === 'close' && known > 0) {
      open.set(token.name, known - 1)
      depth--
    }
    if (depth > MOST_NESTED)
      throw new TemplateError(
        templateSentence('template-deep', { most: MOST_NESTED }),
        ...placesOf(source)(token.start),
        part,
      )
  }
}

/** Whether there are styles to inline. */
export function hasStyles(html: string): boolean {
  for (const token of scanHtml(html))
    if (token.type === 'open' && token.name === 'style') return true
  return false
}
