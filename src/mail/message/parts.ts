/**
 * The parts of a message, encoded: text, HTML, the pictures that the HTML shows, and files that are
 * attached (RFC 2046, RFC 2387, RFC 2392).
 */
import { createHash } from 'node:crypto'
import type { Charset } from '../mime/charset.ts'
import { base64Lines } from '../mime/encode.ts'
import { parameter } from '../mime/parameter.ts'
import type { EncodedBody } from './encoded-body.ts'

/** A picture in a message; the HTML refers to it by `cid:` and its hash. */
export interface MessagePicture {
  hash: string
  /** The file name for saving it. */
  name: string
  type: string
  bytes: Buffer
}

/** A file in a message. */
export interface AttachedFile {
  name: string
  /** application/pdf */
  type: string
  /** The HTML shows it by `cid:` and this; empty: it is attached. */
  contentId: string
  bytes: Buffer
}

/** One is in several forms of a message. */
const encodedFiles = new WeakMap<AttachedFile, string>()

function encodedFile(file: AttachedFile): string {
  const known = encodedFiles.get(file) ?? base64Lines(file.bytes)
  encodedFiles.set(file, known)
  return known
}

export interface EncodedParts {
  head: string
  body: EncodedBody
}

const partHead = (type: string, body: EncodedBody, charset: Charset): string =>
  `Content-Type: ${type}; charset=${charset.label}\r\n` +
  `Content-Transfer-Encoding: ${body.encoding}\r\n\r\n`

interface FormOptions {
  files: readonly AttachedFile[]
  /** Makes boundaries unique. */
  about: string
}

/**
 * "=_" does not occur in encoded text (RFC 2045 6.7), so the bodies need not be searched for the
 * boundary.
 */
const boundaryFor = (about: string): string =>
  createHash('sha256').update(about).digest('hex').slice(0, 20)

/** A message of text alone, and its files. */
export const textForm = (
  text: EncodedBody,
  charset: Charset,
  { files, about }: FormOptions,
): EncodedParts =>
  withFiles({ head: partHead('text/plain', text, charset), body: text }, files, about)

/** `html` as it is given: a file that it refers to is shown in it, all others are attached. */
export function bothForms(
  text: EncodedBody,
  body: EncodedBody,
  charset: Charset,
  {
    pictures,
    files,
    html,
    domain,
    about,
  }: FormOptions & { pictures: MessagePicture[]; html: string; domain: string },
): EncodedParts {
  const boundary = `=_${boundaryFor(about)}`
  const htmlRuns = [partHead('text/html', body, charset), ...body.runs]
  const ids = files.some(file => file.contentId !== '') ? idsIn(html) : new Set<string>()
  const isShown = (file: AttachedFile) => ids.has(file.contentId)
  const shown = [
    ...pictures.map(picture => pictureRuns(picture, domain)),
    ...files.filter(isShown).map(file => fileRuns(file, 'inline')),
  ]
  const both: EncodedParts = {
    head: `Content-Type: multipart/alternative;\r\n boundary="${boundary}"\r\n\r\n`,
    body: {
      encoding: 'quoted-printable',
      runs: [
        `--${boundary}\r\n${partHead('text/plain', text, charset)}`,
        ...text.runs,
        `--${boundary}\r\n`,
        ...(shown.length === 0 ? htmlRuns : related(htmlRuns, shown, `${boundary}_r`)),
        `--${boundary}--\r\n`,
      ],
    },
  }
  return withFiles(
    both,
    files.filter(file => !isShown(file)),
    about,
  )
}

/** What HTML refers to by `cid:`. */
const idsIn = (html: string): Set<string> =>
  new Set([...html.matchAll(/\bcid:([\w.@+-]{1,200})/g)].map(([, id]) => id!))

function related(
  html: EncodedBody['runs'],
  shown: EncodedBody['runs'][],
  boundary: string,
): EncodedBody['runs'] {
  const head =
    `Content-Type: multipart/related; type="text/html";\r\n boundary="${boundary}"\r\n\r\n` +
    `--${boundary}\r\n`
  const parts = shown.flatMap(runs => [`--${boundary}\r\n`, ...runs])
  return [head, ...html, ...parts, `--${boundary}--\r\n`]
}

function pictureRuns({ hash, name, type, bytes }: MessagePicture, domain: string): string[] {
  const file = `"${fileName(name)}"`
  return [
    `Content-Type: ${type};\r\n name=${file}\r\nContent-Transfer-Encoding: base64\r\n` +
      `Content-ID: <${contentId(hash, domain)}>\r\n` +
      `Content-Disposition: inline;\r\n filename=${file}\r\n\r\n`,
    base64Lines(bytes),
  ]
}

function fileRuns(file: AttachedFile, disposition: 'inline' | 'attachment'): string[] {
  const { name, type, contentId } = file
  const id = contentId === '' ? '' : `Content-ID: <${contentId}>\r\n`
  return [
    `Content-Type: ${type}${parameter('name', name)}\r\nContent-Transfer-Encoding: base64\r\n` +
      `${id}Content-Disposition: ${disposition}${parameter('filename', name)}\r\n\r\n`,
    encodedFile(file),
  ]
}

function withFiles(
  { head, body }: EncodedParts,
  files: readonly AttachedFile[],
  about: string,
): EncodedParts {
  if (files.length === 0) return { head, body }
  // It begins otherwise than those within: some programs compare only the beginning.
  const boundary = `=_m${boundaryFor(about)}`
  const parts = files.flatMap(file => [`--${boundary}\r\n`, ...fileRuns(file, 'attachment')])
  return {
    head: `Content-Type: multipart/mixed;\r\n boundary="${boundary}"\r\n\r\n`,
    body: {
      encoding: 'quoted-printable',
      runs: [`--${boundary}\r\n${head}`, ...body.runs, ...parts, `--${boundary}--\r\n`],
    },
  }
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
