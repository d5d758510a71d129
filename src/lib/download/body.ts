/**
 * The bytes of a fetched file on their way to the disk: unpacked, counted and hashed. Never more
 * than some chunks are in memory.
 */
import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { pipeline, type Transform } from 'node:stream'
import { createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { Failure, plain } from './failure.ts'

type Bytes = AsyncIterable<Buffer>

/**
 * Packed by gzip is what begins as gzip does, whatever the server calls it: servers tell files that
 * end in .gz apart from answers packed on the way in all manners. Twice at most, for a file that
 * was packed again on the way. The limit holds for the bytes as they come, and after each
 * unpacking.
 */
export function unpacked(bytes: Bytes, encoding: string, maxBytes: number): Bytes {
  const received = limited(bytes, maxBytes)
  const once = withoutEncoding(received, encoding, maxBytes)
  return gunzipped(gunzipped(once, maxBytes), maxBytes)
}

function withoutEncoding(bytes: Bytes, encoding: string, maxBytes: number): Bytes {
  return encoding === 'deflate' ? limited(inflated(bytes), maxBytes) : bytes
}

/** Throws for a Content-Encoding that can't be unpacked. */
export function checkEncoding(encoding: string): void {
  if (
    encoding === 'deflate' ||
    encoding.split(',').every(name => /^(|identity|(x-)?gzip)$/.test(name.trim()))
  )
    return
  throw new Failure(`it comes packed in a way that was not asked for (${plain(encoding, 40)})`, {
    todo: 'Have it served plain, or packed by gzip.',
  })
}

async function* limited(bytes: Bytes, maxBytes: number): AsyncGenerator<Buffer> {
  let length = 0
  for await (const chunk of bytes) {
    length += chunk.length
    if (length > maxBytes) throw tooLarge(maxBytes)
    yield chunk
  }
}

export function tooLarge(maxBytes: number): Failure {
  const [unit, size] =
    maxBytes >= 1024 ** 3
      ? ['GB', 1024 ** 3]
      : maxBytes >= 1024 ** 2
        ? ['MB', 1024 ** 2]
        : ['kB', 1024]
  const limit = `${Math.round((maxBytes / Number(size)) * 10) / 10} ${unit}`
  return new Failure(`it is larger than the ${limit} that are allowed, packed or unpacked`, {
    todo: 'Give it in parts, or have the limit raised by whoever runs the service.',
  })
}

async function* gunzipped(bytes: Bytes, maxBytes: number): AsyncGenerator<Buffer> {
  const { head, all } = await beginning(bytes, 3)
  // RFC 1952 2.3.1: the magic number, and the one method there is.
  const packed = head.subarray(0, 3).equals(Buffer.from([0x1f, 0x8b, 8]))
  yield* packed ? limited(through(all, createGunzip({ chunkSize: 65_536 })), maxBytes) : all
}

/** What HTTP calls deflate has a frame (RFC 1950); some servers send it without. */
async function* inflated(bytes: Bytes): AsyncGenerator<Buffer> {
  const { head, all } = await beginning(bytes, 2)
  if (head.length === 0) return
  const framed = head.length >= 2 && (head[0]! & 15) === 8 && head.readUInt16BE(0) % 31 === 0
  yield* through(
    all,
    framed ? createInflate({ chunkSize: 65_536 }) : createInflateRaw({ chunkSize: 65_536 }),
  )
}

const through = (bytes: Bytes, unpacker: Transform): Bytes =>
  pipeline(bytes, unpacker, () => {}) as unknown as Bytes

/**
 * At least so many of the first bytes, where there are so many; and all of them, the first
 * included.
 */
async function beginning(
  bytes: Bytes,
  least: number,
): Promise<{ head: Buffer; all: AsyncGenerator<Buffer> }> {
  const chunks = bytes[Symbol.asyncIterator]()
  let head: Buffer = Buffer.alloc(0)
  let ended = false
  while (head.length < least && !ended) {
    const { value, done } = await chunks.next()
    if (done) ended = true
    else head = Buffer.concat([head, value])
  }
  async function* all() {
    try {
      if (head.length > 0) yield head
      for (;;) {
        const { value, done } = await chunks.next()
        if (done) return
        yield value
      }
    } finally {
      await chunks.return?.()
    }
  }
  return { head, all: all() }
}

/**
 * Written at once: going to the disk takes a turn of another thread, which a busy machine may keep
 * waiting.
 */
const WRITTEN = 1 << 20

/**
 * Writes all of it, and answers what lies there then. While one part is written the next one is
 * received.
 */
export async function store(
  bytes: Bytes,
  file: FileHandle,
): Promise<{ length: number; sha256: string }> {
  const hash = createHash('sha256')
  let length = 0
  let chunks: Buffer[] = []
  let waiting = 0
  let writing: Promise<void> = Promise.resolve()
  const write = async () => {
    const [part, size] = [chunks, waiting]
    chunks = []
    waiting = 0
    await writing
    writing = written(file, part, size)
    // Whoever awaits it sees its failure; until then it is nobody's.
    writing.catch(() => {})
  }
  try {
    for await (const chunk of bytes) {
      hash.update(chunk)
      length += chunk.length
      chunks.push(chunk)
      waiting += chunk.length
      if (waiting >= WRITTEN) await write()
    }
    await write()
    await writing
  } finally {
    // The file is closed behind us.
    await writing.catch(() => {})
  }
  return { length, sha256: hash.digest('hex') }
}

async function written(file: FileHandle, chunks: Buffer[], size: number): Promise<void> {
  if (size === 0) return
  const { bytesWritten } = await file.writev(chunks)
  // A disk that is nearly full takes a part, and says why with the rest.
  if (bytesWritten < size) await file.writeFile(Buffer.concat(chunks).subarray(bytesWritten))
}
