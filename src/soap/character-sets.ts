/**
 * Decodes the bytes of a request. Labels are those of the WHATWG Encoding Standard: iso-8859-1 is
 * decoded as windows-1252. Bytes labelled UTF-8 that are invalid are decoded as windows-1252: old
 * programs send that under any label, and would otherwise fail because of one character.
 */
import { isAscii, isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import { positionOf } from '../lib/xml/document.ts'
import { HttpRejection } from './fault.ts'

/**
 * Decodes an XML document: by its byte order mark, otherwise the charset of the content type,
 * otherwise its declaration, otherwise UTF-8. Unknown labels are ignored. Throws HttpRejection if
 * the bytes are invalid in the character set.
 */
export function decodeXml(bytes: Buffer, charset: string | undefined): string {
  return withoutNuls(decode(bytes, charset))
}

/**
 * By how many bytes the text of a large document exceeds its bytes: in memory a character has two
 * bytes, in UTF-8 and single-byte sets often one.
 */
export function growthOf(bytes: Buffer, charset: string | undefined): number {
  const [first, second] = bytes
  const utf16 = (first! >= 0xfe && second! >= 0xfe) || first === 0 || second === 0
  if (utf16 || bytes.length <= SMALL) return 0
  const decoder = decoderOf(charset) ?? decoderOf(declared(bytes)) ?? UTF8
  return decoder.encoding === 'utf-8' && isAscii(bytes) ? 0 : bytes.length
}

/** Smaller documents are not counted: there is memory for many. */
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
  // A declaration that is readable byte by byte is not in UTF-16, as declared: programs that build
  // the document as a string write so.
  return label !== undefined && /^(utf-?16|ucs-?2)/i.test(label) ? undefined : label
}

function strictly(bytes: Buffer, decoder: TextDecoder): string {
  try {
    return decoder.decode(bytes)
  } catch {
    const text = new TextDecoder(decoder.encoding).decode(bytes)
    const [line, column] = positionOf(text, text.indexOf('\ufffd'))
    const what =
      `The request is no text in ${decoder.encoding}: line ${line}, column ${column}: bytes ` +
      'that are no character.'
    throw new HttpRejection(400, 'malformed', what)
  }
}

/**
 * Decodes a form's name or value. Undefined if the bytes are invalid in the character set; UTF-8
 * falls back to windows-1252.
 */
export type FormDecode = (bytes: Buffer) => string | undefined

export function formDecoder(charset: string | undefined): FormDecode {
  const decoder = decoderOf(charset)
  // A form's bytes are ASCII with escapes, so UTF-16 must be a mistake.
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

/** Programs in C send the NUL that terminates their strings. */
export function withoutNuls(text: string): string {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === 0) end--
  return end === text.length ? text : text.slice(0, end)
}

/** A default of programs that says nothing about the bytes. */
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
