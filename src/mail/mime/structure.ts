/**
 * The structure of an incoming message (RFC 2045, 2046): the positions of its parts, and their
 * header fields. One pass over the lines, without copying or decoding: decode.ts decodes the parts
 * that are needed. Never fails: invalid structure is text. postal-mime, which shows the sandbox's
 * messages, decodes all parts and rejects some messages, which is not acceptable here.
 */
import { decodedText } from './decode.ts'

/** By name in lower case; unfolded, otherwise not decoded. */
export type HeaderFields = ReadonlyMap<string, readonly string[]>

export interface MimePart {
  /** As in Content-Type, in lower case: `text/plain`. */
  type: string
  params: ReadonlyMap<string, string>
  fields: HeaderFields
  /** Offsets in the message: of the head, and the start and end of the body. */
  headAt: number
  start: number
  end: number
  /** Index of the enclosing part; -1 for the message itself, which has index 0. */
  parent: number
  /** Number of enclosing messages (`message/rfc822`): inner ones are of another sender. */
  depth: number
}

/** Limits of size and depth. A report on 10,000 recipients has 3 MB. */
const MOST_BYTES = 16 << 20
const MOST_PARTS = 2_000
const DEEPEST = 40
const MOST_HEAD = 256 << 10
const MOST_FIELDS = 2_000
/** RFC 2046 5.1.1: a boundary has at most 70 characters. Some senders write longer ones. */
const LONGEST_BOUNDARY = 250

const LF = 10
const DASH = 45

/**
 * Parts in document order, the message itself first; enclosing parts come before their contents.
 */
export function readMime(message: Uint8Array): MimePart[] {
  const raw = boundedBytes(message)
  const parts = readParts(raw)
  const [whole] = parts
  if (parts.length > 1 || !isMultipart(whole!.type)) return parts
  const boundary = boundaryIn(raw, whole!.start)
  if (boundary !== undefined) return readParts(raw, boundary)
  whole!.type = 'text/plain'
  return parts
}

/** `whole` is the boundary of the message itself, instead of the one in its Content-Type. */
function readParts(raw: Buffer, whole?: string): MimePart[] {
  const parts: MimePart[] = []
  /** Boundaries of the open multiparts, innermost last, and all open parts. */
  const boundaries: { text: string; part: number }[] = []
  const open: number[] = []

  const boundaryAt = (at: number, lineEnd: number) => {
    if (
      raw[at] !== DASH ||
      raw[at + 1] !== DASH ||
      lineEnd - at > LONGEST_BOUNDARY ||
      boundaries.length === 0
    )
      return undefined
    const line = raw.toString('latin1', at + 2, lineEnd).trimEnd()
    for (let i = boundaries.length - 1; i >= 0; i--) {
      const { text } = boundaries[i]!
      if (line === text) return { index: i, last: false }
      if (line.length === text.length + 2 && line.endsWith('--') && line.startsWith(text))
        return { index: i, last: true }
    }
    return undefined
  }

  /** Opens the part whose head begins here; returns the offset of its body. */
  const openPart = (headAt: number, parent: number): number => {
    const head = readHead(raw, headAt, (at, lineEnd) => boundaryAt(at, lineEnd) !== undefined)
    const inside = parts[parent]
    const depth = inside ? inside.depth + (isMessage(inside.type) ? 1 : 0) : 0
    const fallback = inside?.type === 'multipart/digest' ? 'message/rfc822' : 'text/plain'
    const { type, params } = contentType(head.fields.get('content-type')?.[0], fallback)
    open.push(parts.length)
    parts.push({
      type,
      params,
      fields: head.fields,
      headAt,
      start: head.next,
      end: raw.length,
      parent,
      depth,
    })
    const number = parts.length - 1
    if (open.length > DEEPEST || parts.length >= MOST_PARTS) return head.next
    const boundary = (number === 0 && whole) || params.get('boundary')?.trimEnd()
    if (isMultipart(type) && boundary) boundaries.push({ text: boundary, part: number })
    else if (isMessage(type) && !isEncoded(head.fields)) return openPart(head.next, number)
    return head.next
  }

  let at = openPart(beginning(raw), -1)
  while (at < raw.length && parts.length < MOST_PARTS) {
    const lf = raw.indexOf(LF, at)
    const lineEnd = lf < 0 ? raw.length : lf
    const next = lf < 0 ? raw.length : lf + 1
    const found = boundaryAt(at, lineEnd)
    if (!found) {
      at = next
      continue
    }
    const multipart = boundaries[found.index]!.part
    const end = beforeLineEnd(raw, at)
    while (open.at(-1) !== multipart) {
      const part = parts[open.pop()!]!
      part.end = Math.max(part.start, end)
    }
    boundaries.length = found.last ? found.index : found.index + 1
    at = found.last ? next : openPart(next, multipart)
  }
  return parts
}

