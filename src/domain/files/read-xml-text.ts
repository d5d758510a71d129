/**
 * XML that comes as a text in a call: decoded once more where it was encoded twice, and read to its
 * end before it is kept.
 */
import { setImmediate as pause } from 'node:timers/promises'
import { decodeHTMLStrict } from 'entities'
import { UnreadableFile } from './read-rows.ts'
import { readXml } from './read-xml.ts'
import { NoRow } from './read-xml-rows.ts'

export interface XmlText {
  /** What is to be kept and read. */
  document: string
  /** Persons in it, rejected ones too. */
  rows: number
  /** There is no Subscriber in it: rows are the children of the root that have an address. */
  rowsOfAnyName: boolean
}

export interface UnreadableXmlText {
  /** A sentence for the caller. */
  problem: string
}

/** The reading of so much is done without letting other calls pass. */
const PART = 64 << 10

/**
 * Programs encode the document, since the specification says that it is HTML encoded, and their
 * toolkit escapes it once more: a text that begins with `&lt;` is decoded. Answers a problem for a
 * text that can't be read to its end; nothing of it should be queued.
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

/** `noRow`: nothing in it is called Subscriber. */
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
        return { problem: `The text is no XML from line ${broken.line} on.`, noRow: false }
      rows += block.read
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const problem = error.message.replace('The file', 'The text').replace('the file', 'the text')
    return { problem, noRow: error instanceof NoRow }
  }
  return { document, rows, rowsOfAnyName }
}
