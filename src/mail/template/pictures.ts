/**
 * Pictures that travel with the message: `<img src="logo.png">` names a file beside the newsletter,
 * which becomes a part of the message (RFC 2392, RFC 2387). Pictures with an address of their own
 * stay where they are.
 */
import { createHash } from 'node:crypto'
import { decodeHTMLAttribute } from 'entities'
import { scanHtml } from '../html/scan.ts'

export interface Picture {
  /** As the newsletter names it: a file in its folder. */
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

/** What programs of all makers show, by the bytes it begins with. */
const TYPES = [
  { type: 'image/png', magic: '89504e470d0a1a0a' },
  { type: 'image/jpeg', magic: 'ffd8ff' },
  { type: 'image/gif', magic: '474946383761' },
  { type: 'image/gif', magic: '474946383961' },
]

/** The type of a picture by its first bytes; undefined for what mail programs don't all show. */
export const pictureType = (bytes: Uint8Array): string | undefined =>
  TYPES.find(({ magic }) => Buffer.from(bytes.subarray(0, 8)).toString('hex').startsWith(magic))
    ?.type

/** What tells pictures apart, and names them in messages. */
export const pictureHash = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 40)

const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#|$)/i

/**
 * Where the HTML, in which tags are marks, names pictures by file. An address that is put together
 * for each person is none.
 */
export function picturesIn(marked: string): PicturePlace[] {
  const places: PicturePlace[] = []
  const look = (from: number, to: number) => {
    for (const token of scanHtml(marked, from, to)) {
      if (token.type === 'comment' && marked.startsWith('<!--[if', token.start)) {
        const inside = marked.indexOf('>', token.start) + 1
        look(inside, Math.max(inside, token.end - 3))
      }
      if (token.type !== 'open') continue
      for (const { name, value, start, end } of token.attributes) {
        const picture =
          name === 'background' ||
          (name === 'src' && /^(?:img|input|v:fill|v:image)$/.test(token.name))
        const path = decodeHTMLAttribute(value).trim()
        if (picture && !ELSEWHERE.test(path) && !path.includes('\ufdd0'))
          places.push({ path, start, end })
      }
    }
  }
  look(0, marked.length)
  return places
}
