/**
 * Reads a text file of unknown character set: detected from all of its bytes, then decoded as a
 * stream. A byte order mark decides; then a zero in every second byte means UTF-16; then UTF-8 if
 * the whole file is valid UTF-8, since hardly any other text is by chance; otherwise windows-1252,
 * a superset of iso-8859-1. Memory is two blocks, regardless of the length of the file.
 */
import { isAscii, isUtf8 } from 'node:buffer'
import { type FileHandle, open } from 'node:fs/promises'
import { binaryKind } from './text-decoding-kinds.ts'

export const CHARACTER_SETS = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const
export type CharacterSet = (typeof CHARACTER_SETS)[number]

export interface TextFile {
  charset: CharacterSet
  /** Length of the byte order mark. */
  skip: number
  /**
   * Contains characters that can't be stored: NULs, or lone surrogates. The reader has to check
   * each part.
   */
  suspect: boolean
}

export interface NotText {
  /** With an article: "a PDF document". */
  looksLike: string
}

/**
 * How many bytes are examined for the kind of the file. A NUL among them means that it is binary; a
 * later one only invalidates its row.
 */
const HEAD = 64 << 10
/** Size of a read: each takes a thread of the pool, for which a busy machine may have to wait. */
const BLOCK = 1 << 20
/**
 * Size of the parts of text yielded: small enough to stay in the processor's cache until they are
 * parsed.
 */
const PART = 64 << 10

/** Byte order marks. */
const MARKS: Readonly<Record<CharacterSet, Buffer>> = {
  'utf-8': Buffer.from([0xef, 0xbb, 0xbf]),
  'windows-1252': Buffer.of(),
  'utf-16le': Buffer.from([0xff, 0xfe]),
  'utf-16be': Buffer.from([0xfe, 0xff]),
}

/** Yields the blocks of a file. Each is overwritten by the next. */
async function* blocks(
  handle: FileHandle,
  start: number,
  size: number,
  carry: { bytes: number },
): AsyncGenerator<Buffer> {
  // No larger than a small file: memory outside the heap makes the garbage collector run.
  const buffer = Buffer.allocUnsafe(Math.min(size, Math.max(HEAD, (await handle.stat()).size)))
  let position = start
  for (;;) {
    const { bytesRead } = await handle.read(
      buffer,
      carry.bytes,
      buffer.length - carry.bytes,
      position,
    )
    if (bytesRead === 0) break
    position += bytesRead
    const block = buffer.subarray(0, carry.bytes + bytesRead)
    carry.bytes = 0
    yield block
    // The bytes that the reader carries over are at the end.
    if (carry.bytes > 0) buffer.copyWithin(0, block.length - carry.bytes, block.length)
  }
  while (carry.bytes > 0) {
    const { bytes } = carry
    carry.bytes = 0
    yield buffer.subarray(0, bytes)
    if (carry.bytes > 0) buffer.copyWithin(0, bytes - carry.bytes, bytes)
  }
}

/** How many bytes at the end are an incomplete character of UTF-8. */
function unfinished(block: Buffer): number {
  for (let back = 1; back <= Math.min(3, block.length); back++) {
    const byte = block[block.length - back]!
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0
  }
  return 0
}

/** Reads the file once. With a chosen character set any text is read in that one. */
export async function recogniseText(
  path: string,
  chosen?: CharacterSet,
): Promise<TextFile | NotText> {
  const handle = await open(path)
  try {
    const head = Buffer.alloc(HEAD)
    const { bytesRead } = await handle.read(head, 0, HEAD, 0)
    const start = head.subarray(0, bytesRead)
    const looksLike = binaryKind(start)
    if (looksLike !== undefined) return { looksLike }
    if (chosen !== undefined) {
      const skip = start.indexOf(MARKS[chosen]) === 0 ? MARKS[chosen].length : 0
      const suspect = chosen.startsWith('utf-16') || (await scan(handle)).nul
      return { charset: chosen, skip, suspect }
    }
    for (const charset of ['utf-16le', 'utf-16be'] as const)
      if (start.indexOf(MARKS[charset]) === 0) return { charset, skip: 2, suspect: true }
    if (start.includes(0)) {
      const charset = utf16Of(start)
      return charset === undefined
        ? { looksLike: 'a binary file' }
        : { charset, skip: 0, suspect: true }
    }
    const marked = start.indexOf(MARKS['utf-8']) === 0
    const { utf8, nul } = await scan(handle)
    // With the mark it is UTF-8, even if some characters are invalid.
    return {
      charset: utf8 || marked ? 'utf-8' : 'windows-1252',
      skip: marked ? 3 : 0,
      suspect: nul,
    }
  } finally {
    await handle.close()
  }
}

