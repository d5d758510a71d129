/**
 * From what a newsletter is written in to the HTML that messages are composed of: MJML is made
 * HTML, styles are put into the elements, slots of a template are filled. Done when it is saved;
 * whatever can't be done is refused then, with the place.
 */
import { Tokenizer, TypeGuards } from 'liquidjs'
import { scanHtml } from '../html/scan.ts'
import { htmlToText } from '../html/text.ts'
import { compileBody } from './liquid.ts'
import { liquidFor } from './liquid-engine.ts'
import { type FieldNames, placesOf, TemplateError, type TemplatePart } from './merge.ts'
import { type PicturePlace, picturesIn } from './pictures.ts'
import { MARKS } from './pieces.ts'
import { checkNesting, hasStyles, protect, unmarked } from './protect.ts'
import { fillSlots } from './slots.ts'
import { inRenderProcess, type RenderResult } from './workshop.ts'

export { type Picture, pictureHash, pictureType } from './pictures.ts'
export { slotsOf, type TemplateSlot } from './slots.ts'

export type MarkupKind = 'html' | 'mjml'

export interface NewsletterSource {
  kind: MarkupKind
  source: string
  /** What is put into the slots of a template, by their names. */
  slots?: ReadonlyMap<string, string>
  /** False: styles stay in their style sheet. */
  inlined?: boolean
}

/** MJML grows tenfold when it is made HTML. */
const MOST_MJML = 500_000
/** Above it nothing is put into elements: messages of that size are clipped anyway. */
const MOST_STYLED = 2_000_000

/** The HTML of a source. Throws TemplateError. */
export async function prepareHtml(
  { kind, source, slots, inlined = true }: NewsletterSource,
  fields: FieldNames,
): Promise<string> {
  checkSource(kind, source, fields)
  for (const [name, content] of slots ?? []) compileBody(content, fields, `slot ${name}`)
  const filled = source.includes('data-slot') ? fillSlots(source, kind, slots ?? new Map()) : source
  // What was put in may not fit what is around it.
  if (slots) checkSource(kind, filled, fields)
  const html = kind === 'mjml' ? await htmlOfMjml(filled) : filled
  if (!inlined || !hasStyles(html)) return html
  return withStyles(html)
}

/** Whether a file is written in MJML. */
export const isMjml = (source: string): boolean =>
  /^\ufeff?(?:\s|<!--(?:(?!-->)[\s\S])*-->|<\?xml[^>]*>)*<mjml[\s>]/i.test(source)

function checkSource(kind: MarkupKind, source: string, fields: FieldNames): void {
  compileBody(source, fields, kind)
  const { text } = protect(source, kind)
  checkNesting(text, kind)
}

async function htmlOfMjml(source: string): Promise<string> {
  const part: TemplatePart = 'mjml'
  if (source.length > MOST_MJML)
    throw new TemplateError(`MJML has at most ${MOST_MJML} characters.`, 1, 1, part)
  const kept = protect(source, part)
  const fail = (reason: string, at: number): never => {
    throw new TemplateError(
      reason,
      ...placesOf(source)(kept.restore(kept.text.slice(0, at)).length),
      part,
    )
  }
  checkMjml(kept.text, fail)
  const worked = await inRenderProcess({ mjml: kept.text }, part)
  const html = workedHtml(worked, (line, tag, message) => {
    const start = lineStart(kept.text, line)
    return fail(message, tag === '' ? start : Math.max(start, kept.text.indexOf(`<${tag}`, start)))
  })
  kept.check(html, false)
  return kept.restore(html)
}

/** What MJML's own reader lets pass. */
function checkMjml(text: string, fail: (reason: string, at: number) => never): void {
  const open: { name: string; start: number }[] = []
  for (const token of scanHtml(text)) {
    if (token.type !== 'open' && token.type !== 'close') continue
    const { name, type, start, end } = token
    if (name === 'mj-include')
      fail(
        'mj-include reads other files, which a newsletter has none of: put here what stands there.',
        start,
      )
    if (!/^mj(?:ml|-)/.test(name) || (type === 'open' && text[end - 2] === '/')) continue
    if (type === 'open') open.push({ name, start })
    else if (open.pop()?.name !== name) fail(`${name} is closed here and was not opened.`, start)
  }
  const last = open.at(-1)
  if (last) fail(`${last.name} is opened and not closed.`, last.start)
  if (!isMjml(text)) fail('MJML begins with <mjml>.', 0)
}

async function withStyles(html: string): Promise<string> {
  const part: TemplatePart = 'html'
  if (html.length > MOST_STYLED)
    throw new TemplateError(
      `HTML of more than ${MOST_STYLED / 1e6} MB is not given its styles in the elements.`,
      1,
      1,
      part,
    )
  const kept = protect(html, part)
  const worked = await inRenderProcess({ html: kept.text }, part)
  const made = workedHtml(worked, (_line, _tag, message) => {
    throw new TemplateError(message, 1, 1, part)
  })
  kept.check(made, true)
  // Mail programs go by the document type, and it is made another one.
  const type = /<!doctype[^<>]*>/i.exec(kept.text)?.[0]
  return kept.restore(type === undefined ? made : made.replace(/<!doctype[^<>]*>/i, () => type))
}

function workedHtml(
  worked: RenderResult,
  fail: (line: number, tag: string, message: string) => never,
): string {
  if ('html' in worked) return worked.html
  const [{ line, tag, message } = { line: 1, tag: '', message: '' }] = worked.problems
  return fail(line, tag, /[.!?]$/.test(message) ? message : `${message}.`)
}

function lineStart(text: string, line: number): number {
  let at = 0
  for (let n = 1; n < line; n++) {
    const next = text.indexOf('\n', at)
    if (next < 0) return at
    at = next + 1
  }
  return at
}

/**
 * The HTML with other names for the pictures that lie beside it; `named` answers undefined for one
 * that is to stay.
 */
export function renamePictures(
  html: string,
  named: (place: PicturePlace & { line: number; column: number }) => string,
): string {
  const kept = protect(html, 'html')
  let text = ''
  let at = 0
  const place = placesOf(html)
  for (const picture of picturesIn(kept.text).sort((a, b) => a.start - b.start)) {
    const [line, column] = place(kept.restore(kept.text.slice(0, picture.start)).length)
    text += kept.text.slice(at, picture.start) + named({ ...picture, line, column })
    at = picture.end
  }
  return kept.restore(text + kept.text.slice(at))
}

/** The text part that a newsletter without one of its own has, with its tags as written. */
export function writtenText(html: string): string {
  const tags: string[] = []
  let flat = ''
  for (const token of new Tokenizer(html).readTopLevelTokens(liquidFor(true).options)) {
    const text = html.slice(token.begin, token.end)
    flat += TypeGuards.isHTMLToken(token) ? unmarked(text) : `\ufdd0${tags.push(text) - 1}\ufdd1`
  }
  const steers = (unseen: string) =>
    [...unseen.matchAll(MARKS)]
      .map(([mark, n]) => (tags[Number(n)]!.startsWith('{%') ? mark : ''))
      .join('')
  return htmlToText(flat, steers).replace(MARKS, (_, n) => tags[Number(n)] ?? '')
}
