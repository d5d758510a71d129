/**
 * Embedded pictures: `<img src="logo.png">` refers to a file of the newsletter, which becomes a
 * part of the message (RFC 2392, RFC 2387). Pictures with a URL are not embedded.
 */
import { createHash } from 'node:crypto'
import { decodeHTMLAttribute } from 'entities'
import { openTags } from '../html/scan.ts'

export interface Picture {
  /** As in the newsletter: a file in its folder. */
  path: string
  hash: string
  type: string
  bytes: Buffer
}

export interface PicturePlace {
  path: string
  start: number
  end: number
}

/** Formats that all mail programs show, by their first bytes. */
const TYPES = [
  { type: 'image/png', magic: '89504e470d0a1a0a' },
  { type: 'image/jpeg', magic: 'ffd8ff' },
  { type: 'image/gif', magic: '474946383761' },
  { type: 'image/gif', magic: '474946383961' },
]

/** The type of a picture by its first bytes; undefined if not all mail programs show it. */
export const pictureType = (bytes: Uint8Array): string | undefined =>
  TYPES.find(({ magic }) => Buffer.from(bytes.subarray(0, 8)).toString('hex').startsWith(magic))
    ?.type

/** Identifies a picture, and names it in messages. */
export const pictureHash = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 40)

/** Also those of the library of pictures, /m/. */
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/\/|\/m\/|#|$)/i

/**
 * The places where the HTML, with tags replaced by marks, refers to pictures by file name.
 * Addresses with tags are not included.
 */
export function picturesIn(marked: string): PicturePlace[] {
  const places: PicturePlace[] = []
  for (const token of openTags(marked))
    for (const { name, value, start, end } of token.attributes) {
      const picture =
        name === 'background' ||
        (name === 'src' && /^(?:img|input|v:fill|v:image)$/.test(token.name))
      const path = decodeHTMLAttribute(value).trim()
      if (picture && !ELSEWHERE.test(path) && !path.includes('\ufdd0'))
        places.push({ path, start, end })
    }
  return places
}
