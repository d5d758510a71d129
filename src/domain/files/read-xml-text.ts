/**
 * XML that is sent as a text in a call: decoded once more if it was encoded twice, and parsed to
 * its end before it is stored.
 */
import { setImmediate as pause } from 'node:timers/promises'
import { decodeHTMLStrict } from 'entities'
import { UnreadableFile } from './read-rows.ts'
import { readXml } from './read-xml.ts'
import { NoRow } from './read-xml-rows.ts'

export interface XmlText {
  /** The text to store and read. */
  document: string
  /** Subscribers in it, including rejected ones. */
  rows: number
  /** It contains no Subscriber element: rows are the children of the root that have an address. */
  rowsOfAnyName: boolean
}

export interface UnreadableXmlText {
  /** A sentence for the caller. */
  problem: string
}

/** Characters that are parsed without yielding to the event loop. */
const PART = 64 << 10

/**
 * The specification says that the document is HTML encoded, so programs encode it, and their
 * toolkit escapes it again: a text that begins with `&lt;` is decoded. Returns a problem for a text
 * that can't be parsed to its end, which must not be queued.
 */
export async function readXmlText(text: string): Promise<XmlText | UnreadableXmlText> {
  const trimmed = text.trim()
  const document = /^&(?:lt|#0*60|#x0*3c);/i.test(trimmed)
    ? decodeHTMLStrict(trimmed).trim()
    : trimmed
  if (document === '') return { problem: 'The text is empty.' }
  const read = await readWhole(document, false)
  if ('rows' in read || !read.noRow) return read
  const named = await readWhole(document, true)
  return 'rows' in named && named.rows > 0 ? named : read
}

/** `noRow`: it contains no Subscriber element. */
async function readWhole(
  document: string,
  rowsOfAnyName: boolean,
): Promise<XmlText | (UnreadableXmlText & { noRow: boolean })> {
  async function* parts(): AsyncGenerator<string> {
    for (let at = 0; at < document.length; at += PART) {
      if (at > 0) await pause()
      yield document.slice(at, at + PART)
    }
  }
  let rows = 0
  try {
    const options = {
      mapNames: false,
      rowsOfAnyName,
      fieldNames: new Map<string, number>(),
      maxColumns: 103,
    }
    for await (const block of readXml(parts(), options, true)) {
      const broken = block.rejected.find(({ reason }) => reason === 'broken-file')
      if (broken !== undefined)
        return { problem: `The text is not valid XML from line ${broken.line} on.`, noRow: false }
      rows += block.read
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const problem = error.message.replace('The file', 'The text').replace('the file', 'the text')
    return { problem, noRow: error instanceof NoRow }
  }
  return { document, rows, rowsOfAnyName }
}
