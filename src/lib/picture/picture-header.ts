/**
 * Reads format and size of a picture from the first bytes of a file. Nothing is decoded, so that a
 * small file with a huge picture costs nothing.
 */
export type PictureKind = 'png' | 'jpeg' | 'gif' | 'webp'

export interface PictureHeader {
  kind: PictureKind
  width: number
  height: number
}

const latin = (bytes: Buffer, start: number, end: number): string =>
  bytes.toString('latin1', start, end)

/** The header; or what else the file is, if that is known, and undefined if not. */
export function readPictureHeader(bytes: Buffer): PictureHeader | { other: string } | undefined {
  if (bytes.length >= 24 && bytes.readUInt32BE(0) === 0x89504e47) return pngHeader(bytes)
  if (/^GIF8[79]a/.test(latin(bytes, 0, 6)) && bytes.length >= 10)
    return { kind: 'gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  if (latin(bytes, 0, 4) === 'RIFF' && latin(bytes, 8, 12) === 'WEBP') return webpHeader(bytes)
  if (bytes.length > 4 && bytes[0] === 0xff && bytes[1] === 0xd8) return jpegHeader(bytes)
  const other = otherKind(bytes)
  return other === undefined ? undefined : { other }
}

function pngHeader(bytes: Buffer): PictureHeader | undefined {
  if (latin(bytes, 12, 16) !== 'IHDR') return undefined
  return { kind: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** The frame header, behind segments of other data (ITU T.81, B.2). */
function jpegHeader(bytes: Buffer): PictureHeader | undefined {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1]!
    if (marker === 0xff) {
      at++
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame)
      return {
        kind: 'jpeg',
        height: bytes.readUInt16BE(at + 5),
        width: bytes.readUInt16BE(at + 7),
      }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

function webpHeader(bytes: Buffer): PictureHeader | undefined {
  if (bytes.length < 30) return undefined
  const chunk = latin(bytes, 12, 16)
  const low = (at: number) => bytes.readUInt16LE(at) & 0x3fff
  if (chunk === 'VP8 ') return { kind: 'webp', width: low(26), height: low(28) }
  if (chunk === 'VP8X')
    return { kind: 'webp', width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (chunk !== 'VP8L') return undefined
  const bits = bytes.readUInt32LE(21)
  return { kind: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

export const OTHER_KINDS = [
  'a PDF',
  'a ZIP file, or a document of an office program',
  'an SVG, which mail programs do not show',
  'a web page',
  'a TIFF',
  'a BMP',
  'an AVIF or a HEIC',
  'a program',
] as const

/** So that a refusal can name the actual kind of the file. */
function otherKind(bytes: Buffer): (typeof OTHER_KINDS)[number] | undefined {
  const start = latin(bytes, 0, 1024)
  if (start.startsWith('%PDF-')) return 'a PDF'
  if (start.startsWith('PK\u0003\u0004')) return 'a ZIP file, or a document of an office program'
  if (/^\s*(?:<\?xml|<!--|<!doctype svg|<svg)/i.test(start) && /<svg[\s>]/i.test(start))
    return 'an SVG, which mail programs do not show'
  if (/^\s*<(?:!doctype )?html/i.test(start)) return 'a web page'
  if (/^(?:II\*\0|MM\0\*)/.test(start)) return 'a TIFF'
  if (start.startsWith('BM')) return 'a BMP'
  if (/^ftyp(?:avif|hei[cfx]|mif1)/.test(latin(bytes, 4, 12))) return 'an AVIF or a HEIC'
  if (start.startsWith('MZ') || start.startsWith('\x7fELF')) return 'a program'
  return undefined
}
