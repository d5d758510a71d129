/** Parameters of an incoming header field: quoted, in sections, or with a charset (RFC 2231). */
import { decodedText, decodedWords } from './decode.ts'

const MOST_FIELD = 4_000
const PARAMETER =
  /;\s*([^\s=;*]{1,60})(?:\*(\d{1,3}))?(\*)?\s*=\s*(?:"((?:[^"\\]|\\.){0,1000})"|([^\s;"]{1,1000}))/g

interface Section {
  number: number
  /** With octets as `%C3`. */
  encoded: boolean
  value: string
}

/** By name in lower case, decoded. */
export function readParameters(field: string): ReadonlyMap<string, string> {
  const sections = new Map<string, Section[]>()
  for (const [, name, number, star, quoted, plain] of field
    .slice(0, MOST_FIELD)
    .matchAll(PARAMETER)) {
    const key = name!.toLowerCase()
    const known = sections.get(key) ?? []
    sections.set(key, known)
    known.push({
      number: Number(number ?? 0),
      encoded: star !== undefined,
      value: quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '',
    })
  }
  return new Map([...sections].map(([name, some]) => [name, joined(some)]))
}

function joined(some: Section[]): string {
  // Encoded words are none here (RFC 2047 5), but widely written.
  if (!some.some(({ encoded }) => encoded))
    return decodedWords(
      inOrder(some)
        .map(({ value }) => value)
        .join(''),
    )
  const encoded = inOrder(some.filter(one => one.encoded || one.number > 0))
  const [, charset = '', rest = encoded[0]!.value] =
    /^([^']{0,40})'[^']{0,40}'(.*)$/s.exec(encoded[0]!.value) ?? []
  const octets = encoded.map((one, i) => {
    const value = i === 0 ? rest : one.value
    return one.encoded ? octetsOf(value) : Buffer.from(value)
  })
  return decodedText(Buffer.concat(octets), charset === '' ? undefined : charset)
}

const inOrder = (some: Section[]) => [...some].sort((a, b) => a.number - b.number)

const octetsOf = (value: string): Buffer =>
  Buffer.from(
    Buffer.from(value)
      .toString('latin1')
      .replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    'latin1',
  )
