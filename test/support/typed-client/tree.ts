/**
 * XML read into a tree of elements with resolved namespaces; text around the elements of a mixed
 * content is dropped.
 */
import { SaxesParser } from 'saxes'

export interface Node {
  uri: string
  name: string
  /** By `{uri}name`, or `name` when in no namespace. Declarations of namespaces are left out. */
  attributes: Record<string, string>
  children: Node[]
  /** All the text directly inside. */
  text: string
}

const XMLNS = 'http://www.w3.org/2000/xmlns/'

/** Throws the error of the parser when the text is not well-formed. */
export function parseTree(xml: string): Node {
  const parser = new SaxesParser({ xmlns: true })
  const open: Node[] = []
  let root: Node | undefined
  parser.on('error', error => {
    throw error
  })
  parser.on('opentag', tag => {
    const attributes: Record<string, string> = {}
    for (const { uri, local, value } of Object.values(tag.attributes)) {
      if (uri !== XMLNS) attributes[uri === '' ? local : `{${uri}}${local}`] = value
    }
    const node: Node = { uri: tag.uri, name: tag.local, attributes, children: [], text: '' }
    open.at(-1)?.children.push(node)
    root ??= node
    open.push(node)
  })
  parser.on('closetag', () => {
    open.pop()
  })
  const addText = (text: string): void => {
    const node = open.at(-1)
    if (node) node.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.write(xml).close()
  if (!root) throw new Error('there is no element')
  return root
}

/** The first child of this name, in any namespace. */
export const childOf = (node: Node | undefined, name: string): Node | undefined =>
  node?.children.find(child => child.name === name)

export const isNil = (node: Node): boolean =>
  /^\s*(true|1)\s*$/.test(node.attributes['{http://www.w3.org/2001/XMLSchema-instance}nil'] ?? '')
