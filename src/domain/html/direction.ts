/**
 * Direction of text by its first letter, as browsers find it for dir="auto" (the HTML standard,
 * "the dir attribute"), written out, since mail programs know only ltr and rtl.
 */
import { decodeHTML } from 'entities'
import { scanHtml } from '../../mail/html/scan.ts'
import { splitTags } from './liquid-tags.ts'

const LISTS = new Set(['ul', 'ol'])
/** Hebrew to Arabic, their presentation forms, and scripts of the first plane. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Of HTML, without its elements and tags. */
export function isRightToLeft(html: string): boolean {
  const text = splitTags(html.replace(/<[^<>]*>/g, ' '))
    .map(part => (part.isTag ? '' : decodeHTML(part.text)))
    .join('')
  const [letter = ''] = /\p{L}/u.exec(text) ?? []
  return RIGHT_TO_LEFT.test(letter)
}

/** Cleaned rich text: paragraphs and lists that run from right to left say so. */
export function withDirections(html: string, isAligned: boolean): string {
  let made = ''
  let at = 0
  for (const token of scanHtml(html)) {
    if (token.type !== 'open' || !(token.name === 'p' || LISTS.has(token.name))) continue
    const end = html.indexOf(`</${token.name}>`, token.end)
    if (!isRightToLeft(html.slice(token.end, end < 0 ? html.length : end))) continue
    const opening = html.slice(token.start, token.end - 1)
    const style = LISTS.has(token.name)
      ? ' style="padding: 0 24px 0 0"'
      : isAligned || opening.includes(' style=')
        ? ''
        : ' style="text-align: right"'
    made += `${html.slice(at, token.start)}${opening} dir="rtl"${style}>`
    at = token.end
  }
  return made + html.slice(at)
}
