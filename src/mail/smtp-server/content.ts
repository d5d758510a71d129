/**
 * The content of a message: finds its end after DATA, or counts the octets of chunks (BDAT), and
 * keeps its beginning in memory, within a budget shared by all connections.
 */

/** Octets available for messages being received, of all connections together. */
export interface Budget {
  left: number
}

/** A message that is being received. */
export interface Content {
  /** Octets received so far. */
  size(): number
  /** The budget was exhausted. */
  starved(): boolean
  /** The kept octets, without dot-stuffing (RFC 5321 4.5.2). */
  kept(): Buffer
  /** Returns its octets to the budget. */
  release(): void
}

export interface DotContent extends Content {
  /** Takes a chunk; after the end of the message, returns what follows it. */
  add(chunk: Buffer): Buffer | undefined
}

export interface ChunkContent extends Content {
  /** Takes octets of a chunk. */
  add(octets: Buffer): void
}

const NOTHING = Buffer.alloc(0)
const DOT = 46
/**
 * The only end of a message. A line end without CR is not accepted, which prevents SMTP smuggling.
 */
const END = Buffer.from('\r\n.\r\n')
const STUFFED = Buffer.from('\r\n.')

/** Keeps the first `most` octets, as long as the budget has room. */
function createHold(most: number, budget: Budget) {
  const chunks: Buffer[] = []
  let held = 0
  let starved = false
  return {
    add(chunk: Buffer): void {
      const part = chunk.subarray(0, Math.max(0, most - held))
      if (part.length === 0 || starved) return
      if (part.length > budget.left) {
        starved = true
        return
      }
      budget.left -= part.length
      held += part.length
      chunks.push(part)
    },
    starved: () => starved,
    octets: () => (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)),
    release() {
      budget.left += held
      held = 0
      chunks.splice(0, chunks.length, NOTHING)
    },
  }
}

/** After DATA. Of a message longer than `keep` only the beginning is kept. */
export function createContent(keep: number, budget: Budget): DotContent {
  const hold = createHold(keep, budget)
  // The line end of DATA counts: a message may be empty.
  let tail = Buffer.from('\r\n')
  let size = 0
  let length: number | undefined
  return {
    add(chunk) {
      const seam = Buffer.concat([tail, chunk.subarray(0, END.length - 1)])
      const inSeam = seam.indexOf(END)
      const end = inSeam >= 0 ? inSeam - tail.length : chunk.indexOf(END)
      if (inSeam < 0 && end < 0) {
        hold.add(chunk)
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
      hold.add(chunk.subarray(0, Math.max(0, end + 2)))
      size = length
      return chunk.subarray(end + END.length)
    },
    size: () => size,
    starved: hold.starved,
    kept() {
      const all = hold.octets()
      const kept = all.subarray(0, Math.max(0, length ?? all.length))
      if (kept[0] !== DOT && !kept.includes(STUFFED)) return kept
      return Buffer.from(kept.toString('latin1').replace(/(^|\r\n)\./g, '$1'), 'latin1')
    },
    release: hold.release,
  }
}

/** Of chunks, which have no dots to be unstuffed. */
export function createChunks(keep: number, budget: Budget): ChunkContent {
  const hold = createHold(keep, budget)
  let size = 0
  return {
    add(octets) {
      size += octets.length
      hold.add(octets)
    },
    size: () => size,
    starved: hold.starved,
    kept: hold.octets,
    release: hold.release,
  }
}

const LF = 10
const CR = 13

/** Whether a line ends with LF or CR alone, which servers read differently (SMTP smuggling). */
export function hasBareLineEnd(message: Buffer): boolean {
  for (let at = message.indexOf(LF); at >= 0; at = message.indexOf(LF, at + 1))
    if (message[at - 1] !== CR) return true
  for (let at = message.indexOf(CR); at >= 0; at = message.indexOf(CR, at + 1))
    if (message[at + 1] !== LF) return true
  return false
}
