/**
 * The call in a request, parsed while it is forwarded: the operation, its parameters, and the
 * parameters replaced where the two services have different ids. The request itself is forwarded
 * unchanged.
 */
import { contract, credentials, entryOf } from '../../contract/index.ts'
import { createXmlElements, XmlBroken } from '../../lib/xml/elements.ts'
import { createByteDecoder, WrongCharacterSet } from '../old-service/decode.ts'

export interface PassedRequest {
  method: string
  /** Path and query. */
  target: string
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

export interface ShadowCall {
  operation: string
  /** A form or a query; else an envelope. */
  form: boolean
  /** By wire name in lower case; the first of each. */
  parameters: ReadonlyMap<string, string>
  username: string
  /** To poll the old service for the outcome of the call; never stored. */
  password: string
}

/** Undefined: no call, but a request for the description or a page, or one that can't be read. */
export function readCall(request: PassedRequest): ShadowCall | undefined {
  const { method, target, body } = request
  const question = target.indexOf('?')
  const path = (question < 0 ? target : target.slice(0, question)).slice(0, MOST_PATH)
  const service = path.toLowerCase().lastIndexOf('.asmx/')
  const inPath = service < 0 ? undefined : /^\w{1,100}/.exec(path.slice(service + 6))?.[0]
  if (inPath !== undefined) {
    const text =
      method === 'POST' ? body.toString('latin1') : question < 0 ? '' : target.slice(question + 1)
    return named(inPath, true, formParameters(text))
  }
  return method === 'POST' ? envelopeCall(request) : undefined
}

const MOST_PATH = 4_000
const MOST_PARAMETERS = 200
const MOST_VALUE = 2_000

function named(operation: string, form: boolean, parameters: Map<string, string>): ShadowCall {
  const username = parameters.get(credentials.username.wire.toLowerCase()) ?? ''
  const password = parameters.get(credentials.password.wire.toLowerCase()) ?? ''
  parameters.delete(credentials.password.wire.toLowerCase())
  return { operation, form, parameters, username, password }
}

function formParameters(text: string): Map<string, string> {
  const parameters = new Map<string, string>()
  for (const pair of text.split('&', MOST_PARAMETERS)) {
    const equals = pair.indexOf('=')
    const name = unescaped(equals < 0 ? pair : pair.slice(0, equals)).toLowerCase()
    if (!parameters.has(name))
      parameters.set(name, equals < 0 ? '' : unescaped(pair.slice(equals + 1, equals + MOST_VALUE)))
  }
  return parameters
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

function envelopeCall({ headers, body }: PassedRequest): ShadowCall | undefined {
  const parameters = new Map<string, string>()
  let operation = ''
  let inBody = false
  let depth = 0
  let text = ''
  const elements = createXmlElements({
    open(name) {
      depth++
      if (depth === 2) inBody = name === 'body'
      text = ''
    },
    text(part) {
      if (depth === 4 && text.length < MOST_VALUE) text += part
    },
    close(name) {
      if (depth === 4 && inBody && parameters.size < MOST_PARAMETERS && !parameters.has(name))
        parameters.set(name, text.slice(0, MOST_VALUE))
      if (depth === 3 && inBody && operation === '') operation = name
      depth--
    },
  })
  try {
    elements.push(decoded(body, String(headers['content-type'] ?? '')))
    elements.end()
  } catch (error) {
    if (error instanceof XmlBroken || error instanceof WrongCharacterSet) return undefined
    throw error
  }
  return operation === '' ? undefined : named(spelled(operation), false, parameters)
}

function decoded(body: Buffer, contentType: string): string {
  try {
    const decoder = createByteDecoder(contentType, undefined)
    return decoder.push(body) + decoder.end()
  } catch (error) {
    if (!(error instanceof WrongCharacterSet)) throw error
    const decoder = createByteDecoder(contentType, 'windows-1252')
    return decoder.push(body) + decoder.end()
  }
}

/** The reader of elements gives names in lower case. */
const spelling = new Map(Object.keys(contract).map(name => [name.toLowerCase(), name]))
const spelled = (name: string): string => spelling.get(name) ?? name

export type ChangedIds = ReadonlyMap<string, string>

/**
 * The request with other values for these parameters, by wire name. Only digits are replaced by
 * digits, so that any character set stays as it is.
 */
export function withIds(request: PassedRequest, call: ShadowCall, ids: ChangedIds): PassedRequest {
  if (ids.size === 0) return request
  if (call.form && request.method !== 'POST') {
    const query = request.target.indexOf('?') + 1
    const [path, text] = [request.target.slice(0, query), request.target.slice(query)]
    return { ...request, target: path + replaced(text, call, ids) }
  }
  const text = replaced(request.body.toString('latin1'), call, ids)
  return { ...request, body: Buffer.from(text, 'latin1') }
}

function replaced(text: string, { form }: ShadowCall, ids: ChangedIds): string {
  let result = text
  for (const [wire, id] of ids)
    result = form ? inForm(result, wire, id) : inEnvelope(result, wire, id)
  return result
}

function inForm(text: string, wire: string, id: string): string {
  const pairs = text.split('&')
  const changed = pairs.map(pair => {
    const equals = pair.indexOf('=')
    const known = pair.slice(0, Math.max(0, equals)).toLowerCase() === wire.toLowerCase()
    return known && /^\d+$/.test(pair.slice(equals + 1))
      ? `${pair.slice(0, equals + 1)}${id}`
      : pair
  })
  return changed.join('&')
}

/** The first element of this name, in any prefix. */
function inEnvelope(text: string, wire: string, id: string): string {
  for (let at = text.indexOf(wire); at >= 0; at = text.indexOf(wire, at + 1)) {
    const before = text[at - 1]
    const after = text[at + wire.length]
    if ((before !== '<' && before !== ':') || (after !== '>' && after !== ' ')) continue
    const from = text.indexOf('>', at) + 1
    const to = text.indexOf('<', from)
    if (from > 0 && to > from && /^\s*\d+\s*$/.test(text.slice(from, Math.min(to, from + 100))))
      return `${text.slice(0, from)}${id}${text.slice(to)}`
  }
  return text
}

/** Whether it changes something; unknown operations are taken to. */
export const isChange = (operation: string): boolean =>
  !(entryOf(operation)?.reads ?? false) && !/^(Get|Find|List|Check)/.test(operation)

/** Whether people get something by it: it must not be carried out twice. */
export const isSending = (operation: string): boolean =>
  /^(InsertTransaction|Send(?!queue))/.test(operation)
