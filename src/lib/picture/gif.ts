/**
 * Copies a GIF block by block (GIF89a), without blocks that are no part of the picture: comments,
 * data of programs, and bytes after its end.
 */
const MOST_FRAMES = 400

/** The copy; undefined if the file is no whole GIF, or has too many frames. */
export function copiedGif(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = []
  let at = 13 + tableBytes(bytes[10])
  if (at > bytes.length) return undefined
  parts.push(bytes.subarray(0, at))
  let frames = 0
  while (at < bytes.length) {
    const start = at
    const kind = bytes[at]
    if (kind === 0x3b)
      return frames === 0 ? undefined : Buffer.concat([...parts, bytes.subarray(at, at + 1)])
    if (kind === 0x2c) {
      if (++frames > MOST_FRAMES) return undefined
      // The descriptor, its table of colours, and the size of codes.
      at = afterBlocks(bytes, at + 10 + tableBytes(bytes[at + 9]) + 1)
      if (at < 0) return undefined
      parts.push(bytes.subarray(start, at))
    } else if (kind === 0x21) {
      const label = bytes[at + 1]
      at = afterBlocks(bytes, at + 2)
      if (at < 0) return undefined
      const repeats = bytes.toString('latin1', start + 3, start + 14) === 'NETSCAPE2.0'
      if (label === 0xf9 || (label === 0xff && repeats)) parts.push(bytes.subarray(start, at))
    } else return undefined
  }
  return undefined
}

const tableBytes = (flags = 0): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** The place behind a row of blocks, each with its length; -1 if the file ends before. */
function afterBlocks(bytes: Buffer, from: number): number {
  let at = from
  for (;;) {
    const length = bytes[at]
    if (length === undefined) return -1
    at += 1 + length
    if (length === 0) return at
  }
}
