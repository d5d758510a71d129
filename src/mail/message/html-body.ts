/**
 * The HTML body of a newsletter, prepared once: adds click links, the hidden preheader, an
 * unsubscribe link if none is visible, the trap and the pixel.
 */
import { decodeHTMLAttribute } from 'entities'
import { attributeOf, type HtmlToken, scanHtml } from '../html/scan.ts'
import { escapeValue } from '../template/cleaned.ts'
import {
  CHARSET_NAME,
  type FixedPiece,
  type Flat,
  joined,
  openBlocks,
  type Piece,
  piecesOf,
  reads,
  usesLiquid,
} from '../template/pieces.ts'
import type { LinkMaker } from './click-links.ts'

export interface HtmlAdditions {
  /** Shown by mail programs beside the subject; flat, escaped. */
  preheader: string
  /** Undefined: links are not replaced. */
  links: LinkMaker | undefined
  /** The pixel's address up to the token; undefined for no pixel. */
  pixel: string | undefined
  /** Links get the trap. */
  trap: boolean
  /**
   * The words of the unsubscribe link that is added if the message has none; undefined for no link.
   */
  unsubscribeWords: string | undefined
}

interface Edit {
  start: number
  end: number
  pieces: Piece[]
}

export function htmlPieces(
  { text, tags }: Flat,
  { preheader, links, pixel, trap, unsubscribeWords }: HtmlAdditions,
): Piece[] {
  const edits: Edit[] = []
  let bodyStart = 0
  let bodyEnd = text.length
  let unsubscribeSeen = false

  const visit = (token: HtmlToken, seen: boolean): void => {
    if (token.type === 'comment' && text.startsWith('<!--[if', token.start)) {
      // Conditional comments, which Outlook shows, have links too.
      const inside = text.indexOf('>', token.start) + 1
      for (const inner of scanHtml(text, inside, Math.max(inside, token.end - 3)))
        visit(inner, false)
    }
    if (token.type === 'close' && token.name === 'body' && seen) bodyEnd = token.start
    if (token.type !== 'open') return
    if (token.name === 'body' && bodyStart === 0) bodyStart = token.end
    if (token.name === 'meta') edits.push(...charsetEdits(token))
    const href = /^(?:a|area|v:\w+)$/.test(token.name) ? attributeOf(token, 'href') : undefined
    if (!href) return
    if (seen && reads(href.value, tags, 'unsubscribe_url')) unsubscribeSeen = true
    const bare = /^(?:off|no|false)$/i.test(
      attributeOf(token, 'data-click-token')?.value.trim() ?? '',
    )
    const pieces = links?.replace(decodeHTMLAttribute(href.value), true, bare)
    if (pieces) edits.push({ start: href.start, end: href.end, pieces })
  }
  for (const token of scanHtml(text)) visit(token, true)

  // Additions are for all recipients: not inside a condition.
  if (openBlocks(text.slice(0, bodyStart), tags) !== 0) bodyStart = 0
  if (openBlocks(text.slice(0, bodyEnd), tags) !== 0) bodyEnd = text.length
  const hidden = 'display:none;max-height:0;overflow:hidden;mso-hide:all'
  if (preheader !== '') {
    const pieces = ['<div style="', hidden, '">', ...piecesOf(preheader, tags, true), '</div>']
    edits.push({ start: bodyStart, end: bodyStart, pieces })
  }
  const last: Piece[] = []
  if (unsubscribeWords !== undefined) {
    const link: FixedPiece[] = [
      '\n<p style="font-size:12px;text-align:center"><a href="',
      message => message.merge.unsubscribeUrl,
      `">${escapeValue(unsubscribeWords)}</a></p>\n`,
    ]
    // With Liquid it may be visible to some recipients only.
    if (!unsubscribeSeen) last.push(...link)
    else if (usesLiquid(text, tags)) last.push({ unlessUnsubscribe: link })
  }
  if (links && trap) {
    // Only scanners, which read the HTML, follow it. Mail programs and screen readers skip it.
    last.push(
      '<a href="',
      ...links.trap(),
      '" aria-hidden="true" tabindex="-1" rel="nofollow" style="',
      hidden,
      '"></a>',
    )
  }
  if (pixel !== undefined) {
    last.push(`<img src="${escapeValue(pixel)}`, message => message.opens.hit)
    last.push('.gif" width="1" height="1" alt="" style="display:block;border:0">')
  }
  edits.push({ start: bodyEnd, end: bodyEnd, pieces: last })

  // The sort is stable: insertions at one position keep their order.
  edits.sort((a, b) => a.start - b.start)
  const pieces: Piece[] = []
  let at = 0
  for (const edit of edits) {
    pieces.push(...piecesOf(text.slice(at, edit.start), tags, true), ...edit.pieces)
    at = edit.end
  }
  pieces.push(...piecesOf(text.slice(at), tags, true), '\n')
  return joined(pieces)
}

/** A charset in the HTML must not contradict the message's. */
function charsetEdits(token: HtmlToken & { type: 'open' }): Edit[] {
  const charset = attributeOf(token, 'charset')
  if (charset) return [{ start: charset.start, end: charset.end, pieces: [CHARSET_NAME] }]
  const content = attributeOf(token, 'content')
  const type = attributeOf(token, 'http-equiv')
  const found =
    content && type?.value.toLowerCase() === 'content-type'
      ? /charset\s*=\s*([^\s;"']+)/di.exec(content.value)
      : null
  if (!content || !found) return []
  const [start, end] = found.indices![1]!
  return [{ start: content.start + start, end: content.start + end, pieces: [CHARSET_NAME] }]
}
