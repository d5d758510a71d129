/**
 * The text of blocks: of its HTML remains what mail programs show. Everything else is taken out,
 * scripts and styles with their contents.
 */
import { decodeHTML, decodeHTMLAttribute, escapeAttribute } from 'entities'
import { attributeOf, type HtmlToken, scanHtml } from '../../mail/html/scan.ts'
import { wrongAddress } from './link-address.ts'
import { splitTags } from './liquid-tags.ts'

const INLINE = new Set(['strong', 'em', 'u', 's', 'sup', 'sub', 'code', 'a', 'span'])
const BLOCK = new Set(['p', 'ul', 'ol', 'li', 'blockquote'])
const SAME: Record<string, string> = { b: 'strong', i: 'em', del: 's', strike: 's', ins: 'u' }
const COLOUR =
  /(?:^|;)\s*color\s*:\s*(#[0-9a-f]{6}|rgb\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*\))\s*(?:;|$)/i
const ALIGN = /(?:^|;)\s*text-align\s*:\s*(left|center|right)\s*(?:;|$)/i
/** Of Liquid, what would print its contents unread. */
const UNREAD = /^\{%-?\s*(?:raw|comment|#|layout|block)/
const MARKED = /\ufdd2(\d+)\ufdd3/g

/** The HTML that remains. `lines`: paragraphs and lists too; otherwise one line. */
export function cleanRichText(html: string, lines = true): string {
  const tags: string[] = []
  const marked = withMarks(html.toWellFormed().replace(/[\ufdd0-\ufdd3]/g, ''), tags)
  const open: string[] = []
  let made = ''
  const close = (name: string) => {
    for (let last = open.pop(); last !== undefined; last = open.pop()) {
      made += `</${last}>`
      if (last === name) return
    }
  }
  for (const token of scanHtml(marked)) {
    if (token.type === 'text') made += escaped(marked.slice(token.start, token.end))
    if (token.type !== 'open' && token.type !== 'close') continue
    const name = SAME[token.name] ?? token.name
    if (token.type === 'open' && name === 'br') made += '<br>'
    if (!INLINE.has(name) && !(lines && BLOCK.has(name))) continue
    if (token.type === 'close') {
      if (open.includes(name)) close(name)
      continue
    }
    if (open.length > 30) continue
    if (name === 'p' && open.includes('p')) close('p')
    made += `<${name}${attributes(name, token, tags)}>`
    open.push(name)
  }
  close('')
  return made.replace(MARKED, (_, n) => tags[Number(n)] ?? '')
}

const escaped = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function attributes(
  name: string,
  token: HtmlToken & { type: 'open' },
  tags: readonly string[],
): string {
  if (name === 'a') {
    const href = decodeHTMLAttribute(attributeOf(token, 'href')?.value ?? '').trim()
    const whole = href.replace(MARKED, (_, n) => tags[Number(n)] ?? '')
    // Without its address it is no link, and its text stays.
    if (href.length > 2000 || wrongAddress(whole) !== undefined) return ''
    return href === '' ? '' : ` href="${escapeAttribute(href)}"`
  }
  const style = decodeHTMLAttribute(attributeOf(token, 'style')?.value ?? '').slice(0, 500)
  const colour = name === 'span' ? COLOUR.exec(style)?.[1] : undefined
  if (colour !== undefined) return ` style="color: ${colour}"`
  const align = name === 'p' ? ALIGN.exec(style)?.[1] : undefined
  return align === undefined ? '' : ` style="text-align: ${align}"`
}

/**
 * Tags of Liquid, which editors write with character references, become marks. One that holds
 * markup is left as text.
 */
function withMarks(html: string, tags: string[]): string {
  const mark = (written: string) => {
    const tag = decodeHTML(written)
    const plain = !/<[^\s=\d]/.test(tag) && !UNREAD.test(tag)
    return plain ? `\ufdd2${tags.push(tag) - 1}\ufdd3` : written.replace('{', '&#123;')
  }
  return splitTags(html)
    .map(({ text, isTag }) => (isTag ? mark(text) : text))
    .join('')
}
