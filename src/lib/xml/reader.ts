/**
 * A strict reader of whole XML documents: XML 1.0 with namespaces, without DTDs. Made for requests,
 * which are small, many and not to be trusted: nothing is expanded, nesting is bounded, and time
 * and memory grow with the length of the text only. What it accepts is what saxes accepts
 * (test/lib/xml.test.ts); for files that are streamed, use saxes.
 */

import { type Attribute, NamespaceScope } from './namespaces.ts'
import { nameEnd, spaceEnd, splitName } from './scan.ts'
import { findIllegal } from './xml.ts'

/**
 * A document that is no well-formed XML, or one of a kind that is not read here. `message` holds
 * the place.
 */
export class XmlError extends Error {
  readonly line: number
  readonly column: number
  constructor(source: string, offset: number, what: string) {
    const [line, column] = positionOf(source, offset)
    super(`line ${line}, column ${column}: ${what}`)
    this.line = line
    this.column = column
  }
}

/** Line and column, both from 1, of an offset. */
export function positionOf(source: string, offset: number): [line: number, column: number] {
  let line = 1
  let start = 0
  for (
    let end = source.indexOf('\n');
    end >= 0 && end < offset;
    end = source.indexOf('\n', start)
  ) {
    line++
    start = end + 1
  }
  return [line, offset - start + 1]
}

/**
 * Told of what is read. Offsets are into the document with its line ends made LF, which `readXml`
 * returns.
 */
export interface XmlHandler {
  /** While false, text is checked but not handed over. */
  wantsText: boolean
  open(namespace: string, local: string, attributes: readonly Attribute[]): void
  text(text: string): void
  close(offset: number): void
}

