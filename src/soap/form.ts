/** HTTP GET and POST: parameters as a query or a form, the response as plain XML. */
import type { Result } from '../contract/types.ts'
import { escapeAttribute } from '../lib/xml/xml.ts'
import { type FormDecode, utf8OrWindows1252 } from './character-sets.ts'
import { DECLARATION } from './fault.ts'
import type { ParameterPlaces, RawParameter } from './plan.ts'
import type { Frame } from './rows.ts'

/** Parses a query or form, given as a latin1 string of its bytes; names are case-insensitive. */
export function readForm(
  form: string,
  { params, placesLower }: ParameterPlaces,
  decodeBytes: FormDecode,
): (RawParameter | undefined)[] {
  const given: (RawParameter | undefined)[] = new Array(params.length).fill(undefined)
  let start = 0
  let equals = form.indexOf('=')
  while (start < form.length) {
    const next = form.indexOf('&', start)
    const end = next < 0 ? form.length : next
    // Searched again only after it was passed: otherwise a form of many names without values would
    // take quadratic time.
    if (equals >= 0 && equals < start) equals = form.indexOf('=', start)
    const nameStop = equals < 0 || equals > end ? end : equals
    // No name is longer than this even if each of its characters is escaped.
    if (nameStop - start <= 256) {
      // Names are ASCII, in any character set.
      const name = unescaped(form.slice(start, nameStop), utf8OrWindows1252)!
      const place = placesLower.get(name.toLowerCase())
      // After an invalid value, further ones of the same name are not decoded, which would only
      // take time.
      if (place !== undefined && given[place]?.broken !== true) {
        const value = unescaped(form.slice(Math.min(nameStop + 1, end), end), decodeBytes)
        given[place] = joined(given[place], value, params[place]!.xsd === 'ints')
      }
    }
    start = end + 1
  }
  return given
}

/** A repeated name is one value joined by commas, except for a list. */
function joined(
  before: RawParameter | undefined,
  value: string | undefined,
  list: boolean,
): RawParameter {
  const broken = value === undefined
  if (before === undefined)
    return { text: value ?? '', items: list ? [value ?? ''] : undefined, at: 0, broken }
  before.broken = broken
  if (list) before.items!.push(value ?? '')
  else before.text += `,${value}`
  return before
}

const ESCAPED = /[%+\x80-\xff]/
const UNITS = /%u[0-9a-f]{4}/i

/**
 * `+`, `%C3%85` and `%u00C5` (sent by .NET proxies); an invalid escape is left as it is. Undefined
 * if the bytes are no text.
 */
function unescaped(raw: string, decodeBytes: FormDecode): string | undefined {
  if (!ESCAPED.test(raw)) return raw
  const text = raw.replaceAll('+', ' ')
  if (!UNITS.test(text)) return decodePlain(text, decodeBytes)
  let decoded = ''
  let from = 0
  for (const match of text.matchAll(/(?:%u[0-9a-f]{4})+/gi)) {
    const before = decodePlain(text.slice(from, match.index), decodeBytes)
    if (before === undefined) return undefined
    decoded +=
      before +
      match[0].replace(/%u(.{4})/gi, (_, digits: string) =>
        String.fromCharCode(Number.parseInt(digits, 16)),
      )
    from = match.index + match[0].length
  }
  const after = decodePlain(text.slice(from), decodeBytes)
  return after === undefined ? undefined : decoded + after
}

function decodePlain(text: string, decodeBytes: FormDecode): string | undefined {
  if (!ESCAPED.test(text)) return text
  const bytes = Buffer.allocUnsafe(text.length)
  let length = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const high = code === 0x25 ? hexDigit(text.charCodeAt(at + 1)) : -1
    const low = high < 0 ? -1 : hexDigit(text.charCodeAt(at + 2))
    if (low < 0) bytes[length++] = code
    else {
      bytes[length++] = high * 16 + low
      at += 2
    }
  }
  return decodeBytes(bytes.subarray(0, length))
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const message = code | 0x20
  return message >= 0x61 && message <= 0x66 ? message - 0x57 : -1
}

const EOL = '\r\n'
const XSD_XSI =
  'xmlns:xsd="http://www.w3.org/2001/XMLSchema" ' +
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'

/** Responses of the forms: indented by two spaces, no line end after the root. */
export function formFrame(namespace: string, result: Result): Frame {
  const xmlns = `xmlns="${escapeAttribute(namespace)}"`
  const root = rootOf(result)
  const declared =
    result.kind === 'record' || result.kind === 'records' ? `${XSD_XSI} ${xmlns}` : xmlns
  const line = (depth: number): string => EOL + '  '.repeat(depth)
  return {
    open: `${DECLARATION}${EOL}<${root} ${declared}>`,
    close: result.kind === 'value' ? `</${root}>` : `${EOL}</${root}>`,
    empty: `${DECLARATION}${EOL}<${root} ${declared} />`,
    nil: `${DECLARATION}${EOL}<${root} ${XSD_XSI} xsi:nil="true" ${xmlns} />`,
    line,
  }
}

function rootOf(result: Result): string {
  switch (result.kind) {
    case 'value':
      return result.xsd
    case 'record':
      return result.name
    case 'records':
      return `ArrayOf${result.name}`
    case 'dataset':
      return 'DataSet'
  }
}
