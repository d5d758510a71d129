/**
 * A streaming parser for elements of an XML document, by saxes, hardened for untrusted files: DTDs
 * are rejected, nesting and the length of a token are limited, so memory is limited too. Names are
 * passed without prefix and in lower case, since files vary in both. For small documents in memory,
 * see reader.ts.
 */
import { decodeHTMLStrict } from 'entities'
import { SaxesParser } from 'saxes'
import { clipped, MAX_RAW } from '../row-limits.ts'
import { createNames, type KnownName, leafAfter, lineEnds, PARSED } from './leaves.ts'

export interface ElementsHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  /** Text and CDATA; one text may come in several parts. */
  text(text: string): void
  close(name: string): void
  /**
   * Called for an element with text only, in place of `open`, `text` and `close`; for most of them
   * without the text before them. False: call those for it.
   */
  leaf?(name: string, text: string): boolean
}

export interface XmlElements {
  /** Parses the next part of the document. Throws XmlBroken. */
  push(text: string): void
  end(): void
  /** The line of the last tag passed to the handler, from 1. */
  line(): number
  /** Called in `open`: records the source from this tag on, at most 4 kB. */
  startRecording(): void
  /** Returns the recorded source, up to the last tag passed, and ends the recording. */
  recorded(): string
}

/** The document can't be parsed beyond this point. */
export class XmlBroken extends Error {
  readonly line: number
  readonly what: string
  constructor(line: number, what: string) {
    super(`line ${line}: ${what}`)
    this.line = line
    this.what = what
  }
}

const MAX_DEPTH = 64
/** The longest token: a text, a tag, a comment. The parser buffers each before it emits it. */
const MAX_PIECE = 4 << 20

/** Besides the five entities of XML all of HTML's, which can't be declared without a DTD. */
const NAMED = new Proxy({} as Record<string, string>, {
  get(_, name) {
    const reference = `&${String(name)};`
    const text = decodeHTMLStrict(reference)
    return text === reference ? undefined : text
  },
})

/**
 * Handlers are set by computed names, and V8 switches an object that gets so many of them to slow
 * properties: the parser, whose state is in its own properties, would be three times slower. An
 * instance of a derived class has room for them.
 */
class Parser extends SaxesParser<{ xmlns: false; position: false }> {}

function newParser(): Parser {
  const parser = new Parser({ xmlns: false, position: false })
  parser.ENTITIES = Object.assign(Object.create(NAMED), {
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
  })
  return parser
}

const NONE: Readonly<Record<string, string>> = {}

/** Without a CR or half a character at the end, which depend on the next chunk. */
function completePart(text: string): string {
  const last = text.charCodeAt(text.length - 1)
  return last === 13 || (last >= 0xd800 && last <= 0xdbff) ? text.slice(0, -1) : text
}

/** Source text of the document that ends at `to`, cut at MAX_RAW. */
interface Tape {
  text: string
  to: number
}
const OFF = -1

/** Appends the part of the chunk, which begins at `start`, up to `to`. */
function record(tape: Tape, chunk: string, start: number, to: number): void {
  if (tape.to === OFF) return
  const room = MAX_RAW - tape.text.length
  if (room > 0) tape.text += chunk.slice(tape.to - start, Math.min(to, tape.to + room) - start)
  tape.to = to
}

