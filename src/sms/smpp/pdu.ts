/**
 * SMPP 3.4 framing: splits received bytes into packets (PDUs), and writes them. pdu-bodies.ts has
 * their bodies. Lengths from the peer are untrusted: nothing is buffered beyond the maximum size of
 * a packet.
 */

/** Section 5.1.2.1: the commands that a sender of SMS uses. */
export const COMMAND = {
  genericNack: 0x80000000,
  bindTransceiver: 0x00000009,
  bindTransceiverResp: 0x80000009,
  submit: 0x00000004,
  submitResp: 0x80000004,
  deliver: 0x00000005,
  deliverResp: 0x80000005,
  unbind: 0x00000006,
  unbindResp: 0x80000006,
  enquireLink: 0x00000015,
  enquireLinkResp: 0x80000015,
  dataSm: 0x00000103,
  dataSmResp: 0x80000103,
} as const

export const isAnswer = (command: number): boolean => command >= 0x80000000
/** A response has the highest bit of its request's command set. */
export const answerTo = (command: number): number => (command | 0x80000000) >>> 0

export interface Pdu {
  command: number
  status: number
  /** 1 to 0x7fffffff; larger ones from a peer are returned unchanged. */
  sequence: number
  body: Buffer
}

/** The data is not SMPP; the connection can't be used any further. */
export class NoPdu extends Error {
  override name = 'NoPdu'
}

const HEADER = 16
/** A message of 64 kB in a parameter, and all other fields of a packet. */
const LONGEST = 70_000

export const writePdu = (
  command: number,
  status: number,
  sequence: number,
  body: Buffer = Buffer.alloc(0),
): Buffer => {
  const packet = Buffer.allocUnsafe(HEADER + body.length)
  packet.writeUInt32BE(packet.length, 0)
  packet.writeUInt32BE(command, 4)
  packet.writeUInt32BE(status, 8)
  packet.writeUInt32BE(sequence, 12)
  body.copy(packet, HEADER)
  return packet
}

/**
 * Splits chunks into packets as they arrive. Throws NoPdu for an invalid length; an incomplete
 * packet is not passed on.
 */
export function createPduReader(take: (pdu: Pdu) => void) {
  let kept: Buffer[] = []
  let length = 0
  let wanted = 4

  return (chunk: Buffer): void => {
    kept.push(chunk)
    length += chunk.length
    if (length < wanted) return
    const bytes = kept.length === 1 ? chunk : Buffer.concat(kept, length)
    let at = 0
    wanted = 4
    while (bytes.length - at >= 4) {
      const size = bytes.readUInt32BE(at)
      if (size < HEADER || size > LONGEST) throw new NoPdu(`a packet of ${size} bytes`)
      if (bytes.length - at < size) {
        wanted = size
        break
      }
      take({
        command: bytes.readUInt32BE(at + 4),
        status: bytes.readUInt32BE(at + 8),
        sequence: bytes.readUInt32BE(at + 12),
        body: bytes.subarray(at + HEADER, at + size),
      })
      at += size
    }
    const rest = bytes.subarray(at)
    kept = rest.length === 0 ? [] : [rest]
    length = rest.length
  }
}
