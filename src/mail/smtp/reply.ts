/**
 * Parses the replies of an SMTP server: several lines make one (RFC 5321 4.2.1), with an enhanced
 * status code before the text if the server sends one (RFC 2034, 3463). Lines, replies and texts
 * are bounded; invalid replies throw, except where no other reply can be mistaken for the one that
 * is awaited: there stray lines are passed over, and of two codes the last decides, as in Postfix.
 */
import { isUtf8 } from 'node:buffer'

export interface SmtpReply {
  /** Three digits. */
  code: number
  /** "5.1.1", or null. */
  enhanced: string | null
  /** The lines after their codes. */
  lines: string[]
}

export interface ReplyReader {
  /**
   * Takes bytes and emits the replies completed by them. Must not be used again after it has
   * thrown.
   */
  push(chunk: Buffer): void
  /** The lines of a reply that has no end yet, as one text; '' if there are none. */
  begun(): string
  /** Discards a partial reply. */
  reset(): void
}

/** An invalid reply, or one without end. */
export class InvalidReply extends Error {
  override name = 'InvalidReply'
}

/** RFC 5321 4.5.3.1.5 allows 512; servers write longer ones. */
const MAX_LINE = 4096
/** Talkative servers send 30 in reply to EHLO. */
const MAX_LINES = 200
/** The text of a reply is truncated to this. */
const MAX_TEXT = 2000

const LINE = /^([2-5][0-5][0-9])(?:([ -])(.*))?$/s
/** Longer runs of blanks are no decoration. */
const INDENTED = /^ {1,80}(?=[2-5][0-5][0-9](?:[ -]|$))/
const ENHANCED = /^([245]\.\d{1,3}\.\d{1,3})(?:\s+|$)/

/** `alone` is asked at each line: whether at most one reply is awaited. */
export function createReplyReader(
  give: (reply: SmtpReply) => void,
  alone: () => boolean = () => false,
): ReplyReader {
  let rest: Buffer | null = null
  let lines: string[] = []
  let strays: string[] = []
  let code = ''

  return {
    push(chunk) {
      const bytes: Buffer = rest ? Buffer.concat([rest, chunk]) : chunk
      let start = 0
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
        const reply = readLine(
          bytes.subarray(start, end > start && bytes[end - 1] === 13 ? end - 1 : end),
        )
        if (reply) give(reply)
        start = end + 1
      }
      rest = start < bytes.length ? bytes.subarray(start) : null
      if (rest && rest.length > MAX_LINE) throw new InvalidReply('an unterminated line')
    },
    begun: () => [...strays, ...lines].join(' ').trim().slice(0, MAX_TEXT),
    reset() {
      rest = null
      lines = []
      strays = []
    },
  }

  function readLine(line: Buffer): SmtpReply | null {
    if (line.length > MAX_LINE) throw new InvalidReply('a line too long')
    if (lines.length + strays.length >= MAX_LINES)
      throw new InvalidReply('a reply of too many lines')
    const plain = toText(line)
    const text = alone() ? plain.replace(INDENTED, '') : plain
    const [, digits, more, rest = ''] = LINE.exec(text) ?? []
    if (!digits) {
      if (!alone()) throw new InvalidReply(`"${text.slice(0, 80)}"`)
      // Between the lines of a reply it may be one of them that has lost its code.
      if (lines.length > 0 && text.trim() !== '') lines.push(text)
      else strays.push(text)
      return null
    }
    if (lines.length > 0 && digits !== code && !alone())
      throw new InvalidReply(`a reply that is both ${code} and ${digits}`)
    code = digits
    lines.push(rest)
    if (more === '-') return null
    const reply = { code: Number(digits), enhanced: enhancedOf(lines, digits), lines }
    lines = []
    strays = []
    return reply
  }
}

/**
 * Positive, whatever its last two digits (RFC 5321 4.2.1); but 220 and 221 are about the
 * connection.
 */
export const isPositive = (code: number): boolean =>
  code >= 200 && code < 300 && code !== 220 && code !== 221

/** The reply in one line of text, without its codes. */
export function textOf({ lines, enhanced }: SmtpReply): string {
  // Most servers repeat the enhanced code in every line of a long reply.
  const plain = enhanced
    ? lines.map(line =>
        line.startsWith(enhanced) ? line.slice(enhanced.length).trimStart() : line,
      )
    : lines
  const text = plain.join(' ').replace(/\s+/g, ' ').trim()
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
}

function enhancedOf(lines: string[], digits: string): string | null {
  const found = ENHANCED.exec(lines[0]!)?.[1] ?? null
  // RFC 2034 4: the class must match the reply code; otherwise it is part of the text.
  return found?.[0] === digits[0] ? found : null
}

function toText(line: Buffer): string {
  const text = isUtf8(line) ? line.toString() : line.toString('latin1')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: keeps them out of logs and pages
  return text.replace(/[\x00-\x1f\x7f-\x9f]/g, ' ')
}
