/**
 * The parts of a message with both forms, encoded: text, HTML, and the pictures that the HTML shows
 * (RFC 2046, RFC 2387, RFC 2392).
 */
import { createHash } from 'node:crypto'
import type { Charset } from '../mime/charset.ts'
import { base64Lines } from '../mime/encode.ts'
import type { EncodedBody } from './encoded-body.ts'

/** A picture in a message; the HTML refers to it by `cid:` and its hash. */
export interface MessagePicture {
  hash: string
  /** The file name for saving it. */
  name: string
  type: string
  bytes: Buffer
}

export interface EncodedParts {
  head: string
  body: EncodedBody
}

export const partHead = (type: string, body: EncodedBody, charset: Charset): string =>
  `Content-Type: ${type}; charset=${charset.label}\r\n` +
  `Content-Transfer-Encoding: ${body.encoding}\r\n\r\n`

/**
 * `about` makes boundaries unique. "=_" does not occur in encoded text (RFC 2045 6.7), so the
 * bodies need not be searched for the boundary.
 */
export function bothForms(
  text: EncodedBody,
  html: EncodedBody,
  charset: Charset,
  { pictures, domain, about }: { pictures: MessagePicture[]; domain: string; about: string },
): EncodedParts {
  const boundary = `=_${createHash('sha256').update(about).digest('hex').slice(0, 20)}`
  const htmlRuns = [partHead('text/html', html, charset), ...html.runs]
  return {
    head: `Content-Type: multipart/alternative;\r\n boundary="${boundary}"\r\n\r\n`,
    body: {
      encoding: 'quoted-printable',
      runs: [
        `--${boundary}\r\n${partHead('text/plain', text, charset)}`,
        ...text.runs,
        `--${boundary}\r\n`,
        ...(pictures.length === 0
          ? htmlRuns
          : related(htmlRuns, pictures, domain, `${boundary}_r`)),
        `--${boundary}--\r\n`,
      ],
    },
  }
}

function related(
  html: EncodedBody['runs'],
  pictures: MessagePicture[],
  domain: string,
  boundary: string,
): EncodedBody['runs'] {
  const parts = pictures.map(({ hash, name, type, bytes }) => {
    const file = `"${fileName(name)}"`
    const head =
      `Content-Type: ${type};\r\n name=${file}\r\nContent-Transfer-Encoding: base64\r\n` +
      `Content-ID: <${contentId(hash, domain)}>\r\n`
    return (
      `--${boundary}\r\n${head}Content-Disposition: inline;\r\n filename=${file}\r\n\r\n` +
      `${base64Lines(bytes)}`
    )
  })
  const head =
    `Content-Type: multipart/related; type="text/html";\r\n boundary="${boundary}"\r\n\r\n` +
    `--${boundary}\r\n`
  return [head, ...html, ...parts, `--${boundary}--\r\n`]
}

export const contentId = (hash: string, domain: string): string => `${hash}@${domain}`

/** Without characters that need quoting or another character set. */
const fileName = (name: string): string =>
  name
    .slice(-200)
    .replace(/^.*[/\\]/, '')
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '')
    .slice(-60) || 'picture'
