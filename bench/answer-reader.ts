/**
 * Finds the ends of HTTP responses in the bytes of a kept-alive connection, by Content-Length or
 * chunks, without storing the bytes.
 */

/**
 * Consumes bytes; calls back at the end of each response with its size and, if invalid, the reason.
 */
export interface AnswerReader {
  take(buffer: Buffer, length: number): void
}

const HEAD_END = Buffer.from('\r\n\r\n')
const ZERO = 0x30
const NINE = 0x39

export function createAnswerReader(
  positive: string,
  ended: (bytes: number, wrong: string | undefined) => void,
): AnswerReader {
  const marker = Buffer.from(positive)
  /** Bytes of an incomplete head or chunk size line. */
  let kept: Buffer | undefined
  let state: 'head' | 'length' | 'chunk-size' | 'chunk' = 'head'
  let left = 0
  let size = 0
  let wrong: string | undefined
  /** Without a marker, a response may be a redirect. */
  const anything = marker.length === 0
  let checked = anything
  /**
   * Fast path: responses to one load mostly have one form, that of the last one that arrived in one
   * piece.
   */
  const form = { length: 0, status: 0, body: 0, result: 0 }

  /** Checks a response of the same form at the relevant places only. */
  const again = (buffer: Buffer, length: number): boolean => {
    if (length !== form.length || buffer.readUInt32BE(8) !== form.status) return false
    if (buffer[form.body - 1] !== 0x0a || buffer[form.body - 3] !== 0x0a) return false
    for (let i = 0; i < marker.length; i++) if (buffer[form.result + i] !== marker[i]) return false
    if (marker.length === 0) return true
    const digit = buffer[form.result + marker.length]
    return digit! > ZERO && digit! <= NINE
  }

  const remember = (buffer: Buffer, length: number): void => {
    const body = buffer.subarray(0, length).indexOf(HEAD_END) + 4
    const result = buffer.subarray(0, length).indexOf(marker, body)
    if (result < body || result + marker.length >= length + (anything ? 1 : 0)) return
    Object.assign(form, { length, status: buffer.readUInt32BE(8), body, result })
  }

  const finish = (): void => {
    state = 'head'
    const problem = wrong ?? (checked ? undefined : 'no positive result')
    wrong = undefined
    checked = anything
    const bytes = size
    size = 0
    ended(bytes, problem)
  }

  /** Searches for the result in the first bytes of the body. */
  const check = (buffer: Buffer, from: number, to: number): void => {
    if (checked || from >= to) return
    const at = buffer.subarray(from, to).indexOf(marker)
    if (at < 0) return
    const digit = buffer[from + at + marker.length]
    checked = from + at + marker.length >= to || (digit! > ZERO && digit! <= NINE)
    if (!checked)
      wrong =
        'a result that is not positive: ' +
        `${buffer.toString('latin1', from + at, Math.min(to, from + at + 80))}`
  }

  /** Returns where the body begins, or -1 while the head is incomplete. */
  const readHead = (buffer: Buffer, from: number, to: number): number => {
    const end = buffer.subarray(from, to).indexOf(HEAD_END)
    if (end < 0) return -1
    const head = buffer.toString('latin1', from, from + end)
    if (!/^HTTP\/1\.1 20[01]/.test(head) && !(anything && head.startsWith('HTTP/1.1 302')))
      wrong = head.slice(0, head.indexOf('\r\n'))
    const [, length] = /\ncontent-length: (\d{1,14})/i.exec(head) ?? []
    if (length !== undefined) {
      state = 'length'
      left = Number(length)
    } else {
      state = 'chunk-size'
      if (!head.includes('chunked')) wrong = 'neither Content-Length nor chunks'
    }
    return from + end + 4
  }

  return {
    take(given, length) {
      if (state === 'head' && !kept && again(given, length))
        return ended(length - form.body, undefined)
      const whole = state === 'head' && !kept
      let buffer = given
      let at = 0
      let to = length
      if (kept) {
        buffer = Buffer.concat([kept, given.subarray(0, length)])
        to = buffer.length
        kept = undefined
      }
      while (at < to) {
        if (state === 'head') {
          const body = readHead(buffer, at, to)
          if (body < 0) break
          at = body
          if (state === ('length' as string) && left === 0) {
            if (whole && at === to && !wrong) remember(buffer, to)
            finish()
          }
        } else if (state === 'length') {
          const part = Math.min(left, to - at)
          check(buffer, at, at + part)
          size += part
          at += part
          left -= part
          if (left === 0) {
            if (whole && at === to && !wrong && checked) remember(buffer, to)
            finish()
          }
        } else if (state === 'chunk-size') {
          const end = buffer.subarray(at, to).indexOf('\r\n')
          if (end < 0) break
          left = Number.parseInt(buffer.toString('latin1', at, at + end), 16)
          // The last chunk is empty, and followed by an empty line.
          if (left === 0) {
            if (at + end + 4 > to) break
            at += end + 4
            finish()
          } else {
            at += end + 2
            left += 2
            state = 'chunk'
          }
        } else {
          const part = Math.min(left, to - at)
          check(buffer, at, at + part)
          size += part
          at += part
          left -= part
          if (left === 0) state = 'chunk-size'
        }
      }
      if (at < to) kept = Buffer.from(buffer.subarray(at, to))
    },
  }
}
