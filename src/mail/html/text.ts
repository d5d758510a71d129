/**
 * Makes the text part of a message that has only HTML: paragraphs, lists, tables row by row, the
 * addresses of links, the alternative texts of pictures. Works on the HTML before tags are merged,
 * so that tags are merged in the text part too.
 */
import { decodeHTML, decodeHTMLAttribute } from 'entities'
import { createOpenElements } from './open-elements.ts'
import { attributeOf, type HtmlToken, scanHtml } from './scan.ts'

const PARAGRAPHS = new Set([
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'dl',
  'blockquote',
  'pre',
  'table',
  'hr',
  'figure',
])
const LINES = new Set(
  'address article aside body center dd div dt fieldset figcaption footer form header li main nav option section tr'.split(
    ' ',
  ),
)
/** Raw elements that are seen, as they are written. */
const SHOWN_RAW = new Set(['xmp', 'plaintext'])
/** Indentation of nested lists; deeper ones are indented no further. */
const DEEPEST = 8
/**
 * Matches only at the start of a run of blanks: starting at each blank would take quadratic time.
 */
const BEFORE_LINE_END = /(?<![ \t])[ \t]+\n/g
/** `kept` returns what must stay of invisible parts: Liquid tags. */
export function htmlToText(html: string, kept: (unseen: string) => string = () => ''): string {
  let text = ''
  /** Pending line breaks before the next words; a pending blank. */
  let lines = 0
  let blank = false
  let preformatted = 0
  const elements = createOpenElements(!/^[^<]{0,1000}<!doctype/i.test(html))
  const lists: { next: number | undefined }[] = []
  /** Its words are collected apart: searching the whole text for them would take quadratic time. */
  let anchor: { address: string; words: string } | undefined

  const owe = (count: number) => {
    lines = Math.max(lines, count)
    blank = false
  }
  const add = (piece: string) => {
    text += piece
    if (anchor) anchor.words += piece
  }
  const put = (words: string) => {
    if (text !== '') add(lines > 0 ? '\n'.repeat(lines) : blank ? ' ' : '')
    lines = 0
    blank = false
    add(words)
  }
  const write = (raw: string) => {
    const words = decodeHTML(raw)
    if (preformatted > 0) {
      if (words !== '') put(words)
      return
    }
    // Not \s: no-break spaces separate words like blanks. Soft hyphens and zero-width spaces have
    // no meaning in text.
    const clean = words
      .replace(/\u00ad|\u034f|\u200b|\u2060|\ufeff/g, '')
      .replace(/[ \t\n\r\f\u00a0\u2007]+/g, ' ')
    if (clean === ' ' || clean === '') {
      if (clean === ' ' && lines === 0) blank = true
      return
    }
    if (clean.startsWith(' ') && lines === 0) blank = true
    put(clean.trim())
    if (clean.endsWith(' ')) blank = true
  }
  const endAnchor = () => {
    if (!anchor) return
    const { address } = anchor
    const words = anchor.words.trim()
    anchor = undefined
    if (words === address || words === address.replace(/^https?:\/\/|\/$/g, '')) return
    put(words === '' ? address : `${blank || lines > 0 ? '' : ' '}<${address}>`)
  }

  const open = (token: HtmlToken & { type: 'open' }) => {
    const { name } = token
    if (name === 'br') {
      // Breaks add up: two of them are an empty line.
      lines = Math.min(lines + 1, 2)
      blank = false
    } else if (name === 'hr') {
      owe(2)
      put('-'.repeat(40))
      owe(2)
    } else if (name === 'img') {
      const words = attributeOf(token, 'alt')
      if (words?.value.trim()) write(words.value)
    } else if (name === 'li') {
      owe(1)
      const list = lists.at(-1)
      put(
        `${'  '.repeat(Math.min(DEEPEST, Math.max(0, lists.length - 1)))}${list?.next === undefined ? '-' : `${list.next++}.`}`,
      )
      blank = true
    } else if (name === 'td' || name === 'th') blank = lines === 0
    else if (name === 'a') {
      endAnchor()
      // It is not read aloud: another link leads there.
      if (attributeOf(token, 'aria-hidden')?.value === 'true') return
      const address = decodeHTMLAttribute(attributeOf(token, 'href')?.value ?? '')
        .trim()
        .replace(/[\t\r\n]/g, '')
        .replace(/\s/g, '%20')
      if (/^(?:https?:\/\/|\ufdd0)/i.test(address)) anchor = { address, words: '' }
    } else if (PARAGRAPHS.has(name)) owe(lists.length > 0 && /^[uo]l$/.test(name) ? 1 : 2)
    else if (LINES.has(name)) owe(1)
    if (name === 'pre') preformatted++
    if (name === 'ul') lists.push({ next: undefined })
    if (name === 'ol') lists.push({ next: Number(attributeOf(token, 'start')?.value ?? 1) || 1 })
  }
  const close = (name: string) => {
    if (name === 'a') endAnchor()
    if (name === 'pre') preformatted = Math.max(0, preformatted - 1)
    if (name === 'ul' || name === 'ol') lists.pop()
    if (PARAGRAPHS.has(name)) owe(lists.length > 0 && /^[uo]l$/.test(name) ? 1 : 2)
    else if (LINES.has(name)) owe(1)
  }

  let seen = true
  for (const token of scanHtml(html)) {
    const written = html.slice(token.start, token.end)
    if (token.type === 'text' && written.trim() !== '') elements.text()
    const before = seen
    const isOwn = token.type === 'open' && elements.open(token)
    if (token.type === 'close') elements.close(token.name)
    seen = elements.seen()
    if (token.type === 'comment' || !(before || seen)) add(kept(written))
    if (token.type === 'text' && seen) write(written)
    if (token.type === 'close' && seen) close(token.name)
    if (token.type !== 'open') continue
    if (isOwn) open(token)
    if (!token.raw) continue
    const raw = html.slice(token.raw.start, token.raw.end)
    if (!SHOWN_RAW.has(token.name)) add(kept(raw))
    else if (isOwn && raw !== '') {
      owe(1)
      put(raw)
    }
  }
  endAnchor()
  return text.replace(BEFORE_LINE_END, '\n').trim()
}
