/**
 * Delivery receipts of a segment, in both forms of SMPP 3.4: as parameters (receipted_message_id,
 * message_state) and as the text of appendix B, "id:... stat:DELIVRD err:000". The parameters take
 * precedence. Replies of subscribers come in the same packets.
 */
import type { Receipt, ReceiptState, Reply } from '../gateway.ts'
import { decodeGsm } from '../gsm-text.ts'
import { type Deliver, ESM, TLV, tlvText } from './pdu-bodies.ts'

/** 5.2.28, and the names in appendix B for the same states. */
const STATES: [word: string, name: string, state: ReceiptState][] = [
  ['', '', 'in transit'],
  ['ENROUTE', 'ENROUTE', 'in transit'],
  ['DELIVRD', 'DELIVERED', 'delivered'],
  ['EXPIRED', 'EXPIRED', 'undelivered'],
  ['DELETED', 'DELETED', 'undelivered'],
  ['UNDELIV', 'UNDELIVERABLE', 'undelivered'],
  ['ACCEPTD', 'ACCEPTED', 'in transit'],
  // Unknown: it may have arrived, so it is not reported as lost.
  ['UNKNOWN', 'UNKNOWN', 'in transit'],
  ['REJECTD', 'REJECTED', 'refused'],
]

/**
 * The receipt or reply in a packet of deliver_sm or data_sm; null if it is neither, or unreadable.
 */
export function parseDelivered(deliver: Deliver): { receipt: Receipt } | { reply: Reply } | null {
  const kind = deliver.esmClass & ESM.receiptMask
  const text = deliver.message.toString('latin1')
  const byParameters = deliver.tlvs.has(TLV.receiptedMessageId)
  // Some gateways omit the flag of a receipt; a text that looks exactly like one is not a reply.
  const looksLikeReceipt = /^id:\S+ .*\bstat:[A-Z]{5,8}\b/is.test(text)
  if (
    kind === ESM.receipt ||
    kind === ESM.intermediate ||
    byParameters ||
    (kind === 0 && looksLikeReceipt)
  ) {
    const receipt = readReceipt(deliver, text)
    return (
      receipt && {
        receipt: kind === ESM.intermediate ? { ...receipt, state: 'in transit' } : receipt,
      }
    )
  }
  if (kind !== 0) return null
  return {
    reply: {
      from: withPlus(deliver.source),
      to: withPlus(deliver.destination),
      text: textOf(deliver),
    },
  }
}

function readReceipt({ tlvs, source, destination }: Deliver, text: string): Receipt | null {
  const gatewayId =
    tlvText(tlvs.get(TLV.receiptedMessageId)) || /\bid:\s*(\S{1,65})/i.exec(text)?.[1]
  if (!gatewayId) return null
  const byNumber = STATES[tlvs.get(TLV.messageState)?.[0] ?? 0]
  const word = /\bstat:\s*(\w{1,20})/i.exec(text)?.[1]?.toUpperCase()
  const byWord = STATES.find(
    ([short, name]) => word !== undefined && (word === short || word === name),
  )
  const [, name, state] = (byNumber?.[1] ? byNumber : byWord) ?? [
    '',
    word ?? 'no state',
    'in transit' as const,
  ]
  const error =
    networkError(tlvs.get(TLV.networkErrorCode)) ?? /\berr:\s*(\w{1,8})/i.exec(text)?.[1]
  const said = error === undefined || /^0*$/.test(error) ? name : `${name}, error ${error}`
  return {
    gatewayId,
    state,
    said,
    numbers: [source, destination].map(digits).filter(one => one !== ''),
  }
}

/** 5.3.2.31: the network, and the number of its error. */
const networkError = (value: Buffer | undefined): string | undefined =>
  value?.length === 3 ? String(value.readUInt16BE(1)) : undefined

/** The digits of a number, without the international prefix. */
export const digits = (number: string): string => number.replace(/\D/g, '').replace(/^0+/, '')

const withPlus = (number: string): string =>
  /^\+?[1-9]\d{6,14}$/.test(number) ? `+${number.replace(/^\+/, '')}` : number

/** 5.2.19: the text of a reply. A user data header (of a long SMS, for instance) is omitted. */
function textOf({ message, dataCoding, esmClass }: Deliver): string {
  const bytes =
    esmClass & ESM.udh ? message.subarray(Math.min(message.length, (message[0] ?? 0) + 1)) : message
  if ((dataCoding & 0x0c) === 0x08) {
    const even = Buffer.from(bytes.subarray(0, bytes.length & ~1))
    return even.swap16().toString('utf16le').toWellFormed()
  }
  if (dataCoding === 1 || dataCoding === 3) return bytes.toString('latin1')
  return decodeGsm(bytes)
}

/**
 * The possible spellings of an id in a receipt: some gateways send it first in hexadecimal and then
 * in decimal, or the reverse.
 */
export function spellingsOf(gatewayId: string): string[] {
  const id = storedId(gatewayId)
  const spellings = new Set([id])
  if (/^\d{1,20}$/.test(id)) spellings.add(BigInt(id).toString(16))
  if (/^[0-9a-f]{1,16}$/.test(id)) spellings.add(BigInt(`0x${id}`).toString())
  return [...spellings]
}

/** The stored form of the id in a reply, which all spellings of a receipt find. */
export const storedId = (gatewayId: string): string =>
  gatewayId
    .trim()
    .toLowerCase()
    .replace(/^0+(?=.)/, '')
    .slice(0, 64)
