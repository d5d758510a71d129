/** The submit_sm bodies of an SMS: sender, recipient, segments, and how the phone joins them. */
import type { OutgoingSms } from '../gateway.ts'
import type { SmppUrl } from '../gateway-url.ts'
import { ESM, type SmppAddress, writeSubmit } from './pdu-bodies.ts'

/**
 * In the form `udh` each segment begins with the header of 3GPP TS 23.040, 9.2.3.24.1. Its
 * reference has 8 bits: with 16 the header would be an octet longer, and 153 septets or 67 units
 * would not fit beside it. The form `sar` has 16 bits; there the gateway makes the header.
 */
export function submitsFor(
  { number, from, alphabet, segments, reference }: OutgoingSms,
  url: SmppUrl,
): Buffer[] {
  const common = {
    source: sourceAddress(from ?? url.from),
    destination: { ton: 1, npi: 1, address: number.replace(/^\+/, '') },
    // 5.2.19: the default alphabet, or UCS-2.
    dataCoding: alphabet === 'gsm' ? 0 : 8,
    registered: 1 as const,
    validity: '',
    esmClass: 0,
  }
  const total = segments.length
  if (total === 1) return [writeSubmit({ ...common, message: Buffer.from(segments[0]!) })]
  if (url.long === 'payload')
    return [writeSubmit({ ...common, message: Buffer.alloc(0), payload: Buffer.concat(segments) })]
  if (total > 255) throw new RangeError('an SMS has 255 segments at most')
  return segments.map((segment, index) => {
    if (url.long === 'sar')
      return writeSubmit({
        ...common,
        message: Buffer.from(segment),
        sar: { reference, total, number: index + 1 },
      })
    const header = Buffer.from([5, 0, 3, reference & 0xff, total, index + 1])
    return writeSubmit({ ...common, esmClass: ESM.udh, message: Buffer.concat([header, segment]) })
  })
}

/**
 * 5.2.5: an international number, a short code of the network, or a name. If empty, the gateway
 * chooses.
 */
function sourceAddress(from: string): SmppAddress {
  if (from === '') return { ton: 0, npi: 0, address: '' }
  if (from.startsWith('+')) return { ton: 1, npi: 1, address: from.slice(1) }
  return /^\d+$/.test(from) ? { ton: 3, npi: 0, address: from } : { ton: 5, npi: 0, address: from }
}
