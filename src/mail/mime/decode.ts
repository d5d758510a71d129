/**
 * Decodes incoming messages: transfer encodings (RFC 2045 6), character sets, encoded words (RFC
 * 2047). Never fails: text in an unknown or wrong charset is read as UTF-8 if valid, else as
 * Windows-1252.
 */
import iconv from 'iconv-lite'

/** Decodes the transfer encoding; at most `most` octets. */
export function decodedBody(body: Buffer, encoding: string | undefined, most: number): Buffer {
  switch (encoding?.trim().toLowerCase().split(/[\s;]/)[0]) {
    case 'base64':
      return Buffer.from(body.toString('latin1', 0, Math.ceil(most * 1.4)), 'base64').subarray(
        0,
        most,
      )
    case 'quoted-printable':
      return fromQuotedPrintable(body.toString('latin1', 0, most * 3)).subarray(0, most)
    default:
      return body.subarray(0, most)
  }
}

function fromQuotedPrintable(text: string): Buffer {
  const joined = text
    .split('\n')
    .map(line => line.trimEnd())
    .join('\r\n')
    .replaceAll('=\r\n', '')
  return Buffer.from(
    joined.replace(/=([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    'latin1',
  )
}

const ONLY_ASCII = /^[\0-\x7f]*$/

/**
 * Decodes bytes by charset name; without a name, or with bytes beyond ASCII in ASCII, as UTF-8 or
 * else Windows-1252.
 */
export function decodedText(bytes: Buffer, charset: string | undefined, hint?: string): string {
  const label = charset
    ?.trim()
    .replace(/^['"]|['"]$/g, '')
    .toLowerCase()
  // Stateful charsets (RFC 1468, 2152) look like ASCII.
  if (label && /^(?:iso-2022|utf-?7|hz)/.test(label))
    return decodedAs(bytes, label) ?? bytes.toString('latin1')
  const plain = bytes.toString('latin1')
  if (ONLY_ASCII.test(plain))
    return plain.includes('\x1b$') ? (decodedAs(bytes, 'iso-2022-jp') ?? plain) : plain
  if (
    label &&
    !/^(?:us-?ascii|ascii|ansi_x3.*|utf-?8|unknown.*|x-unknown|8bit|binary|default)$/.test(label)
  ) {
    const text = decodedAs(bytes, label)
    if (text !== undefined) return text
  }
  return (
    decodedAs(bytes, 'utf-8', true) ??
    decodedAs(bytes, hint ?? 'windows-1252') ??
    decodedAs(bytes, 'windows-1252') ??
    plain
  )
}

function decodedAs(bytes: Buffer, label: string, fatal = false): string | undefined {
  try {
    return new TextDecoder(label, { fatal }).decode(bytes)
  } catch {
    // Invalid in that charset, or one that only iconv supports.
    return !fatal && iconv.encodingExists(label) ? iconv.decode(bytes, label) : undefined
  }
}

const WORD = /=\?([^?\s*]{1,60})(?:\*[^?]*)?\?([bq])\?([^?]*)\?=/gi
const BETWEEN_WORDS =
  /(=\?[^?\s]{1,80}\?[bq]\?[^?\s]{0,1000}\?=)[ \t\r\n]+(?==\?[^?\s]{1,80}\?[bq]\?)/gi

/**
 * Decodes the encoded words of a header field; joins characters that were split between two words.
 */
export function decodedWords(value: string): string {
  if (!value.includes('=?')) return value
  const words: { at: number; end: number; charset: string; bytes: Buffer }[] = []
  const joined = value.slice(0, 20_000).replace(BETWEEN_WORDS, '$1')
  for (const found of joined.matchAll(WORD)) {
    const [whole, charset = '', kind = '', content = ''] = found
    const bytes =
      kind.toLowerCase() === 'b'
        ? Buffer.from(content, 'base64')
        : fromQuotedPrintable(content.replaceAll('_', ' '))
    const last = words.at(-1)
    if (last?.end === found.index && last.charset === charset.toLowerCase()) {
      last.bytes = Buffer.concat([last.bytes, bytes])
      last.end += whole.length
    } else
      words.push({
        at: found.index,
        end: found.index + whole.length,
        charset: charset.toLowerCase(),
        bytes,
      })
  }
  let text = ''
  let at = 0
  for (const word of words) {
    text += joined.slice(at, word.at) + decodedText(word.bytes, word.charset)
    at = word.end
  }
  return text + joined.slice(at)
}
