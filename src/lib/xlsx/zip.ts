/**
 * Reads entries of a zip file on disk as streams: stored or deflated, Zip64 too. For spreadsheets,
 * which are zip files.
 */
import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { aboutFile, type FileDetail } from '../file-words.ts'

export interface ZipEntry {
  method: number
  crc: number
  packed: number
  unpacked: number
  /** Of its local header. */
  offset: number
}

/** The file is damaged, or of an unsupported kind. */
export class ZipBroken extends Error {
  readonly why: FileDetail
  constructor(why: FileDetail) {
    super(why.detail)
    this.why = why
  }
}

const broken = (what: string): ZipBroken => new ZipBroken(aboutFile('zip-broken', { what }))

const END = 0x06054b50
const END_64_LOCATOR = 0x07064b50
const END_64 = 0x06064b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const MAX_DIRECTORY = 16 << 20
const ENCRYPTED = 1

async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  if (!Number.isSafeInteger(position) || position < 0) throw broken('it has an invalid offset')
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await handle.read(buffer, 0, length, position)
  if (bytesRead < length) throw new ZipBroken(aboutFile('zip-truncated'))
  return buffer
}

/** The entries by name. */
export async function zipEntries(handle: FileHandle): Promise<Map<string, ZipEntry>> {
  const { size } = await handle.stat()
  const tail = await bytesAt(handle, Math.max(0, size - 65_557), Math.min(size, 65_557))
  let at = tail.length - 22
  while (at >= 0 && tail.readUInt32LE(at) !== END) at--
  if (at < 0) throw new ZipBroken(aboutFile('zip-contents'))
  let length = tail.readUInt32LE(at + 12)
  let start = tail.readUInt32LE(at + 16)
  if (at >= 20 && tail.readUInt32LE(at - 20) === END_64_LOCATOR) {
    const end = await bytesAt(handle, Number(tail.readBigUInt64LE(at - 12)), 56)
    if (end.readUInt32LE(0) !== END_64) throw broken('its table of contents is not at its offset')
    length = Number(end.readBigUInt64LE(40))
    start = Number(end.readBigUInt64LE(48))
  }
  if (length > MAX_DIRECTORY) throw new ZipBroken(aboutFile('zip-entries'))
  return directory(await bytesAt(handle, start, length))
}

function directory(bytes: Buffer): Map<string, ZipEntry> {
  const entries = new Map<string, ZipEntry>()
  for (let at = 0; at + 46 <= bytes.length && bytes.readUInt32LE(at) === ENTRY; ) {
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28)
    const extraEnd = nameEnd + bytes.readUInt16LE(at + 30)
    const entry: ZipEntry = {
      method: bytes.readUInt16LE(at + 8) & ENCRYPTED ? -1 : bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    }
    if (extraEnd > bytes.length) break
    wide(entry, bytes.subarray(nameEnd, extraEnd))
    // Some Windows programs write backslashes.
    entries.set(
      bytes
        .toString('utf8', at + 46, nameEnd)
        .replaceAll('\\', '/')
        .toLowerCase(),
      entry,
    )
    at = extraEnd + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** Zip64: numbers that do not fit into 32 bits are in the extra field, in this order. */
function wide(entry: ZipEntry, extra: Buffer): void {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    let from = at + 4
    for (const key of ['unpacked', 'packed', 'offset'] as const) {
      if (entry[key] !== 0xffffffff || from + 8 > extra.length) continue
      entry[key] = Number(extra.readBigUInt64LE(from))
      from += 8
    }
  }
}

/**
 * The content of an entry. Throws ZipBroken, also for more than `limit` bytes: `what` names the
 * content.
 */
export async function* unpacked(
  handle: FileHandle,
  entry: ZipEntry,
  limit: number,
  what: string,
): AsyncGenerator<Buffer> {
  const megabytes = Math.floor(limit / (1 << 20))
  const tooLarge = aboutFile('sheet-large', { part: what, megabytes })
  if (entry.unpacked > limit) throw new ZipBroken(tooLarge)
  if (entry.method !== 0 && entry.method !== 8) throw new ZipBroken(aboutFile('zip-method'))
  const local = await bytesAt(handle, entry.offset, 30)
  if (local.readUInt32LE(0) !== LOCAL) throw broken('an entry is not at its offset')
  const start = entry.offset + 30 + local.readUInt16LE(26) + local.readUInt16LE(28)
  if (entry.packed === 0) return
  if (entry.packed > (await handle.stat()).size - start)
    throw new ZipBroken(aboutFile('zip-truncated'))
  const source = handle.createReadStream({
    start,
    end: start + entry.packed - 1,
    autoClose: false,
    highWaterMark: 64 << 10,
  })
  // An error of the source reaches the reader through the pipeline, so the callback ignores it.
  const stream =
    entry.method === 0
      ? source
      : pipeline(source, createInflateRaw({ chunkSize: 64 << 10 }), () => {})
  let length = 0
  let crc = 0
  try {
    for await (const block of stream as AsyncIterable<Buffer>) {
      length += block.length
      if (length > limit) throw new ZipBroken(tooLarge)
      crc = crc32(block, crc)
      yield block
    }
  } catch (error) {
    if (
      error instanceof ZipBroken ||
      !/^(?:Z_|ERR_STREAM_PREMATURE)/.test((error as NodeJS.ErrnoException).code ?? '')
    )
      throw error
    throw broken((error as Error).message)
  }
  if (length !== entry.unpacked || crc !== entry.crc) throw broken('a checksum does not match')
}
