/**
 * Writes a zip file as a stream: each entry is compressed as it is produced, with its sizes after
 * the data, so that memory is constant. Without Zip64, which some programs do not read: the limit
 * is 4 GB.
 */
import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface ZipPart {
  name: string
  content: AsyncIterable<string> | Iterable<string>
}

/** The file or an entry would be too large. */
export class ZipTooLarge extends Error {}

const MOST = 0xffffffff
/** Sizes after the data (data descriptor); names in UTF-8. */
const FLAGS = 0x0808
const DEFLATED = 8
/** 1 January 1980: a constant time, so that the same rows make the same file. */
const DATE = 0x0021

interface Written {
  name: Buffer
  offset: number
  crc: number
  packed: number
  size: number
}

export async function* zipStream(
  parts: AsyncIterable<ZipPart> | Iterable<ZipPart>,
): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let offset = 0
  for await (const { name, content } of parts) {
    const part: Written = { name: Buffer.from(name), offset, crc: 0, packed: 0, size: 0 }
    const head = localHeader(part)
    yield head
    for await (const chunk of packed(content, part)) {
      part.packed += chunk.length
      if (offset + part.packed > MOST || part.size > MOST)
        throw new ZipTooLarge('a zip file holds 4 GB')
      yield chunk
    }
    const behind = descriptor(part)
    yield behind
    offset += head.length + part.packed + behind.length
    written.push(part)
  }
  const directory = Buffer.concat(written.map(directoryEntry))
  if (offset + directory.length > MOST) throw new ZipTooLarge('a zip file holds 4 GB')
  yield directory
  yield directoryEnd(written.length, directory.length, offset)
}

/** Compresses the content, and records its checksum and size on the way. */
async function* packed(content: ZipPart['content'], part: Written): AsyncGenerator<Buffer> {
  async function* counted() {
    for await (const text of content) {
      const bytes = Buffer.from(text)
      part.crc = crc32(bytes, part.crc)
      part.size += bytes.length
      yield bytes
    }
  }
  const deflate = createDeflateRaw({ level: 5 })
  // Errors of the source are thrown by the loop.
  pipeline(Readable.from(counted(), { objectMode: false }), deflate, () => {})
  for await (const chunk of deflate) yield chunk as Buffer
}

function localHeader({ name }: Written): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(FLAGS, 6)
  head.writeUInt16LE(DEFLATED, 8)
  head.writeUInt16LE(DATE, 12)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name])
}

function descriptor({ crc, packed, size }: Written): Buffer {
  const facts = Buffer.alloc(16)
  facts.writeUInt32LE(0x08074b50, 0)
  facts.writeUInt32LE(crc, 4)
  facts.writeUInt32LE(packed, 8)
  facts.writeUInt32LE(size, 12)
  return facts
}

function directoryEntry({ name, offset, crc, packed, size }: Written): Buffer {
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(20, 4)
  entry.writeUInt16LE(20, 6)
  entry.writeUInt16LE(FLAGS, 8)
  entry.writeUInt16LE(DEFLATED, 10)
  entry.writeUInt16LE(DATE, 14)
  entry.writeUInt32LE(crc, 16)
  entry.writeUInt32LE(packed, 20)
  entry.writeUInt32LE(size, 24)
  entry.writeUInt16LE(name.length, 28)
  entry.writeUInt32LE(offset, 42)
  return Buffer.concat([entry, name])
}

function directoryEnd(entries: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries, 8)
  end.writeUInt16LE(entries, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
