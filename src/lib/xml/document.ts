/** A document that reader.ts parses, and the error that names a position in it. */
import { type Attribute, NamespaceScope } from './namespaces.ts'

/**
 * The handler of the parsed elements and text. Offsets are into the document with its line ends
 * made LF, which `readXml` returns.
 */
export interface XmlHandler {
  /** While false, text is checked but not passed. */
  wantsText: boolean
  open(namespace: string, local: string, attributes: readonly Attribute[]): void
  text(text: string): void
  close(offset: number): void
}

export interface XmlDocument {
  readonly source: string
  readonly handler: XmlHandler
  readonly maxDepth: number
  /** Names of the open elements. */
  readonly names: string[]
  readonly namespaces: NamespaceScope
  /**
   * Offsets of the next & and the next ]]>, -1 if there is none. Most documents have neither, and
   * then no text is searched for them again.
   */
  reference: number
  brackets: number
}

export function createXmlDocument(
  source: string,
  handler: XmlHandler,
  maxDepth: number,
): XmlDocument {
  return {
    source,
    handler,
    maxDepth,
    names: [],
    namespaces: new NamespaceScope((offset, what) => fail(source, offset, what)),
    reference: source.indexOf('&'),
    brackets: source.indexOf(']]>'),
  }
}

/** A document that is not well-formed, or of an unsupported kind. `message` has the position. */
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

export function fail(source: string, offset: number, what: string): never {
  throw new XmlError(source, offset, what)
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
