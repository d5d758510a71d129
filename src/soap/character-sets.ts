/**
 * The text in the bytes of a request. Labels are those of the WHATWG Encoding Standard: iso-8859-1
 * is read as windows-1252. What must be UTF-8 and is none is windows-1252: old programs send that
 * under any label, and one letter would cost them the call.
 */
import { isAscii, isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import { positionOf } from '../lib/xml/reader.ts'
import { HttpRejection } from './fault.ts'

/**
 * The text of an XML document: by its byte order mark, else the charset of the content type, else
 * its declaration, else UTF-8. Labels that nobody knows count for nothing. Throws HttpRejection
 * where the bytes are no text of the set.
 */
export function decodeXml(bytes: Buffer, charset: string | undefined): string {
  return withoutNuls(decode(bytes, charset))
}

/**
 * Bytes of a large document that its text takes beyond them: in memory a character has two bytes,
 * in UTF-8 and sets of one byte it has fewer.
 */
export function growthOf(bytes: Buffer, charset: string | undefined): number {
  const [first, second] = bytes
  const utf16 = (first! >= 0xfe && second! >= 0xfe) || first === 0 || second === 0
  if (utf16 || bytes.length <= SMALL) return 0
  const decoder = decoderOf(charset) ?? decoderOf(declared(bytes)) ?? UTF8
  return decoder.encoding === 'utf-8' && isAscii(bytes) ? 0 : bytes.length
}

/** Of these it isn't asked: there is room for many. */
const SMALL = 64 * 1024

function decode(bytes: Buffer, charset: string | undefined): string {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return strictly(bytes.subarray(3), UTF8)
  if (first === 0xff && second === 0xfe) return strictly(bytes.subarray(2), UTF16LE)
  if (first === 0xfe && second === 0xff) return strictly(bytes.subarray(2), UTF16BE)
  if (first === 0x3c && second === 0) return strictly(bytes, UTF16LE)
  if (first === 0 && second === 0x3c) return strictly(bytes, UTF16BE)
  const decoder = decoderOf(charset) ?? decoderOf(declared(bytes)) ?? UTF8
  return decoder.encoding === 'utf-8' ? utf8OrWindows1252(bytes) : strictly(bytes, decoder)
}

function declared(bytes: Buffer): string | undefined {
  const label = /^<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)/.exec(
    bytes.toString('latin1', 0, 200),
  )?.[1]
  // What reads as a declaration byte by byte is not in UTF-16, whatever it says: programs that make
  // it as a string say so.
  return label !== undefined && /^(utf-?16|ucs-?2)/i.test(label) ? undefined : label
}

function strictly(bytes: Buffer, decoder: TextDecoder): string {
  try {
    return decoder.decode(bytes)
  } catch {
    const text = new TextDecoder(decoder.encoding).decode(bytes)
    const [line, column] = positionOf(text, text.indexOf('\ufffd'))
    const what = `The request is no text in ${decoder.encoding}: line ${line}, column ${column}: bytes that are no character.`
    throw new HttpRejection(400, 'malformed', what)
  }
}

/**
 * The text of a form's name or value. Undefined when the bytes are no text of the set; UTF-8 is
 * never strict.
 */
export type FormDecode = (bytes: Buffer) => string | undefined

export function formDecoder(charset: string | undefined): FormDecode {
  const decoder = decoderOf(charset)
  // A form's bytes are ASCII with escapes; UTF-16 can only be meant for something else.
  if (decoder === undefined || decoder.encoding.startsWith('utf-')) return utf8OrWindows1252
  return bytes => {
    try {
      return decoder.decode(bytes)
    } catch {
      return undefined
    }
  }
}

export function utf8OrWindows1252(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1')
  return isUtf8(bytes) ? bytes.toString() : WINDOWS1252.decode(bytes)
}

/** Programs in C send the NUL that ends their strings. */
export function withoutNuls(text: string): string {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === 0) end--
  return end === text.length ? text : text.slice(0, end)
}

/** Says only that nobody thought of other letters: what comes under it may be anything. */
const NO_SET = /^(us-)?ascii$/

const known = new Map<string, TextDecoder>()
const UTF8 = decoderOf('utf-8')!
const UTF16LE = decoderOf('utf-16le')!
const UTF16BE = decoderOf('utf-16be')!
const WINDOWS1252 = decoderOf('windows-1252')!

function decoderOf(label: string | undefined): TextDecoder | undefined {
  // No label is longer.
  if (label === undefined || label.length > 40) return undefined
  const key = label.trim().toLowerCase()
  if (NO_SET.test(key)) return undefined
  const found = known.get(key)
  if (found) return found
  try {
    const decoder = new TextDecoder(key, { fatal: true, ignoreBOM: true })
    known.set(key, decoder)
    return decoder
  } catch {
    return undefined
  }
}
