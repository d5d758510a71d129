/** A kept email parsed for its page: parts, headers, links, and sanitized HTML. */
import { isUtf8 } from 'node:buffer'
import { decodeHTML, decodeHTMLAttribute } from 'entities'
import PostalMime, { decodeWords } from 'postal-mime'
import { attributeOf, scanHtml } from '../mail/html/scan.ts'
import { readHit, type SignedClick, TRAP } from '../mail/links/links.ts'
import type { KeyOf } from '../mail/links/signing.ts'

export interface ParsedMessage {
  html: string | undefined
  text: string | undefined
  /** Unfolded and decoded, in the order of the email. */
  headers: { name: string; value: string }[]
  sizes: { whole: number; headers: number; html: number; text: number }
  attachments: { name: string; type: string; bytes: number }[]
}

/** The parser takes time for each line, so many empty lines would block the event loop. */
const MOST_SHORT_LINES = 2_000
const SHORT = 20
const LINE_END = 10

/** Throws for an unreadable email, and for one with too many very short lines. */
export async function readMessage(content: Buffer): Promise<ParsedMessage> {
  const lines = linesIn(content)
  if (lines > MOST_SHORT_LINES && content.length / lines < SHORT)
    throw new Error(`an email of ${lines} short lines`)
  const { html, text, headers, attachments } = await PostalMime.parse(content)
  return {
    html,
    text,
    headers: headers.map(({ originalKey, value }) => ({
      name: originalKey,
      value: decodeWords(value),
    })),
    sizes: {
      whole: content.length,
      headers: headerBytes(content),
      html: Buffer.byteLength(html ?? ''),
      text: Buffer.byteLength(text ?? ''),
    },
    attachments: attachments.map(({ filename, mimeType, content: bytes }) => ({
      name: filename ?? '',
      type: mimeType,
      bytes: typeof bytes === 'string' ? bytes.length : bytes.byteLength,
    })),
  }
}

function linesIn(content: Buffer): number {
  let lines = 1
  for (let at = content.indexOf(LINE_END); at >= 0; at = content.indexOf(LINE_END, at + 1)) lines++
  return lines
}

function headerBytes(content: Buffer): number {
  const end = content.indexOf('\r\n\r\n')
  return end < 0 ? content.length : end + 2
}

/** The email as sent, as text. */
export const sourceText = (content: Buffer): string =>
  content.toString(isUtf8(content) ? 'utf8' : 'latin1')

export interface MessageLink {
  /** The text of the link. */
  label: string
  address: string
  kind: 'counted' | 'unsubscribe' | 'web version' | 'direct'
  /** The target of a tracked link. */
  target: string | undefined
  /** Its number, for a tracked link. */
  number: number | undefined
}

const MOST_LABEL = 120

export async function linksOf(html: string, keyOf: KeyOf): Promise<MessageLink[]> {
  const links: MessageLink[] = []
  let open: { address: string; label: string } | undefined
  const close = async () => {
    const link = open && (await linkTo(open.address, open.label, keyOf))
    // The trap link is invisible.
    if (link && link.number !== TRAP) links.push(link)
    open = undefined
  }
  for (const token of scanHtml(html)) {
    if (token.type === 'text') {
      if (open) open.label += decodeHTML(html.slice(token.start, token.end))
    } else if (token.type === 'open' && (token.name === 'a' || token.name === 'area')) {
      await close()
      const href = attributeOf(token, 'href')
      if (!href) continue
      open = { address: decodeHTMLAttribute(href.value).trim(), label: '' }
      if (token.name === 'area') await close()
    } else if (token.type === 'open' && token.name === 'img' && open) {
      open.label += ` ${decodeHTMLAttribute(attributeOf(token, 'alt')?.value ?? '') || '[picture]'} `
    } else if (token.type === 'close' && token.name === 'a') await close()
  }
  await close()
  return links
}

async function linkTo(address: string, label: string, keyOf: KeyOf): Promise<MessageLink> {
  const path = URL.parse(address)?.pathname ?? ''
  const hit = path.startsWith('/t/') ? await readHit(path, keyOf) : undefined
  return {
    label: label.replace(/\s+/g, ' ').trim().slice(0, MOST_LABEL),
    address,
    kind: hit
      ? 'counted'
      : path.startsWith('/u/')
        ? 'unsubscribe'
        : path.startsWith('/w/')
          ? 'web version'
          : 'direct',
    target: (hit as SignedClick | undefined)?.target,
    number: (hit as SignedClick | undefined)?.link,
  }
}

/**
 * The HTML for a frame without scripts: links open in a new tab, and our tracking pixel is removed,
 * since viewing an email here is not an open.
 */
export function previewOf(html: string): string {
  let shown = ''
  let at = 0
  for (const token of scanHtml(html)) {
    if (token.type !== 'open' || (token.name !== 'img' && token.name !== 'base')) continue
    const path = URL.parse(decodeHTMLAttribute(attributeOf(token, 'src')?.value ?? ''))?.pathname
    if (token.name === 'img' && !/^\/t\/[^/]*\.gif$/i.test(path ?? '')) continue
    shown += html.slice(at, token.start)
    at = token.end
  }
  shown += html.slice(at)
  const doctype = /^\s*<!doctype[^>]*>/i.exec(shown)?.[0] ?? ''
  return `${doctype}<base target="_blank">${shown.slice(doctype.length)}`
}
