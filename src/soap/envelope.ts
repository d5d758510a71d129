/** SOAP 1.1 and 1.2: parses envelopes as a stream, and writes responses as envelopes. */
import { credentials } from '../contract/index.ts'
import type { Result } from '../contract/types.ts'
import { positionOf, XmlError, type XmlHandler } from '../lib/xml/document.ts'
import type { Attribute } from '../lib/xml/namespaces.ts'
import { readXml } from '../lib/xml/reader.ts'
import { escapeAttribute } from '../lib/xml/xml.ts'
import {
  ENVELOPE_END,
  ENVELOPES,
  type Envelope,
  envelopeStart,
  Fault,
  HttpRejection,
  quoted,
} from './fault.ts'
import { type Plan, type Plans, plans, type RawParameter } from './plan.ts'
import type { Frame } from './rows.ts'

const XSI = 'http://www.w3.org/2001/XMLSchema-instance'
const NEXT_ROLES = new Set([
  'http://schemas.xmlsoap.org/soap/actor/next',
  'http://www.w3.org/2003/05/soap-envelope/role/next',
  'http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver',
])

export interface EnvelopeRead {
  /** Undefined if the root is not an envelope of a supported version. */
  version: Envelope | undefined
  root: string
  /** The local name of an unsupported header with mustUnderstand. */
  header: string | undefined
  hasBody: boolean
  /** The first element of the body. */
  body: { namespace: string; local: string } | undefined
  plan: Plan | undefined
  given: (RawParameter | undefined)[]
  /** The user name of a call whose operation is not known. */
  username: string | undefined
  locate(at: number): string
}

const nowhere = (): string => ''

/**
 * Parses an envelope. Retains only what an operation uses. Throws HttpRejection if it is not
 * well-formed.
 */
export function readEnvelope(
  document: string,
  namespace: string,
  served: Plans = plans,
): EnvelopeRead {
  const read: EnvelopeRead = {
    version: undefined,
    root: '',
    header: undefined,
    hasBody: false,
    body: undefined,
    plan: undefined,
    given: [],
    username: undefined,
    locate: nowhere,
  }
  try {
    const source = readXml(document, envelopeHandler(read, namespace, served))
    read.locate = at => `(${positionOf(source, at).join(', ')})`
    return read
  } catch (error) {
    if (error instanceof XmlError)
      throw new HttpRejection(
        400,
        'malformed',
        `The request is no well-formed XML: ${error.message}.`,
      )
    throw error
  }
}

/**
 * Tracks the depth: 1 Envelope, 2 Header or Body, 3 header or operation, 4 parameter, 5 item of a
 * list.
 */
function envelopeHandler(read: EnvelopeRead, namespace: string, served: Plans): XmlHandler {
  let depth = 0
  let part: 'header' | 'body' | undefined
  let inOperation = false
  let inUnknown = false
  let param: RawParameter | undefined
  let item: string | undefined

  const handler: XmlHandler = {
    wantsText: false,
    open(uri, local, attributes) {
      depth++
      if (depth === 4 && inOperation) openParam(uri, local, attributes)
      else if (depth === 4 && inUnknown) openUsername(local)
      else if (depth === 5 && param !== undefined) {
        if (param.items === undefined) param.nested = true
        else if (local === 'int' && (uri === namespace || uri === '')) item = ''
        handler.wantsText = item !== undefined
      } else if (depth === 3) openThird(uri, local, attributes)
      else if (depth === 2) {
        part = undefined
        if (read.version === undefined || uri !== ENVELOPES[read.version]) return
        if (local === 'Header') part = 'header'
        else if (local === 'Body' && !read.hasBody) {
          part = 'body'
          read.hasBody = true
        }
      } else if (depth === 1) {
        read.root = uri
        if (local === 'Envelope')
          read.version =
            uri === ENVELOPES.soap11 ? 'soap11' : uri === ENVELOPES.soap12 ? 'soap12' : undefined
      }
    },
    text(text) {
      if (item !== undefined) item += text
      else if (param !== undefined) param.text += text
    },
    close(offset) {
      if (depth === 5 && item !== undefined) {
        param!.items!.push(item)
        item = undefined
        handler.wantsText = false
      } else if (depth === 5 && param !== undefined) handler.wantsText = param.items === undefined
      else if (depth === 4 && param !== undefined) {
        param.at = offset
        if (inUnknown) read.username = param.text
        param = undefined
        handler.wantsText = false
      } else if (depth === 3) inOperation = inUnknown = false
      depth--
    },
  }

  const openParam = (uri: string, local: string, attributes: readonly Attribute[]): void => {
    if (uri !== namespace && uri !== '') return
    const place = read.plan!.places.get(local)
    if (place === undefined || read.given[place] !== undefined) return
    const items = read.plan!.params[place]!.xsd === 'ints' ? [] : undefined
    const nil = attributes.some(
      a => a.local === 'nil' && a.namespace === XSI && /^\s*(true|1)\s*$/.test(a.value),
    )
    param = { text: '', items, at: 0, nil }
    read.given[place] = param
    handler.wantsText = items === undefined
  }

  const openUsername = (local: string): void => {
    if (local !== credentials.username.wire || read.username !== undefined) return
    param = { text: '', at: 0 }
    handler.wantsText = true
  }

  const openThird = (uri: string, local: string, attributes: readonly Attribute[]): void => {
    if (
      part === 'header' &&
      read.header === undefined &&
      mustBeUnderstood(attributes, read.version!)
    )
      read.header = local
    if (part !== 'body' || read.body !== undefined) return
    read.body = { namespace: uri, local }
    read.plan = uri === namespace ? served.get(local) : undefined
    inOperation = read.plan !== undefined
    inUnknown = !inOperation
  }

  return handler
}

function mustBeUnderstood(attributes: readonly Attribute[], version: Envelope): boolean {
  const of = (name: string) =>
    attributes
      .find(({ namespace, local }) => local === name && namespace === ENVELOPES[version])
      ?.value.trim()
  const must = of('mustUnderstand')
  if (must !== '1' && !(must === 'true' && version === 'soap12')) return false
  const role = of(version === 'soap11' ? 'actor' : 'role')
  return role === undefined || role === '' || NEXT_ROLES.has(role)
}

/** An unsupported envelope: the fault is in SOAP 1.1, and offers both versions. */
export const versionMismatch = (root: string): Fault =>
  new Fault(
    'VersionMismatch',
    `Possible SOAP version mismatch: Envelope namespace ${quoted(root)} was unexpected. ` +
      `Expecting ${ENVELOPES.soap11}.`,
  )

/** The response's envelope around a result: one line. */
export function soapFrame(
  namespace: string,
  operation: string,
  result: Result,
  version: Envelope,
): Frame {
  const start = `${envelopeStart(version)}<soap:Body>`
  const end = `</soap:Body>${ENVELOPE_END}`
  const response = `<${operation}Response xmlns="${escapeAttribute(namespace)}"`
  const name = `${operation}Result`
  const nil = result.kind === 'value' && result.nullable
  return {
    open: `${start}${response}><${name}>`,
    close: `</${name}></${operation}Response>${end}`,
    empty: `${start}${response}><${name} /></${operation}Response>${end}`,
    nil: nil
      ? `${start}${response}><${name} xsi:nil="true" /></${operation}Response>${end}`
      : `${start}${response} />${end}`,
    line: () => '',
  }
}