export function createXmlElements(handler: ElementsHandler): XmlElements {
  const parser = newParser()
  const { names, localOf } = createNames()

  let chunk = ''
  /** The offset of `chunk` in the document. */
  let start = 0
  /** Characters and line ends that were not passed to the parser. */
  let passedBy = 0
  let linesPassedBy = 0
  /** Where the leaf that is reported ends, or its start tag; OFF while the parser reports. */
  let leafAt = OFF
  const position = (): number => (leafAt === OFF ? parser.position + passedBy : leafAt)
  /** Not passed to the parser yet: whether it is complete depends on the next input. */
  let held = ''
  let line = 1
  const open: string[] = []
  let pieceEnd = 0
  /** Where the last tag ended. */
  let tagEnd = 0
  /** The source of the current tag, in case its handler records it, and the recorded source. */
  let tag: Tape = { text: '', to: OFF }
  let kept: Tape = { text: '', to: OFF }

  const fail = (what: string): never => {
    throw new XmlBroken(parser.line + linesPassedBy, what)
  }
  parser.on('error', error => fail(error.message))
  parser.on('doctype', () => fail('a DTD; DTDs are not read'))
  parser.on('opentagstart', ({ name }) => {
    if (open.length === MAX_DEPTH) fail(`elements nested deeper than ${MAX_DEPTH}`)
    // The parser has read one character after the name; a line end of two counts as one.
    const at = position() - start
    const behind = chunk[at - 1]
    line = parser.line + linesPassedBy - (behind === '\n' || behind === '\r' ? 1 : 0)
    tag = {
      text: `<${name}`,
      to: position() - (behind === '\n' && chunk[at - 2] === '\r' ? 2 : 1),
    }
  })
  parser.on('opentag', ({ name, attributes }) => {
    pieceEnd = tagEnd = position()
    const local = localOf(name)
    open.push(local)
    handler.open(local, attributes)
    tag.to = OFF
  })
  parser.on('closetag', () => {
    pieceEnd = tagEnd = position()
    handler.close(open.pop()!)
  })
  const text = (part: string): void => {
    pieceEnd = position()
    if (part !== '') handler.text(part)
  }
  parser.on('text', text)
  parser.on('cdata', text)
  const aside = (): void => {
    pieceEnd = position()
  }
  parser.on('comment', aside)
  parser.on('processinginstruction', aside)

  /**
   * Tells of the leaves from `at` on, and returns where something else begins. `plain`: the chunk
   * has nothing PARSED.
   */
  const tellLeaves = (at: number, plain: boolean): number => {
    const from = at
    let last: KnownName | undefined
    for (;;) {
      let next = last?.next
      if (next === undefined || !chunk.startsWith(next.between, at)) {
        next = open.length === MAX_DEPTH ? undefined : leafAfter(names, chunk, at, plain)
        if (next === undefined) break
        if (last) last.next = next
      }
      const { leaf: known, between, lines } = next
      const textAt = at + between.length
      const textEnd = chunk.indexOf('<', textAt)
      if (textEnd < 0 || !chunk.startsWith(known.end, textEnd)) break
      const inside = chunk.slice(textAt, textEnd)
      if (!plain && PARSED.test(inside)) break
      last = known
      linesPassedBy += lines
      line = parser.line + linesPassedBy
      leafAt = start + textAt
      if (handler.leaf?.(known.local, inside) !== true)
        tellLeaf(known, at, at + between.indexOf('<'), inside)
      linesPassedBy += lineEnds(inside)
      at = textEnd + known.end.length
    }
    leafAt = OFF
    passedBy += at - from
    if (at > from) pieceEnd = start + at
    return at
  }

  const tellLeaf = (known: KnownName, at: number, begin: number, inside: string): void => {
    if (begin > at) handler.text(chunk.slice(at, begin))
    tag.text = ''
    tag.to = start + begin
    handler.open(known.local, NONE)
    tag.to = OFF
    if (inside !== '') handler.text(inside)
    leafAt += inside.length + known.end.length
    handler.close(known.local)
  }

  const write = (more: string): void => {
    chunk = more
    const plain = !PARSED.test(chunk)
    for (let at = 0; at < chunk.length; ) {
      // After a tag the parser waits for the next one, and may skip the text between.
      if (open.length > 0 && tagEnd === start + at) at = tellLeaves(at, plain)
      const end = chunk.indexOf('>', at) + 1 || chunk.length
      parser.write(chunk.slice(at, end))
      at = end
    }
    record(tag, chunk, start, start + more.length)
    record(kept, chunk, start, start + more.length)
    start += more.length
    chunk = ''
    if (start - pieceEnd > MAX_PIECE)
      fail(`a text, tag or comment longer than ${MAX_PIECE >> 20} MB`)
  }

  return {
    push(more) {
      const whole = held + more
      const ready = completePart(whole)
      held = whole.slice(ready.length)
      if (ready !== '') write(ready)
    },
    end() {
      if (held !== '') write(held)
      parser.close()
    },
    line: () => line,
    startRecording() {
      kept = { ...tag }
    },
    recorded() {
      if (chunk !== '') record(kept, chunk, start, position())
      kept.to = OFF
      return clipped(kept.text)
    },
  }
}