const DECLARATION =
  /^<\?xml\s+version\s*=\s*(["'])1\.0\1(?:\s+encoding\s*=\s*(["'])[A-Za-z][\w.-]*\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\3)?\s*\?>/
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const BANG = 0x21
const SLASH = 0x2f
const EQUALS = 0x3d
const GREATER = 0x3e
const QUESTION = 0x3f

/** Reads a document, telling the handler; answers the text that was read. Throws XmlError. */
export function readXml(document: string, handler: XmlHandler, maxDepth = 64): string {
  const source = document.includes('\r') ? document.replace(/\r\n?/g, '\n') : document
  const fail = (offset: number, what: string): never => {
    throw new XmlError(source, offset, what)
  }
  const illegal = findIllegal(source)
  if (illegal >= 0) fail(illegal, 'a character that XML does not allow')
  // Most documents hold neither, and then no text needs a second look. The places are kept: each is
  // looked for once only.
  let reference = source.indexOf('&')
  let brackets = source.indexOf(']]>')

  const names: string[] = []
  const namespaces = new NamespaceScope(fail)
  let rooted = false

  /**
   * `clean` is done to what stands there as it is: &#10; stays a line end where a line end becomes
   * a space.
   */
  const decoded = (start: number, end: number, clean = same): string => {
    let text = ''
    let from = start
    if (reference >= 0 && reference < from) reference = source.indexOf('&', from)
    while (reference >= 0 && reference < end) {
      const at = reference
      const stop = source.indexOf(';', at)
      if (stop < 0 || stop >= end || stop - at > 12) fail(at, 'an & that starts no reference')
      const name = source.slice(at + 1, stop)
      const char = Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : numbered(name)
      if (char === undefined)
        fail(at, 'a reference to no character of XML, or to an entity; entities are not read')
      text += clean(source.slice(from, at)) + char
      from = stop + 1
      reference = source.indexOf('&', from)
    }
    return text + clean(source.slice(from, end))
  }

  const characters = (start: number, end: number): void => {
    if (brackets >= 0) {
      if (brackets < start) brackets = source.indexOf(']]>', start)
      if (brackets >= 0 && brackets < end) fail(brackets, ']]> in text')
    }
    if (reference >= 0) {
      const text = decoded(start, end)
      if (handler.wantsText) handler.text(text)
    } else if (handler.wantsText) handler.text(source.slice(start, end))
  }

  const tag = (start: number): number => {
    const end = nameEnd(source, start)
    if (end === start) fail(start, 'a < that starts no tag')
    const name = source.slice(start, end)
    const raw: string[] = []
    let at = end
    let empty = false
    for (;;) {
      let code = source.charCodeAt(at)
      if (code === GREATER) break
      if (code !== SLASH) {
        const next = spaceEnd(source, at)
        code = source.charCodeAt(next)
        if (code === GREATER || code === SLASH) {
          at = next
          continue
        }
        if (next === at) fail(at, 'a tag that is not closed or a space that is missing')
        at = attribute(next, raw)
        continue
      }
      if (source.charCodeAt(at + 1) !== GREATER) fail(at, 'a / that does not end its tag')
      empty = true
      at++
      break
    }
    if (names.length >= maxDepth) fail(start - 1, `elements nested deeper than ${maxDepth}`)
    namespaces.enter()
    names.push(name)
    const attributes = namespaces.attributesOf(raw, start)
    const [prefix, local] = splitName(name)
    if (local === '' || prefix === 'xmlns') fail(start, 'a name that is no qualified name')
    handler.open(namespaces.resolve(prefix, start), local, attributes)
    if (empty) shut(at)
    return at + 1
  }

  /** Reads one attribute into `raw` as name, value; answers where it ends. */
  const attribute = (start: number, raw: string[]): number => {
    const end = nameEnd(source, start)
    if (end === start) fail(start, 'no attribute where one should be')
    let at = spaceEnd(source, end)
    if (source.charCodeAt(at) !== EQUALS) fail(at, 'an attribute without a value')
    at = spaceEnd(source, at + 1)
    const quote = source[at]
    if (quote !== '"' && quote !== "'") fail(at, 'an attribute without quotes')
    const stop = source.indexOf(quote!, at + 1)
    if (stop < 0) fail(at, 'a quote that is not closed')
    const less = source.slice(at + 1, stop).indexOf('<')
    if (less >= 0) fail(at + 1 + less, 'a < in an attribute')
    raw.push(source.slice(start, end), attributeValue(at + 1, stop))
    return stop + 1
  }

  const attributeValue = (start: number, end: number): string =>
    reference < 0 ? spaced(source.slice(start, end)) : decoded(start, end, spaced)

  const shut = (offset: number): void => {
    names.pop()
    handler.close(offset)
    namespaces.leave()
  }

  const endTag = (start: number): number => {
    const name = names[names.length - 1]
    if (name === undefined || !source.startsWith(name, start))
      fail(start - 2, 'an end tag without its start tag')
    const end = spaceEnd(source, start + name!.length)
    if (source.charCodeAt(end) !== GREATER)
      fail(start - 2, 'an end tag that is not closed or not the one awaited')
    shut(start - 2)
    return end + 1
  }

  /** Comments, CDATA, processing instructions; answers where they end. */
  const aside = (start: number): number => {
    if (source.startsWith('<!--', start)) {
      const end = source.indexOf('--', start + 4)
      if (end < 0 || source.charCodeAt(end + 2) !== GREATER)
        fail(start, 'a comment that is not closed, or with -- in it')
      return end + 3
    }
    if (source.startsWith('<![CDATA[', start) && names.length > 0) {
      const end = source.indexOf(']]>', start + 9)
      if (end < 0) fail(start, 'a CDATA section that is not closed')
      if (handler.wantsText && end > start + 9) handler.text(source.slice(start + 9, end))
      return end + 3
    }
    if (source.startsWith('<!DOCTYPE', start)) fail(start, 'a DTD; DTDs are not read')
    if (source.charCodeAt(start + 1) !== QUESTION) fail(start, 'a <! that starts nothing')
    const stop = instructionEnd(source, start)
    if (stop < 0) fail(start, 'a processing instruction that is none')
    return stop
  }

  let at = 0
  if (/^<\?xml[\s?]/.test(source)) {
    const declaration = DECLARATION.exec(source)
    if (!declaration) fail(0, 'an XML declaration that is none')
    at = declaration![0].length
  }
  for (;;) {
    const less = source.indexOf('<', at)
    const end = less < 0 ? source.length : less
    if (names.length === 0) {
      const stray = spaceEnd(source, at)
      if (stray < end) fail(stray, 'text outside of the root element')
      if (less < 0) break
    } else if (less < 0)
      fail(source.length, `the document ends inside of ${names[names.length - 1]!.slice(0, 40)}`)
    else if (less > at) characters(at, less)
    const code = source.charCodeAt(less + 1)
    if (code === SLASH) at = endTag(less + 2)
    else if (code === BANG || code === QUESTION) at = aside(less)
    else {
      if (names.length === 0 && rooted) fail(less, 'a second root element')
      rooted = true
      at = tag(less + 1)
    }
  }
  if (!rooted) fail(source.length, source === '' ? 'nothing is here' : 'no root element')
  return source
}

/** Where a processing instruction ends that starts at `start`; -1: it is none. */
function instructionEnd(source: string, start: number): number {
  const end = nameEnd(source, start + 2)
  const target = source.slice(start + 2, end)
  const stop = source.indexOf('?>', end)
  const bounded = stop === end || spaceEnd(source, end) > end
  if (target === '' || target.includes(':') || /^xml$/i.test(target) || stop < 0 || !bounded)
    return -1
  return stop + 2
}

const same = (text: string): string => text
const spaced = (text: string): string => (/[\t\n]/.test(text) ? text.replace(/[\t\n]/g, ' ') : text)

function numbered(name: string): string | undefined {
  const match = /^#(?:(\d+)|x([0-9a-f]+))$/i.exec(name)
  if (!match || name.startsWith('#X')) return undefined
  const code = match[1] === undefined ? Number.parseInt(match[2]!, 16) : Number(match[1])
  if (code === 0 || code > 0x10ffff) return undefined
  const char = String.fromCodePoint(code)
  return findIllegal(char) < 0 ? char : undefined
}
