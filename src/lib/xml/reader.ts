/**
 * A strict parser of XML documents in memory: XML 1.0 with namespaces, without DTDs. Made for
 * requests, which are small, many and untrusted: nothing is expanded, nesting is limited, and time
 * and memory are linear in the length of the text. It accepts what saxes accepts
 * (test/lib/xml.test.ts); for files that are streamed, use saxes.
 */
import { createXmlDocument, fail, type XmlDocument, type XmlHandler } from './document.ts'
import { nameEnd, spaceEnd } from './scan.ts'
import { readEndTag, readStartTag } from './tags.ts'
import { readText } from './text.ts'
import { findIllegal } from './xml.ts'

const DECLARATION =
  /^<\?xml\s+version\s*=\s*(["'])1\.0\1(?:\s+encoding\s*=\s*(["'])[A-Za-z][\w.-]*\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\3)?\s*\?>/

const BANG = 0x21
const SLASH = 0x2f
const GREATER = 0x3e
const QUESTION = 0x3f

/** Parses a document, and returns the text that offsets are into. Throws XmlError. */
export function readXml(text: string, handler: XmlHandler, maxDepth = 64): string {
  const source = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
  const illegal = findIllegal(source)
  if (illegal >= 0) fail(source, illegal, 'a character that XML does not allow')
  const document = createXmlDocument(source, handler, maxDepth)
  const { names } = document
  let hasRoot = false
  let at = declarationEnd(source)
  for (;;) {
    const less = source.indexOf('<', at)
    const end = less < 0 ? source.length : less
    if (names.length === 0) {
      const stray = spaceEnd(source, at)
      if (stray < end) fail(source, stray, 'text outside of the root element')
      if (less < 0) break
    } else if (less < 0) {
      const open = names[names.length - 1]!.slice(0, 40)
      fail(source, source.length, `the document ends inside of ${open}`)
    } else if (less > at) readText(document, at, less)
    const code = source.charCodeAt(less + 1)
    if (code === SLASH) at = readEndTag(document, less + 2)
    else if (code === BANG || code === QUESTION) at = readOther(document, less)
    else {
      if (names.length === 0 && hasRoot) fail(source, less, 'a second root element')
      hasRoot = true
      at = readStartTag(document, less + 1)
    }
  }
  if (!hasRoot) fail(source, source.length, source === '' ? 'nothing is here' : 'no root element')
  return source
}

function declarationEnd(source: string): number {
  if (!/^<\?xml[\s?]/.test(source)) return 0
  return DECLARATION.exec(source)?.[0].length ?? fail(source, 0, 'an XML declaration that is none')
}

/** Reads a comment, CDATA section or processing instruction, and returns its end. */
function readOther({ source, names, handler }: XmlDocument, start: number): number {
  if (source.startsWith('<!--', start)) {
    const end = source.indexOf('--', start + 4)
    if (end < 0 || source.charCodeAt(end + 2) !== GREATER)
      fail(source, start, 'a comment that is not closed, or with -- in it')
    return end + 3
  }
  if (source.startsWith('<![CDATA[', start) && names.length > 0) {
    const end = source.indexOf(']]>', start + 9)
    if (end < 0) fail(source, start, 'a CDATA section that is not closed')
    if (handler.wantsText && end > start + 9) handler.text(source.slice(start + 9, end))
    return end + 3
  }
  if (source.startsWith('<!DOCTYPE', start)) fail(source, start, 'a DTD; DTDs are not read')
  if (source.charCodeAt(start + 1) !== QUESTION) fail(source, start, 'a <! that starts nothing')
  const stop = instructionEnd(source, start)
  if (stop < 0) fail(source, start, 'a processing instruction that is none')
  return stop
}

/** The end of the processing instruction that starts at `start`; -1 if it is none. */
function instructionEnd(source: string, start: number): number {
  const end = nameEnd(source, start + 2)
  const target = source.slice(start + 2, end)
  const stop = source.indexOf('?>', end)
  const bounded = stop === end || spaceEnd(source, end) > end
  if (target === '' || target.includes(':') || /^xml$/i.test(target) || stop < 0 || !bounded)
    return -1
  return stop + 2
}
