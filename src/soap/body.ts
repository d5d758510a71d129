/** The body of a request: its content type, its bytes up to a limit, and its text whatever the character set. */
import { isAscii, isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { TextDecoder } from 'node:util'
import { positionOf } from '../lib/xml-reader.ts'
import { quoted, Rejected } from './fault.ts'

export interface Media {
  /** In lower case, without parameters. */
  type: string
  charset: string | undefined
  action: string | undefined
  /** As it was sent. */
  sent: string
}

/** Clients send the same few content types for ever; those with an action are one per operation. */
const known = new Map<string, Media>()
const MOST_KNOWN = 500

export function mediaOf(header: string | undefined): Media {
  const sent = header ?? ''
  const found = known.get(sent)
  if (found) return found
  const media = parseMedia(sent)
  if (sent.length <= 300 && known.size < MOST_KNOWN) known.set(sent, media)
  return media
}

function parseMedia(sent: string): Media {
  const params = new Map<string, string>()
  for (const [, name, value] of sent.matchAll(/;\s*([\w-]+)\s*=\s*("[^"]*"|[^;\s]*)/g)) {
    if (!params.has(name!.toLowerCase())) params.set(name!.toLowerCase(), value!.replace(/^"|"$/g, ''))
  }
  const [type] = sent.split(';', 1)
  return { type: type!.trim().toLowerCase(), charset: params.get('charset') || undefined, action: params.get('action'), sent }
}

/** The caller went away before the request was whole. */
export class Gone extends Error {}

/**
 * The whole body. What is too large is read on and thrown away for a while before it is refused: many clients listen only
 * after they have sent all, and would take a closed connection for a failure of the network.
 */
export function readBody(req: IncomingMessage, limit: number): Promise<Buffer> {
  const encoding = req.headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new Rejected(415, 'encoded', `Bodies encoded as ${quoted(encoding)} are not read.`)
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let ended = false
    const tooLarge = () => new Rejected(413, 'too-large', `The request is larger than ${limit} bytes.`)
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else {
        chunks.length = 0
        if (size <= limit + PATIENCE) return
        req.pause()
        reject(tooLarge())
      }
    })
    req.on('end', () => {
      ended = true
      if (size > limit) reject(tooLarge())
      else resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
    })
    const gone = () => {
      if (!ended) reject(new Gone())
    }
    req.on('error', gone)
    req.on('close', gone)
  })
}

const PATIENCE = 64 << 20

/** The text of an XML document: by its byte order mark, else the charset of the content type, else its declaration, else UTF-8. */
export function decodeXml(bytes: Buffer, charset: string | undefined): string {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return decodeUtf8(bytes.subarray(3))
  if (first === 0xff && second === 0xfe) return decodeAs(bytes.subarray(2), 'utf-16le')
  if (first === 0xfe && second === 0xff) return decodeAs(bytes.subarray(2), 'utf-16be')
  if (first === 0x3c && second === 0) return decodeAs(bytes, 'utf-16le')
  if (first === 0 && second === 0x3c) return decodeAs(bytes, 'utf-16be')
  const label = charset ?? declared(bytes)
  return label === undefined || /^utf-?8$/i.test(label) ? decodeUtf8(bytes) : decodeAs(bytes, label)
}

function declared(bytes: Buffer): string | undefined {
  const label = /^<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)/.exec(bytes.toString('latin1', 0, 200))?.[1]
  // What reads as a declaration byte by byte is not in UTF-16, whatever it says: programs that make it as a string say so.
  return label !== undefined && /^(utf-?16|ucs-?2)/i.test(label) ? undefined : label
}

function decodeUtf8(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1')
  if (isUtf8(bytes)) return bytes.toString()
  const text = bytes.toString()
  throw notText('utf-8', positionOf(text, text.indexOf('\ufffd')))
}

function decodeAs(bytes: Buffer, label: string): string {
  const decoder = decoderOf(label)
  try {
    return decoder.decode(bytes)
  } catch {
    const text = new TextDecoder(label).decode(bytes)
    throw notText(decoder.encoding, positionOf(text, text.indexOf('\ufffd')))
  }
}

const notText = (charset: string, [line, column]: [number, number]): Rejected =>
  new Rejected(
    400,
    'malformed',
    `The request is no text in ${charset}: line ${line}, column ${column}: bytes that are no character.`,
  )

const decoders = new Map<string, TextDecoder>()

/** As browsers know them: iso-8859-1 is read as windows-1252, which differs in characters that iso-8859-1 does not have. */
export function decoderOf(label: string): TextDecoder {
  const key = label.toLowerCase()
  const found = decoders.get(key)
  if (found) return found
  try {
    const decoder = new TextDecoder(label, { fatal: true, ignoreBOM: true })
    decoders.set(key, decoder)
    return decoder
  } catch {
    throw new Rejected(415, 'unknown-charset', `The character set ${quoted(label)} is not known.`)
  }
}
