/**
 * Splits HTML into tags, text and comments, with their positions: for finding links and making the
 * text part. Never fails, like browsers: anything but a tag is text (WHATWG HTML 13.2.5, the part
 * that emails use).
 */

export interface HtmlAttribute {
  name: string
  /** As written, with entities. */
  value: string
  start: number
  end: number
  /** The quotes of the value; '' if unquoted. */
  quote: string
}

export type HtmlToken = { start: number; end: number } & (
  | { type: 'text' | 'comment' }
  | {
      type: 'open'
      name: string
      attributes: HtmlAttribute[]
      raw?: { start: number; end: number }
    }
  | { type: 'close'; name: string }
)

/** Their contents are not markup. */
const RAW = new Set('script style title textarea xmp iframe noembed noframes plaintext'.split(' '))

const TAG = /<(?:!--|\/?[A-Za-z]|[!?]|\/(?=[^A-Za-z]))/g
/** A comment ends also with a mistake (13.2.5.51). */
const COMMENT_END = /--!?>/g
const NAME = /[^\s/>]*/y
const ATTRIBUTE = /[\s/]*([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)?))?/y

export function* scanHtml(html: string, from = 0, to = html.length): Generator<HtmlToken> {
  let at = from
  while (at < to) {
    TAG.lastIndex = at
    const found = TAG.exec(html)
    const start = found && found.index < to ? found.index : to
    if (start > at) yield { type: 'text', start: at, end: start }
    if (!found || start === to) return
    if (found[0] === '<!--') {
      at = Math.min(to, commentEnd(html, start))
      yield { type: 'comment', start, end: at }
    } else if (/^<[!?/]$/.test(found[0])) {
      const close = html.indexOf('>', start)
      at = close < 0 || close >= to ? to : close + 1
      yield { type: 'comment', start, end: at }
    } else {
      const token = readTag(html, start, to)
      yield token
      at = token.type === 'open' && token.raw ? token.raw.end : token.end
    }
  }
}

/** Behind the comment that begins at `start`; one without an end is all the rest. */
function commentEnd(html: string, start: number): number {
  const short = /^<!--(?:-?>)/.exec(html.slice(start, start + 6))
  if (short) return start + short[0].length
  COMMENT_END.lastIndex = start + 4
  return COMMENT_END.exec(html) ? COMMENT_END.lastIndex : html.length
}

function readTag(
  html: string,
  start: number,
  to: number,
): HtmlToken & { type: 'open' | 'close' | 'comment' } {
  const closing = html[start + 1] === '/'
  NAME.lastIndex = start + (closing ? 2 : 1)
  const name = NAME.exec(html)![0].toLowerCase()
  let at = NAME.lastIndex
  const attributes: HtmlAttribute[] = []
  for (;;) {
    ATTRIBUTE.lastIndex = at
    const found = ATTRIBUTE.exec(html)
    if (!found) break
    at = ATTRIBUTE.lastIndex
    const value = found[2] ?? found[3] ?? found[4] ?? ''
    const quote = found[2] !== undefined ? '"' : found[3] !== undefined ? "'" : ''
    // The value is the end of the match: indices of groups take as long as the search.
    const end = at - quote.length
    attributes.push({ name: found[1]!.toLowerCase(), value, start: end - value.length, end, quote })
  }
  const close = html.indexOf('>', at)
  // A tag without an end is invisible.
  if (close < 0 || close >= to) return { type: 'comment', start, end: to }
  const end = close + 1
  if (closing) return { type: 'close', name, start, end }
  const token: HtmlToken & { type: 'open' } = { type: 'open', name, attributes, start, end }
  if (RAW.has(name)) {
    const after = new RegExp(`</${name}[\\s/>]`, 'gi')
    after.lastIndex = end
    const stop = (name === 'plaintext' ? undefined : after.exec(html)?.index) ?? to
    token.raw = { start: end, end: Math.min(stop, to) }
  }
  return token
}

export const attributeOf = (
  token: { attributes: HtmlAttribute[] },
  name: string,
): HtmlAttribute | undefined => token.attributes.find(attribute => attribute.name === name)

/** The opening tags, also those in conditional comments, which Outlook shows. */
export function* openTags(
  html: string,
  from = 0,
  to = html.length,
): Generator<HtmlToken & { type: 'open' }> {
  for (const token of scanHtml(html, from, to)) {
    if (token.type === 'open') yield token
    if (token.type !== 'comment' || !html.startsWith('<!--[if', token.start)) continue
    const inside = html.indexOf('>', token.start) + 1
    yield* openTags(html, inside, Math.max(inside, token.end - 3))
  }
}
