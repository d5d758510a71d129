/** Unpacks an attached report: gzip, the first file of a zip file, or plain; within limits. */
import { gunzipSync, inflateRawSync } from 'node:zlib'
import { ReportBroken } from './report.ts'

/** Octets of a report, packed and unpacked: of a decompression bomb no more is unpacked. */
export const MOST_PACKED = 4 << 20
const MOST_UNPACKED = 10 << 20

const GZIP = 0x8b1f
const LOCAL = 0x04034b50
const LOCAL_HEAD = 30
const ENCRYPTED = 1

export function unpackedText(packed: Buffer): string {
  if (packed.length >= MOST_PACKED)
    throw new ReportBroken(`it is larger than ${MOST_PACKED >> 20} MB`)
  const bytes = unpacked(packed)
  if (bytes.length === 0) throw new ReportBroken('it is empty')
  return new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(
    bytes,
  )
}

function unpacked(packed: Buffer): Buffer {
  try {
    if (packed.length > 2 && packed.readUInt16LE(0) === GZIP)
      return gunzipSync(packed, { maxOutputLength: MOST_UNPACKED })
    if (packed.length > LOCAL_HEAD && packed.readUInt32LE(0) === LOCAL) return firstOfZip(packed)
    return packed
  } catch (error) {
    if (error instanceof ReportBroken) throw error
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new ReportBroken(`it unpacks to more than ${MOST_UNPACKED >> 20} MB`)
    throw new ReportBroken('its compression is broken, or it is truncated')
  }
}

/**
 * By the header before the file, which may lack the sizes: the compressed data knows its end. The
 * table of contents at the end, which lib/xlsx/zip.ts needs, is not looked at.
 */
function firstOfZip(zip: Buffer): Buffer {
  const method = zip.readUInt16LE(6) & ENCRYPTED ? -1 : zip.readUInt16LE(8)
  const start = LOCAL_HEAD + zip.readUInt16LE(26) + zip.readUInt16LE(28)
  if (method === 8) return inflateRawSync(zip.subarray(start), { maxOutputLength: MOST_UNPACKED })
  if (method === 0) return zip.subarray(start, start + zip.readUInt32LE(18))
  throw new ReportBroken('its zip file is encrypted, or compressed in an unknown way')
}
