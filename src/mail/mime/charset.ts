/**
 * Character sets of outgoing messages. A text is encoded only if decoding returns the same text:
 * encoders silently replace missing characters by `?`.
 */
import iconv from 'iconv-lite'
import { encodeIso2022Jp } from './iso-2022-jp.ts'

export interface Charset {
  /** As in Content-Type and encoded words. */
  label: string
  /** The encoded text, or undefined if it does not fit. */
  encode(text: string): Buffer | undefined
  /** Encodes a text that is known to fit. */
  bytesOf(text: string): Buffer
  /** Whether what a character becomes depends on the one before. */
  shifts: boolean
}

const utf8 = (text: string) => Buffer.from(text)

export const UTF8: Charset = {
  label: 'utf-8',
  encode: utf8,
  bytesOf: utf8,
  shifts: false,
}

const made = new Map<string, Charset>()

/**
 * The charset of that name. UTF-8 replaces those that MIME text can't use, such as UTF-16 (RFC 2046
 * 4.1.1).
 */
export function charsetNamed(name: string): Charset {
  const asked = name.trim().toLowerCase()
  const charset = made.get(asked) ?? makeCharset(asked)
  made.set(asked, charset)
  return charset
}

const ASCII = `${Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('')}\r\n\t`

function makeCharset(asked: string): Charset {
  const bare = asked.replace(/[^a-z0-9]/g, '')
  if (bare === 'iso2022jp') return { ...proven('iso-2022-jp', encodeIso2022Jp, []), shifts: true }
  // UTF-7 is a security risk, and the others are not used in mail; a charset that is not a superset
  // of ASCII can't encode line ends.
  if (
    /^(utf|ucs|cesu|unicode|base64|hex|binary|internal)/.test(bare) ||
    !iconv.encodingExists(asked)
  )
    return UTF8
  if (!iconv.encode(ASCII, asked).equals(Buffer.from(ASCII))) return UTF8
  const label = usualName(asked, bare)
  return proven(label, text => iconv.encode(text, asked), [bytes => iconv.decode(bytes, asked)])
}

type Decode = (bytes: Buffer) => string

/**
 * Mail programs decode by the label, most of them like browsers: a text that these decode
 * differently does not fit.
 */
function decoder(label: string): Decode | undefined {
  try {
    const reader = new TextDecoder(label, { fatal: true, ignoreBOM: true })
    return bytes => {
      try {
        return reader.decode(bytes)
      } catch {
        return ''
      }
    }
  } catch {
    return undefined
  }
}

const ONLY_ASCII = /^[\0-\x7f]*$/

function proven(
  label: string,
  encode: (text: string) => Buffer | undefined,
  decoders: Decode[],
): Charset {
  const usual = decoder(label)
  const readers = usual ? [...decoders, usual] : decoders
  return {
    label,
    encode(text) {
      if (ONLY_ASCII.test(text)) return Buffer.from(text, 'latin1')
      const bytes = encode(text)
      return bytes && readers.every(read => read(bytes) === text) ? bytes : undefined
    },
    bytesOf: text => (ONLY_ASCII.test(text) ? Buffer.from(text, 'latin1') : encode(text)!),
    shifts: false,
  }
}

/** The preferred MIME name of IANA's registry, for common spellings. */
function usualName(asked: string, bare: string): string {
  const iso = /^(?:iso|isoir)?8859(\d{1,2})$/.exec(bare)
  if (iso) return `iso-8859-${iso[1]}`
  const windows = /^(?:windows|win|cp|ms|xcp)(125\d|874)$/.exec(bare)
  if (windows) return `windows-${windows[1]}`
  const latin = /^(?:latin|l)(\d{1,2})$/.exec(bare)
  const part =
    latin && { 1: 1, 2: 2, 3: 3, 4: 4, 5: 9, 6: 10, 7: 13, 8: 14, 9: 15, 10: 16 }[Number(latin[1])]
  if (part) return `iso-8859-${part}`
  return USUAL[bare] ?? asked
}

const USUAL: Record<string, string> = {
  ascii: 'us-ascii',
  usascii: 'us-ascii',
  koi8r: 'koi8-r',
  koi8u: 'koi8-u',
  sjis: 'shift_jis',
  shiftjis: 'shift_jis',
  cp932: 'windows-31j',
  eucjp: 'euc-jp',
  euckr: 'euc-kr',
  gb2312: 'gb2312',
  cp936: 'gbk',
  cp949: 'ks_c_5601-1987',
  big5hkscs: 'big5-hkscs',
}
