/**
 * Decompresses, counts and hashes the bytes of a fetched file on their way to disk. Only a few
 * chunks are in memory.
 */
import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { pipeline, type Transform } from 'node:stream'
import { createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { Failure, failedBy, plain } from './failure.ts'

type Bytes = AsyncIterable<Buffer>

/**
 * Decompresses data that starts with gzip's magic number, regardless of the headers: servers label
 * .gz files and compressed responses inconsistently. At most twice, for a file that was compressed
 * again for transfer. The limit applies to the received bytes, and after each decompression.
 */
export function unpacked(bytes: Bytes, encoding: string, maxBytes: number): Bytes {
  const received = limited(bytes, maxBytes)
  const once = withoutEncoding(received, encoding, maxBytes)
  return gunzipped(gunzipped(once, maxBytes), maxBytes)
}

function withoutEncoding(bytes: Bytes, encoding: string, maxBytes: number): Bytes {
  return encoding === 'deflate' ? limited(inflated(bytes), maxBytes) : bytes
}

/** Throws for an unsupported Content-Encoding. */
export function checkEncoding(encoding: string): void {
  if (
    encoding === 'deflate' ||
    encoding.split(',').every(name => /^(|identity|(x-)?gzip)$/.test(name.trim()))
  )
    return
  throw new Failure(failedBy('fetch-encoding', { encoding: plain(encoding, 40) }))
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
  return new Failure(failedBy('fetch-large', { limit }))
}

async function* gunzipped(bytes: Bytes, maxBytes: number): AsyncGenerator<Buffer> {
  const { head, all } = await firstChunk(bytes, 3)
  // RFC 1952 2.3.1: the magic number, and the only method.
  const packed = head.subarray(0, 3).equals(Buffer.from([0x1f, 0x8b, 8]))
  yield* packed ? limited(through(all, createGunzip({ chunkSize: 65_536 })), maxBytes) : all
}

/** HTTP's deflate has a zlib header (RFC 1950); some servers omit it. */
async function* inflated(bytes: Bytes): AsyncGenerator<Buffer> {
  const { head, all } = await firstChunk(bytes, 2)
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
 * The first chunk, of at least that size unless the data is shorter; and all chunks, including it.
 */
async function firstChunk(
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

/** Size of a write: each takes a thread of the pool, for which a busy machine may have to wait. */
const WRITTEN = 1 << 20

/**
 * Writes all bytes; returns their count and hash. The next part is received while one is written.
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
    // The awaiting code handles the failure; until then it must not be an unhandled rejection.
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
    // The caller closes the file next.
    await writing.catch(() => {})
  }
  return { length, sha256: hash.digest('hex') }
}

async function written(file: FileHandle, chunks: Buffer[], size: number): Promise<void> {
  if (size === 0) return
  const { bytesWritten } = await file.writev(chunks)
  // On an almost full disk the first write is short, and the write of the rest fails with the
  // error.
  if (bytesWritten < size) await file.writeFile(Buffer.concat(chunks).subarray(bytesWritten))
}
