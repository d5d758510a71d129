/** Start tags with their attributes, and end tags. */
import { fail, type XmlDocument } from './document.ts'
import { nameEnd, spaceEnd, splitName } from './scan.ts'
import { attributeValue } from './text.ts'

const SLASH = 0x2f
const EQUALS = 0x3d
const GREATER = 0x3e

/** Opens the element whose tag has its name at `start`, and returns the end of the tag. */
export function readStartTag(document: XmlDocument, start: number): number {
  const { source, names, namespaces } = document
  const end = nameEnd(source, start)
  if (end === start) fail(source, start, 'a < that starts no tag')
  const name = source.slice(start, end)
  const raw: string[] = []
  const close = readAttributes(document, end, raw)
  const isEmpty = source.charCodeAt(close) === SLASH
  if (names.length >= document.maxDepth)
    fail(source, start - 1, `elements nested deeper than ${document.maxDepth}`)
  namespaces.enter()
  names.push(name)
  const attributes = namespaces.attributesOf(raw, start)
  const [prefix, local] = splitName(name)
  if (local === '' || prefix === 'xmlns') fail(source, start, 'a name that is no qualified name')
  document.handler.open(namespaces.resolve(prefix, start), local, attributes)
  if (!isEmpty) return close + 1
  closeElement(document, close + 1)
  return close + 2
}

/** Adds names and values of attributes to `raw`, and returns where the tag closes: at > or />. */
function readAttributes(document: XmlDocument, start: number, raw: string[]): number {
  const { source } = document
  let at = start
  for (;;) {
    const next = spaceEnd(source, at)
    const code = source.charCodeAt(next)
    if (code === GREATER) return next
    if (code === SLASH) {
      if (source.charCodeAt(next + 1) !== GREATER)
        fail(source, next, 'a / that does not end its tag')
      return next
    }
    if (next === at) fail(source, at, 'a tag that is not closed or a space that is missing')
    at = readAttribute(document, next, raw)
  }
}

/** Adds the name and value of one attribute to `raw`, and returns its end. */
function readAttribute(document: XmlDocument, start: number, raw: string[]): number {
  const { source } = document
  const end = nameEnd(source, start)
  if (end === start) fail(source, start, 'no attribute where one should be')
  let at = spaceEnd(source, end)
  if (source.charCodeAt(at) !== EQUALS) fail(source, at, 'an attribute without a value')
  at = spaceEnd(source, at + 1)
  const quote = source[at]
  if (quote !== '"' && quote !== "'") fail(source, at, 'an attribute without quotes')
  const stop = source.indexOf(quote, at + 1)
  if (stop < 0) fail(source, at, 'a quote that is not closed')
  const less = source.slice(at + 1, stop).indexOf('<')
  if (less >= 0) fail(source, at + 1 + less, 'a < in an attribute')
  raw.push(source.slice(start, end), attributeValue(document, at + 1, stop))
  return stop + 1
}

/** Closes the element whose end tag has its name at `start`, and returns the end of the tag. */
export function readEndTag(document: XmlDocument, start: number): number {
  const { source, names } = document
  const name = names[names.length - 1]
  if (name === undefined || !source.startsWith(name, start))
    fail(source, start - 2, 'an end tag without its start tag')
  const end = spaceEnd(source, start + name.length)
  if (source.charCodeAt(end) !== GREATER)
    fail(source, start - 2, 'an end tag that is not closed or not the one awaited')
  closeElement(document, start - 2)
  return end + 1
}

function closeElement({ names, handler, namespaces }: XmlDocument, offset: number): void {
  names.pop()
  handler.close(offset)
  namespaces.leave()
}
