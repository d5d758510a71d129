/**
 * Blocks of a newsletter shown by filter: an element with `data-filter="5"`, or "5 7" for
 * subscribers who match one of them, is wrapped in a Liquid condition, `{% if filter_5 %}`. So
 * links keep their numbers, and the text part gets the same blocks.
 */
import { attributeOf, scanHtml } from '../html/scan.ts'
import { placesOf, TemplateError } from './merge.ts'
import { protect } from './protect.ts'
import { type TemplateSentence, templateSentence } from './words.ts'

const ATTRIBUTE = 'data-filter'
const MENTIONED = /data-filter/i
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
const IDS = /^\s*[1-9]\d{0,8}(?:[\s,]+[1-9]\d{0,8})*\s*$/

/** The ids of the filters that blocks of a message use, in order. */
export function blockIds({
  html,
  text,
  subject = '',
  preheader = '',
}: Record<'html' | 'text', string> & { subject?: string; preheader?: string }): number[] {
  const written = [withBlocks(html), text, subject, preheader].join('\n')
  const tags = tagsOf(written)
  return [
    ...new Set(
      tags.flatMap(tag => [...tag.matchAll(/\bfilter_(\d{1,9})\b/g)].map(([, id]) => Number(id))),
    ),
  ]
}

/**
 * Two searches in turn: one expression for a whole tag would scan to the end of the text from each
 * unclosed opening.
 */
function tagsOf(text: string): string[] {
  const tags: string[] = []
  const [starts, ends] = [/\{[{%]/g, /[%}]\}/g]
  for (let start = starts.exec(text); start; start = starts.exec(text)) {
    ends.lastIndex = starts.lastIndex
    if (!ends.exec(text)) break
    tags.push(text.slice(start.index, ends.lastIndex))
    starts.lastIndex = ends.lastIndex
  }
  return tags
}

/**
 * Replaces the attributes by conditions. Throws TemplateError for invalid ids and unclosed
 * elements.
 */
export function withBlocks(html: string): string {
  if (!MENTIONED.test(html)) return html
  const kept = protect(html, 'html')
  const source = kept.text
  const fail = (sentence: TemplateSentence, at: number): never => {
    throw new TemplateError(
      sentence,
      ...placesOf(html)(kept.restore(source.slice(0, at)).length),
      'html',
    )
  }
  const edits: { start: number; end: number; text: string }[] = []
  /** Open elements with the attribute, each with the number of open elements of its name. */
  const open: { name: string; depth: number; start: number }[] = []
  for (const token of scanHtml(source)) {
    if (token.type === 'open') {
      const attribute = attributeOf(token, ATTRIBUTE)
      const empty = VOID.has(token.name) || source[token.end - 2] === '/'
      if (!empty) for (const element of open) if (element.name === token.name) element.depth++
      if (!attribute) continue
      if (!IDS.test(attribute.value))
        fail(templateSentence('data-filter-ids', { attribute: ATTRIBUTE }), attribute.start)
      const ids = attribute.value.trim().split(/[\s,]+/)
      edits.push({
        start: token.start,
        end: token.start,
        text: `{% if ${ids.map(id => `filter_${id}`).join(' or ')} %}`,
      })
      const [written] = /(?<!\s)\s*data-filter\s*=\s*["']?$/i.exec(
        source.slice(token.start, attribute.start),
      )!
      edits.push({
        start: attribute.start - written.length,
        end: attribute.end + attribute.quote.length,
        text: '',
      })
      if (empty && !token.raw) edits.push({ start: token.end, end: token.end, text: '{% endif %}' })
      else open.push({ name: token.name, depth: 1, start: token.start })
    } else if (
      token.type === 'comment' &&
      /<[^<>]*\sdata-filter\s*=/i.test(source.slice(token.start, token.end))
    )
      fail(templateSentence('data-filter-comment', { attribute: ATTRIBUTE }), token.start)
    else if (token.type === 'close')
      for (const element of [...open].reverse()) {
        if (element.name !== token.name || --element.depth > 0) continue
        edits.push({ start: token.end, end: token.end, text: '{% endif %}' })
        open.splice(open.indexOf(element), 1)
      }
  }
  const left = open[0]
  if (left)
    fail(
      templateSentence('data-filter-open', { name: left.name, attribute: ATTRIBUTE }),
      left.start,
    )
  edits.sort((a, b) => a.start - b.start)
  let text = ''
  let at = 0
  for (const edit of edits) {
    text += source.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return kept.restore(text + source.slice(at))
}