async function scan(handle: FileHandle): Promise<{ utf8: boolean; nul: boolean }> {
  let utf8 = true
  let nul = false
  const carry = { bytes: 0 }
  for await (const block of blocks(handle, 0, BLOCK, carry)) {
    nul ||= block.includes(0)
    if (!utf8) continue
    const tail = unfinished(block)
    utf8 = isUtf8(block.subarray(0, block.length - tail))
    // A block that is only an incomplete character is the last one.
    if (tail > 0 && tail === block.length) utf8 = false
    else carry.bytes = utf8 ? tail : 0
  }
  return { utf8, nul }
}

/** UTF-16 without a byte order mark: one of each two bytes is mostly zero, and never both. */
function utf16Of(head: Buffer): CharacterSet | undefined {
  const zeros = [0, 0]
  const pairs = head.length >> 1
  for (let at = 0; at < pairs * 2; at++) if (head[at] === 0) zeros[at & 1]!++
  const plain = pairs * 0.6
  if (zeros[0] === 0 && zeros[1]! >= plain) return 'utf-16le'
  if (zeros[1] === 0 && zeros[0]! >= plain) return 'utf-16be'
  return undefined
}

/** The text in parts of whole characters. Invalid characters become U+FFFD. */
export async function* readText(
  path: string,
  { charset, skip }: TextFile,
  size = PART,
  block = BLOCK,
): AsyncGenerator<string> {
  const handle = await open(path)
  const carry = { bytes: 0 }
  try {
    for await (const bytes of blocks(handle, skip, block, carry)) {
      for (let at = 0; at < bytes.length; ) {
        const part = bytes.subarray(at, at + size)
        const tail =
          charset === 'utf-8' ? unfinished(part) : charset === 'windows-1252' ? 0 : part.length & 1
        // If a block is only an incomplete character, the file ends within it.
        const rest = tail === bytes.length ? 0 : tail
        at += part.length - rest
        const text = decoded(part.subarray(0, part.length - rest), charset)
        if (text !== '') yield text
        if (at + rest === bytes.length) {
          carry.bytes = rest
          break
        }
      }
    }
  } finally {
    await handle.close()
  }
}

/**
 * The text as UTF-8, in parts that end with a line, except the last one and lines longer than a
 * part; those end with a whole character. Each part is overwritten by the next. Only for character
 * sets in which the byte 10 is always a line end.
 */
export async function* readLines(
  path: string,
  { charset, skip }: TextFile & { charset: 'utf-8' | 'windows-1252' },
  size = BLOCK,
): AsyncGenerator<Buffer> {
  const handle = await open(path)
  const carry = { bytes: 0 }
  try {
    for await (const block of blocks(handle, skip, size, carry)) {
      const end = block.lastIndexOf(10) + 1
      const tail = charset === 'utf-8' ? unfinished(block) : 0
      const rest = end > 0 ? block.length - end : tail === block.length ? 0 : tail
      const part = block.subarray(0, block.length - rest)
      carry.bytes = rest
      yield isAscii(part) || (charset === 'utf-8' && isUtf8(part))
        ? part
        : Buffer.from(decoded(part, charset))
    }
  } finally {
    await handle.close()
  }
}

function decoded(bytes: Buffer, charset: CharacterSet): string {
  if (charset === 'utf-16le' || charset === 'utf-16be') {
    const even = bytes.length & ~1
    const text = (
      charset === 'utf-16le' ? bytes : Buffer.from(bytes.subarray(0, even)).swap16()
    ).toString('utf16le', 0, even)
    return even === bytes.length ? text : `${text}\ufffd`
  }
  if (isAscii(bytes)) return bytes.toString('latin1')
  return charset === 'utf-8' ? bytes.toString() : windows1252(bytes.toString('latin1'))
}

/** The characters 0x80 to 0x9f as browsers decode them: five remain control characters. */
const C1 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

const windows1252 = (text: string): string =>
  text.replace(/[\x80-\x9f]/g, char => C1[char.charCodeAt(0) - 0x80]!)
