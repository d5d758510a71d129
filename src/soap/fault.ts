/**
 * Responses other than results: faults in the four bindings, and plain responses to requests that
 * are no calls.
 */
import type { NotReadable, UnreadableKind, Xsd } from '../contract/kinds.ts'
import { escapeText } from '../lib/xml/xml.ts'

export type Binding = 'soap11' | 'soap12' | 'get' | 'post'
export type Envelope = 'soap11' | 'soap12'

/** A fault of a call. The message is for the caller. */
export class Fault extends Error {
  readonly side: FaultSide
  readonly refusal: { code: number; reason: string } | undefined
  /** The operation had started: classic services send other cache headers then. */
  readonly begun: boolean
  /** The operation that the caller named, if there is none of that name. */
  readonly unknown: string | undefined
  constructor(side: FaultSide, message: string, facts: FaultFacts = {}) {
    super(message)
    this.side = side
    this.refusal = facts.refusal
    this.begun = facts.begun ?? false
    this.unknown = facts.unknown
  }
}

interface FaultFacts {
  refusal?: Fault['refusal']
  begun?: boolean
  unknown?: string | undefined
}

type FaultSide = 'Client' | 'Server' | 'VersionMismatch' | 'MustUnderstand'

/** A request that is no call at all: an HTTP status, and a text or nothing. */
export class HttpRejection extends Error {
  readonly status: number
  readonly reason: string
  readonly html: boolean
  constructor(status: number, reason: string, message = '', html = false) {
    super(message)
    this.status = status
    this.reason = reason
    this.html = html
  }
}

/** A complete response. */
export interface SoapResponse {
  status: number
  type: string
  cache: string
  body: string
}

export const ENVELOPES: Record<Envelope, string> = {
  soap11: 'http://schemas.xmlsoap.org/soap/envelope/',
  soap12: 'http://www.w3.org/2003/05/soap-envelope',
}
export const TYPES: Record<Binding, string> = {
  soap11: 'text/xml; charset=utf-8',
  soap12: 'application/soap+xml; charset=utf-8',
  get: 'text/xml; charset=utf-8',
  post: 'text/xml; charset=utf-8',
}
export const CACHE = 'private, max-age=0'
const CACHE_BEFORE = 'private'

export const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>'
export const envelopeStart = (version: Envelope): string =>
  `${DECLARATION}<soap:Envelope xmlns:soap="${ENVELOPES[version]}" ` +
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
  'xmlns:xsd="http://www.w3.org/2001/XMLSchema">'
export const ENVELOPE_END = '</soap:Envelope>'

const UPGRADE =
  '<soap:Header><soap12:Upgrade ' +
  `xmlns:soap12="${ENVELOPES.soap12}"><soap12:SupportedEnvelope qname="soap:Envelope" />` +
  '<soap12:SupportedEnvelope qname="soap12:Envelope" /></soap12:Upgrade></soap:Header>'
const SIDES_12: Record<FaultSide, string> = {
  Client: 'Sender',
  Server: 'Receiver',
  VersionMismatch: 'VersionMismatch',
  MustUnderstand: 'MustUnderstand',
}

/** Writes a fault for its binding. */
export function writeFault(fault: Fault, binding: Binding, namespace: string): SoapResponse {
  const cache = fault.begun ? CACHE : CACHE_BEFORE
  if (binding === 'get' || binding === 'post') {
    const refused = fault.refusal ? ` (${fault.refusal.reason}, ${fault.refusal.code})` : ''
    return {
      status: 500,
      type: 'text/plain; charset=utf-8',
      cache,
      body: `${encoded(fault.message)}${refused}\r\n`,
    }
  }
  const inside = fault.refusal
    ? '<Refusal ' +
      `xmlns="${escapeText(namespace)}"><Code>${fault.refusal.code}</Code><Reason>${fault.refusal.reason}</Reason></Refusal>`
    : ''
  const text = escapeText(fault.message)
  const header = fault.side === 'VersionMismatch' ? UPGRADE : ''
  const body =
    binding === 'soap11'
      ? `<faultcode>soap:${fault.side}</faultcode><faultstring>${text}</faultstring>${detail('detail', inside, fault.side)}`
      : `<soap:Code><soap:Value>soap:${SIDES_12[fault.side]}</soap:Value></soap:Code><soap:Reason><soap:Text ` +
        `xml:lang="en">${text}</soap:Text></soap:Reason>${detail('soap:Detail', inside, fault.side)}`
  return {
    status: 500,
    type: TYPES[binding],
    cache,
    body: `${envelopeStart(binding)}${header}<soap:Body><soap:Fault>${body}</soap:Fault></soap:Body>${ENVELOPE_END}`,
  }
}

