/**
 * Small XML documents built as a tree and printed with an indent of two spaces: WSDL and samples.
 * Responses to calls are written as text instead, row by row (soap/write.ts).
 */
import { escapeAttribute, escapeText } from './xml.ts'

export interface Element {
  name: string
  attributes: Record<string, string>
  content: string | (Element | string)[]
}

export function element(
  name: string,
  attributes: Record<string, string> = {},
  content: Element['content'] = [],
): Element {
  return { name, attributes, content }
}

/**
 * A whole document, with the declaration in the usual letter case, without a line end after the
 * root.
 */
export const xmlDocument = (root: Element): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n${xmlFragment(root)}`

/**
 * An element on lines of its own. An element with text at any depth is written without added white
 * space.
 */
function xmlFragment({ name, attributes, content }: Element, indent = ''): string {
  const start = `${indent}<${name}${attributesOf(attributes)}`
  if (content.length === 0) return `${start} />`
  if (typeof content === 'string') return `${start}>${escapeText(content)}</${name}>`
  if (content.some(part => typeof part === 'string'))
    return `${start}>${content.map(inline).join('')}</${name}>`
  const lines = content.map(part => xmlFragment(part as Element, `${indent}  `))
  return `${start}>\n${lines.join('\n')}\n${indent}</${name}>`
}

function inline(part: Element | string): string {
  if (typeof part === 'string') return escapeText(part)
  const parts = typeof part.content === 'string' ? [part.content] : part.content
  const start = `<${part.name}${attributesOf(part.attributes)}`
  return parts.length === 0
    ? `${start} />`
    : `${start}>${parts.map(inline).join('')}</${part.name}>`
}

const attributesOf = (attributes: Record<string, string>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join('')
