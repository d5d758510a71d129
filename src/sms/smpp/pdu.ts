/**
 * SMPP 3.4 on the wire: packets (PDUs) cut out of what arrives, and written. What stands in their
 * bodies is in pdu-bodies.ts. All lengths come from the other side and are doubted: nothing is kept
 * beyond what one packet may have.
 */

/** Section 5.1.2.1: the commands that a sender of SMS meets. */
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
/** The command that answers another has its highest bit set. */
export const answerTo = (command: number): number => (command | 0x80000000) >>> 0

export interface Pdu {
  command: number
  status: number
  /** 1 to 0x7fffffff; what others write beyond that is given back as it came. */
  sequence: number
  body: Buffer
}

/** What came is no SMPP; the connection can't be followed any further. */
export class NoPdu extends Error {
  override name = 'NoPdu'
}

const HEADER = 16
/** A message of 64 kB in a parameter, and everything else that a packet may have beside it. */
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
 * Cuts packets out of chunks as they arrive. Throws NoPdu when a length can't be one; of a packet
 * that isn't whole nothing is given.
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