/** Omitted only for a fault about a header, as SOAP requires. */
function detail(name: string, inside: string, side: FaultSide): string {
  if (side === 'MustUnderstand') return ''
  return inside === '' ? `<${name} />` : `<${name}>${inside}</${name}>`
}

export function writeRejected(
  { status, message, html }: HttpRejection,
  soapType: string,
): SoapResponse {
  if (message === '') return { status, type: soapType, cache: CACHE_BEFORE, body: '' }
  if (!html)
    return {
      status,
      type: 'text/plain; charset=utf-8',
      cache: CACHE_BEFORE,
      body: `${oneLine(message)}\r\n`,
    }
  const text = escapeHtml(message)
  const body =
    `<!DOCTYPE html>\r\n<html ` +
    `lang="en"><head><title>${text}</title></head><body><h1>${text}</h1></body></html>\r\n`
  return { status, type: 'text/html; charset=utf-8', cache: CACHE_BEFORE, body }
}

const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ')

const HTML: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Classic services encode each message, and join them by an arrow that is not encoded. */
const encoded = (message: string): string => message.split(ARROW).map(escapeHtml).join(ARROW)
const ARROW = ' ---> '

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, char => HTML[char]!)

/** An excerpt of the request for a message, long enough to recognise it. */
export const quoted = (text: string): string =>
  text.length > 100 ? `${text.slice(0, 100)}...` : text

// ---- the classic messages for unreadable values

const FORMAT = 'Input string was not in a correct format.'

const INNER_SOAP: Record<UnreadableKind, (error: NotReadable) => string> = {
  format: () => FORMAT,
  range: ({ xsd }) => `Value was either too large or too small for ${CLASSES[xsd] ?? 'an Int32'}.`,
  boolean: ({ text }) => `The string '${quoted(text)}' is not a valid Boolean value.`,
  dateTime: ({ text }) => `The string '${quoted(text)}' is not a valid AllXsd value.`,
  char: () => FORMAT,
}
const CLASSES: Partial<Record<Xsd, string>> = {
  int: 'an Int32',
  ints: 'an Int32',
  long: 'an Int64',
  char: 'a UInt16',
}

const INNER_FORM: Record<UnreadableKind, (error: NotReadable) => string> = {
  format: () => FORMAT,
  range: INNER_SOAP.range,
  boolean: () => 'String was not recognized as a valid Boolean.',
  dateTime: () =>
    'The string was not recognized as a valid DateTime. There is an unknown word starting ' +
    'at index 0.',
  char: () => 'String must be exactly one character long.',
}
const SYSTEM: Partial<Record<Xsd, string>> = {
  int: 'Int32',
  ints: 'Int32',
  boolean: 'Boolean',
  dateTime: 'DateTime',
  char: 'Char',
}

/** `place` is `(1, 278)`: line and column in the envelope. */
export const unreadInEnvelope = (place: string, why: string): Fault =>
  new Fault(
    'Client',
    `Server was unable to read request. ---> There is an error in XML document ${place}. ` +
      `---> ${why}`,
  )

export const notReadableInEnvelope = (error: NotReadable, place: string): Fault =>
  unreadInEnvelope(place, INNER_SOAP[error.why](error))

export const notReadableInForm = (error: NotReadable): Fault =>
  new Fault(
    'Client',
    `Cannot convert ${quoted(error.text)} to System.${SYSTEM[error.xsd] ?? 'String'}.\r\n` +
      `Parameter name: type ---> ${INNER_FORM[error.why](error)}`,
  )
