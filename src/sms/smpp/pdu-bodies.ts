/**
 * The bodies of SMPP 3.4 packets that a sender of SMS writes and reads: bind, submit_sm and its
 * reply, deliver_sm. Writing validates the field sizes; reading is lenient, and returns null for a
 * truncated body.
 */

/** Section 5.3.2: the optional parameters that are read or written here. */
export const TLV = {
  receiptedMessageId: 0x001e,
  sarReference: 0x020c,
  sarTotal: 0x020e,
  sarNumber: 0x020f,
  networkErrorCode: 0x0423,
  messagePayload: 0x0424,
  messageState: 0x0427,
} as const

/** A number or name in SMPP, with its type (TON) and numbering plan (NPI). */
export interface SmppAddress {
  ton: number
  npi: number
  address: string
}

/** 5.2.12: the flag for a user data header, and the message types of deliver_sm. */
export const ESM = { udh: 0x40, receiptMask: 0x3c, receipt: 0x04, intermediate: 0x20 } as const

export interface Submit {
  source: SmppAddress
  destination: SmppAddress
  esmClass: number
  dataCoding: number
  /** 0: no receipt, 1: a receipt of the final outcome. */
  registered: 0 | 1
  /** Format of 5.2.16, or empty for the gateway's default. */
  validity: string
  /** Up to 254 bytes; longer ones are sent as `payload`. */
  message: Buffer
  payload?: Buffer
  sar?: { reference: number; total: number; number: number }
}

export interface Deliver {
  source: string
  destination: string
  esmClass: number
  dataCoding: number
  message: Buffer
  tlvs: Map<number, Buffer>
}

/**
 * C-octet strings are ASCII with a maximum length, including the zero. A longer one is a bug of the
 * caller.
 */
function cString(text: string, longest: number): Buffer {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a zero would end the string early
  if (/[^\x01-\x7f]/.test(text) || text.length >= longest)
    throw new RangeError(`${text.length} characters do not fit a field of ${longest - 1}`)
  return Buffer.from(`${text}\0`, 'latin1')
}

export const writeBind = (systemId: string, password: string, systemType: string): Buffer =>
  Buffer.concat([
    cString(systemId, 16),
    cString(password, 9),
    cString(systemType, 13),
    // Version 3.4; any numbers.
    Buffer.from([0x34, 0, 0, 0]),
  ])

const writeAddress = ({ ton, npi, address }: SmppAddress): Buffer =>
  Buffer.concat([Buffer.from([ton, npi]), cString(address, 21)])

const writeTlv = (tag: number, value: Buffer): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(tag, 0)
  head.writeUInt16BE(value.length, 2)
  return Buffer.concat([head, value])
}

export function writeSubmit(submit: Submit): Buffer {
  const { message, payload, sar } = submit
  if (message.length > 254 || (payload && (message.length > 0 || payload.length > 65_535)))
    throw new RangeError('The SMS is too long for its packet')
  const parts = [
    // The default service type.
    Buffer.from([0]),
    writeAddress(submit.source),
    writeAddress(submit.destination),
    // Protocol and priority 0, immediate delivery.
    Buffer.from([submit.esmClass, 0, 0, 0]),
    cString(submit.validity, 17),
    Buffer.from([submit.registered, 0, submit.dataCoding, 0, message.length]),
    message,
  ]
  if (payload) parts.push(writeTlv(TLV.messagePayload, payload))
  if (sar)
    parts.push(
      writeTlv(TLV.sarReference, Buffer.from([sar.reference >> 8, sar.reference & 0xff])),
      writeTlv(TLV.sarTotal, Buffer.from([sar.total])),
      writeTlv(TLV.sarNumber, Buffer.from([sar.number])),
    )
  return Buffer.concat(parts)
}

/** Reads one field after the other. Past the end every field is empty, and `short` is true. */
function createCursor(body: Buffer) {
  let at = 0
  let short = false
  return {
    byte(): number {
      if (at >= body.length) short = true
      return body[at++] ?? 0
    },
    cString(longest: number): string {
      const end = body.indexOf(0, at)
      if (end < 0 || end - at >= longest) {
        short = true
        at = body.length
        return ''
      }
      const text = body.toString('latin1', at, end)
      at = end + 1
      return text
    },
    bytes(length: number): Buffer {
      if (at + length > body.length) short = true
      const bytes = body.subarray(at, at + length)
      at += length
      return bytes
    },
    rest: () => body.subarray(Math.min(at, body.length)),
    short: () => short,
  }
}

/**
 * The id in a reply to submit_sm. Some gateways omit it from a rejection, some omit the terminating
 * zero.
 */
export function readMessageId(body: Buffer): string {
  const end = body.indexOf(0)
  return body.toString('latin1', 0, Math.min(end < 0 ? body.length : end, 64))
}

/**
 * A packet with message and parameters; null if it is truncated. A truncated parameter is omitted,
 * with all after it.
 */
export function readDeliver(body: Buffer): Deliver | null {
  const cursor = createCursor(body)
  cursor.cString(6)
  const address = () => {
    cursor.bytes(2)
    return cursor.cString(65)
  }
  const source = address()
  const destination = address()
  const esmClass = cursor.byte()
  cursor.bytes(2)
  cursor.cString(17)
  cursor.cString(17)
  cursor.bytes(2)
  const dataCoding = cursor.byte()
  cursor.byte()
  const short = cursor.bytes(cursor.byte())
  if (cursor.short()) return null
  const tlvs = readTlvs(cursor.rest())
  return {
    source,
    destination,
    esmClass,
    dataCoding,
    message: tlvs.get(TLV.messagePayload) ?? short,
    tlvs,
  }
}

/**
 * 4.7.1: data_sm has fewer fields, and its text in a parameter. Some gateways send receipts this
 * way.
 */
export function readDataSm(body: Buffer): Deliver | null {
  const cursor = createCursor(body)
  cursor.cString(6)
  const address = () => {
    cursor.bytes(2)
    return cursor.cString(65)
  }
  const source = address()
  const destination = address()
  const esmClass = cursor.byte()
  cursor.byte()
  const dataCoding = cursor.byte()
  if (cursor.short()) return null
  const tlvs = readTlvs(cursor.rest())
  return {
    source,
    destination,
    esmClass,
    dataCoding,
    message: tlvs.get(TLV.messagePayload) ?? Buffer.alloc(0),
    tlvs,
  }
}

function readTlvs(bytes: Buffer): Map<number, Buffer> {
  const tlvs = new Map<number, Buffer>()
  for (let at = 0; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt16BE(at + 2)
    if (at + 4 + length > bytes.length) break
    tlvs.set(bytes.readUInt16BE(at), bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return tlvs
}

/** A text parameter, without the terminating zero, which some omit. */
export function tlvText(value: Buffer | undefined): string | undefined {
  if (value === undefined) return undefined
  const end = value.indexOf(0)
  return value.toString('latin1', 0, end < 0 ? value.length : end)
}
