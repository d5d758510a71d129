/** Text of elements and attributes, and the character and entity references in it. */
import { fail, type XmlDocument } from './document.ts'
import { findIllegal } from './xml.ts'

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Passes the text between two tags to the handler. */
export function readText(document: XmlDocument, start: number, end: number): void {
  const { source, handler } = document
  if (document.brackets >= 0) {
    if (document.brackets < start) document.brackets = source.indexOf(']]>', start)
    if (document.brackets >= 0 && document.brackets < end)
      fail(source, document.brackets, ']]> in text')
  }
  if (document.reference >= 0) {
    const text = decoded(document, start, end, same)
    if (handler.wantsText) handler.text(text)
  } else if (handler.wantsText) handler.text(source.slice(start, end))
}

/** The value of an attribute: its line ends and tabs become spaces. */
export function attributeValue(document: XmlDocument, start: number, end: number): string {
  return document.reference < 0
    ? spaced(document.source.slice(start, end))
    : decoded(document, start, end, spaced)
}

const same = (text: string): string => text
const spaced = (text: string): string => (/[\t\n]/.test(text) ? text.replace(/[\t\n]/g, ' ') : text)

/**
 * A text with its references decoded. `clean` applies to literal characters only: &#10; remains a
 * line end where a line end becomes a space.
 */
function decoded(
  document: XmlDocument,
  start: number,
  end: number,
  clean: (text: string) => string,
): string {
  const { source } = document
  let text = ''
  let from = start
  let at = document.reference
  if (at >= 0 && at < from) at = source.indexOf('&', from)
  while (at >= 0 && at < end) {
    const stop = source.indexOf(';', at)
    if (stop < 0 || stop >= end || stop - at > 12) fail(source, at, 'an & that starts no reference')
    const name = source.slice(at + 1, stop)
    const char = Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : numbered(name)
    if (char === undefined)
      fail(source, at, 'a reference to no character of XML, or to an entity; entities are not read')
    text += clean(source.slice(from, at)) + char
    from = stop + 1
    at = source.indexOf('&', from)
  }
  document.reference = at
  return text + clean(source.slice(from, end))
}

/** The character of a reference by number; undefined if it is none. */
function numbered(name: string): string | undefined {
  const match = /^#(?:(\d+)|x([0-9a-f]+))$/i.exec(name)
  if (!match || name.startsWith('#X')) return undefined
  const code = match[1] === undefined ? Number.parseInt(match[2]!, 16) : Number(match[1])
  if (code === 0 || code > 0x10ffff) return undefined
  const char = String.fromCodePoint(code)
  return findIllegal(char) < 0 ? char : undefined
}
