/**
 * Converts a newsletter's source to the HTML that messages are composed of: MJML to HTML, styles
 * inlined, slots of a template filled. Runs when it is saved; errors are rejected then, with their
 * position.
 */
import { Tokenizer, TypeGuards } from 'liquidjs'
import { createCache } from '../../lib/cache.ts'
import { scanHtml } from '../html/scan.ts'
import { htmlToText } from '../html/text.ts'
import { withoutContents } from './contents.ts'
import { compileBody } from './liquid.ts'
import { liquidFor } from './liquid-engine.ts'
import { type FieldNames, placesOf, TemplateError, type TemplatePart } from './merge.ts'
import { type PicturePlace, picturesIn } from './pictures.ts'
import { MARKS } from './pieces.ts'
import { checkNesting, hasStyles, protect, unmarked } from './protect.ts'
import { inRenderProcess, type RenderResult } from './renderer.ts'
import { fillSlots } from './slots.ts'
import { type TemplateSentence, templateSentence } from './words.ts'

export { type Picture, pictureHash, pictureType } from './pictures.ts'
export { fillSlots, slotsOf, type TemplateSlot } from './slots.ts'

export type MarkupKind = 'html' | 'mjml'

export interface MarkupSource {
  kind: MarkupKind
  source: string
  /** The contents of the template's slots, by name. */
  slots?: ReadonlyMap<string, string>
  /** False: styles are not inlined. */
  inlined?: boolean
}

/** HTML is up to ten times as long as its MJML. */
const MOST_MJML = 500_000
/** Styles of longer HTML are not inlined: such messages are clipped anyway. */
const MOST_STYLED = 2_000_000

/** HTML of MJML that is being written: at most 20 MB of it. */
const MOST_KEPT_HTML = 500_000
const converted = createCache<string, string>({ most: 20 })

/** The HTML of a source of an account. Throws TemplateError, or TurnsFull. */
export async function prepareHtml(
  { kind, source, slots, inlined = true }: MarkupSource,
  fields: FieldNames,
  owner: number,
): Promise<string> {
  checkSource(kind, source, fields)
  for (const [name, content] of slots ?? []) compileBody(content, fields, `slot ${name}`)
  const filled = source.includes('data-slot') ? fillSlots(source, kind, slots ?? new Map()) : source
  // The contents of slots may not fit their surroundings.
  if (slots) checkSource(kind, filled, fields)
  const html = kind === 'mjml' ? await htmlOfMjml(filled, owner) : filled
  if (!inlined || !hasStyles(html)) return html
  return withStyles(html, owner)
}

/** Whether a source is MJML. */
export const isMjml = (source: string): boolean =>
  /^\ufeff?(?:\s|<!--(?:(?!-->)[\s\S])*-->|<\?xml[^>]*>)*<mjml[\s>]/i.test(source)

function checkSource(kind: MarkupKind, source: string, fields: FieldNames): void {
  compileBody(source, fields, kind)
  const { text } = protect(source, kind)
  checkNesting(text, kind)
}

async function htmlOfMjml(source: string, owner: number): Promise<string> {
  const part: TemplatePart = 'mjml'
  if (source.length > MOST_MJML)
    throw new TemplateError(templateSentence('mjml-long', { most: MOST_MJML }), 1, 1, part)
  const kept = protect(source, part)
  const fail = (sentence: TemplateSentence, at: number): never => {
    throw new TemplateError(
      sentence,
      ...placesOf(source)(kept.restore(kept.text.slice(0, at)).length),
      part,
    )
  }
  checkMjml(kept.text, fail)
  const frame = withoutContents(kept.text)
  const worked = await convertedMjml(frame.text, owner)
  const made = workedHtml(worked, (line, tag, message) => {
    const start = lineStart(kept.text, line)
    return fail(
      templateSentence('template-wrong', { says: message }),
      tag === '' ? start : Math.max(start, kept.text.indexOf(`<${tag}`, start)),
    )
  })
  const html = frame.restore(made)
  kept.check(html, false)
  return kept.restore(html)
}

/** The same MJML is always the same HTML. */
async function convertedMjml(mjml: string, owner: number): Promise<RenderResult> {
  const known = converted.get(mjml)
  if (known !== undefined) return { html: known }
  const worked = await inRenderProcess(owner, { mjml }, 'mjml')
  if ('html' in worked && worked.html.length <= MOST_KEPT_HTML) converted.set(mjml, worked.html)
  return worked
}

/** Finds errors that the MJML parser accepts. */
function checkMjml(text: string, fail: (sentence: TemplateSentence, at: number) => never): void {
  const open: { name: string; start: number }[] = []
  for (const token of scanHtml(text)) {
    if (token.type !== 'open' && token.type !== 'close') continue
    const { name, type, start, end } = token
    if (name === 'mj-include') fail(templateSentence('mjml-include'), start)
    if (!/^mj(?:ml|-)/.test(name) || (type === 'open' && text[end - 2] === '/')) continue
    if (type === 'open') open.push({ name, start })
    else if (open.pop()?.name !== name) fail(templateSentence('mjml-closed', { name }), start)
  }
  const last = open.at(-1)
  if (last) fail(templateSentence('mjml-open', { name: last.name }), last.start)
  if (!isMjml(text)) fail(templateSentence('mjml-begin'), 0)
}

async function withStyles(html: string, owner: number): Promise<string> {
  const part: TemplatePart = 'html'
  if (html.length > MOST_STYLED)
    throw new TemplateError(
      templateSentence('styles-large', { most: MOST_STYLED / 1e6 }),
      1,
      1,
      part,
    )
  const kept = protect(html, part)
  const worked = await inRenderProcess(owner, { html: kept.text }, part)
  const made = workedHtml(worked, (_line, _tag, message) => {
    throw new TemplateError(templateSentence('template-wrong', { says: message }), 1, 1, part)
  })
  kept.check(made, true)
  // Mail programs depend on the document type, which the inliner replaces.
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

/** Renames the picture files in the HTML; `named` returns the new name. */
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

/** The generated text part of a newsletter that has none, with its tags as written. */
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