/**
 * The boundary of a multipart whose Content-Type names none, or another one: the first line with
 * two dashes that is followed by a field of a part.
 */
function boundaryIn(raw: Buffer, from: number): string | undefined {
  for (let at = from; at < raw.length; ) {
    const lf = raw.indexOf(LF, at)
    if (lf < 0) return undefined
    if (raw[at] === DASH && raw[at + 1] === DASH && lf - at <= LONGEST_BOUNDARY) {
      const boundary = raw.toString('latin1', at + 2, lf).trimEnd()
      if (boundary !== '' && /^content-[a-z]/i.test(raw.toString('latin1', lf + 1, lf + 20)))
        return boundary
    }
    at = lf + 1
  }
  return undefined
}

const isMultipart = (type: string): boolean => type.startsWith('multipart/')

/** Messages in messages: returned or forwarded. */
export const isMessage = (type: string): boolean =>
  type === 'message/rfc822' || type === 'message/global'

const isEncoded = (fields: HeaderFields): boolean =>
  /^\s*(?:base64|quoted-printable)/i.test(fields.get('content-transfer-encoding')?.[0] ?? '')

/** The first octets of a message, up to the limit; CR as line end is replaced by LF. */
export function boundedBytes(message: Uint8Array): Buffer {
  const all = Buffer.from(
    message.buffer,
    message.byteOffset,
    Math.min(message.byteLength, MOST_BYTES),
  )
  if (all.includes(LF) || !all.includes(13)) return all
  return Buffer.from(all.toString('latin1').replaceAll('\r', '\n'), 'latin1')
}

/** Skips a BOM, empty lines and the "From " line of mbox files. */
function beginning(raw: Buffer): number {
  let at = 0
  if (raw[0] === 0xef && raw[1] === 0xbb && raw[2] === 0xbf) at = 3
  while (raw[at] === LF || raw[at] === 13) at++
  if (
    raw.toString('latin1', at, at + 5) !== 'From ' &&
    raw.toString('latin1', at, at + 6) !== '>From '
  )
    return at
  const lf = raw.indexOf(LF, at)
  return lf < 0 ? raw.length : lf + 1
}

const beforeLineEnd = (raw: Buffer, at: number): number =>
  raw[at - 1] !== LF ? at : raw[at - 2] === 13 ? at - 2 : at - 1

const FIELD = /^([!-9;-~]{1,100})[ \t]*:[ \t]*(.*)$/s

/** Fields up to the empty line, to a boundary, or to a first line that is not a field. */
function readHead(
  raw: Buffer,
  from: number,
  isBoundary: (at: number, lineEnd: number) => boolean,
): { fields: HeaderFields; next: number } {
  let at = from
  let end = from
  while (at < raw.length) {
    const lf = raw.indexOf(LF, at)
    const lineEnd = lf < 0 ? raw.length : lf
    if (lineEnd === at || (lineEnd === at + 1 && raw[at] === 13)) {
      at = lf < 0 ? raw.length : lf + 1
      break
    }
    if (isBoundary(at, lineEnd)) break
    if (at === from && !FIELD.test(raw.toString('latin1', at, Math.min(lineEnd, at + 200)))) break
    at = lf < 0 ? raw.length : lf + 1
    end = at
  }
  return {
    fields: parseFields(
      decodedText(raw.subarray(from, Math.min(end, from + MOST_HEAD)), undefined),
    ),
    next: at,
  }
}

/** Parses lines of "Name: value", unfolds them, and skips others. */
export function parseFields(text: string): HeaderFields {
  const fields = new Map<string, string[]>()
  let values: string[] | undefined
  let count = 0
  for (const line of text.split(/\r?\n/)) {
    if (/^[ \t]/.test(line)) {
      if (values && values.at(-1)!.length < MOST_HEAD) values.push(`${values.pop()} ${line.trim()}`)
      continue
    }
    const found = FIELD.exec(line)
    values = undefined
    if (!found || ++count > MOST_FIELDS) continue
    const name = found[1]!.toLowerCase()
    values = fields.get(name) ?? []
    values.push(found[2]!.trim())
    fields.set(name, values)
  }
  return fields
}

const PARAM = /;\s*([^\s=;*]+)(?:\*\d*\*?)?\s*=\s*(?:"((?:[^"\\]|\\.){0,1000})"|([^\s;"]{1,1000}))/g

function contentType(
  value: string | undefined,
  fallback: string,
): { type: string; params: Map<string, string> } {
  const params = new Map<string, string>()
  const given = (value ?? '').slice(0, 4_000)
  const type = /^\s*([\w.+-]+\/[\w.+-]+)/.exec(given)?.[1]?.toLowerCase() ?? fallback
  for (const [, name, quoted, plain] of given.matchAll(PARAM)) {
    const key = name!.toLowerCase()
    params.set(key, (params.get(key) ?? '') + (quoted?.replace(/\\(.)/g, '$1') ?? plain ?? ''))
  }
  return { type, params }
}
