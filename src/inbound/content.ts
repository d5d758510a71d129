/**
 * The content of a message after DATA: finds its end, counts its octets, and keeps its beginning in
 * memory, within a budget shared by all connections.
 */

/** Octets available for messages being received, of all connections together. */
export interface Budget {
  left: number
}

export interface Content {
  /** Takes a chunk; after the end of the message, returns what follows it. */
  add(chunk: Buffer): Buffer | undefined
  /** Octets received so far. */
  size(): number
  /** The budget was exhausted. */
  starved(): boolean
  /** The kept octets, with dots unstuffed (RFC 5321 4.5.2). */
  kept(): Buffer
  /** Returns its octets to the budget. */
  release(): void
}

const NOTHING = Buffer.alloc(0)
const DOT = 46
/**
 * The only end of a message. A line end without CR is not accepted, which prevents SMTP smuggling.
 */
const END = Buffer.from('\r\n.\r\n')
const STUFFED = Buffer.from('\r\n.')

/** Of a message longer than `keep` only the beginning is kept. */
export function createContent(keep: number, budget: Budget): Content {
  const chunks: Buffer[] = []
  // The line end of DATA counts: a message may be empty.
  let tail = Buffer.from('\r\n')
  let size = 0
  let held = 0
  let length: number | undefined
  let starved = false

  function hold(chunk: Buffer): void {
    const part = chunk.subarray(0, Math.max(0, keep - held))
    if (part.length === 0 || starved) return
    if (part.length > budget.left) {
      starved = true
      return
    }
    budget.left -= part.length
    held += part.length
    chunks.push(part)
  }

  return {
    add(chunk) {
      const seam = Buffer.concat([tail, chunk.subarray(0, END.length - 1)])
      const inSeam = seam.indexOf(END)
      const end = inSeam >= 0 ? inSeam - tail.length : chunk.indexOf(END)
      if (inSeam < 0 && end < 0) {
        hold(chunk)
        size += chunk.length
        tail = Buffer.from(
          chunk.length >= END.length - 1
            ? chunk.subarray(1 - END.length)
            : seam.subarray(Math.max(0, seam.length - END.length + 1)),
        )
        return undefined
      }
      // The line end before the dot belongs to the message.
      length = size + end + 2
      hold(chunk.subarray(0, Math.max(0, end + 2)))
      size = length
      return chunk.subarray(end + END.length)
    },
    size: () => size,
    starved: () => starved,
    kept() {
      const all = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
      const kept = all.subarray(0, Math.max(0, length ?? all.length))
      if (kept[0] !== DOT && !kept.includes(STUFFED)) return kept
      return Buffer.from(kept.toString('latin1').replace(/(^|\r\n)\./g, '$1'), 'latin1')
    },
    release() {
      budget.left += held
      held = 0
      chunks.splice(0, chunks.length, NOTHING)
    },
  }
}
