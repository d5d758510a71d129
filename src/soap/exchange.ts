/**
 * A call and its answer as they may be kept: passwords, addresses and names of people are taken out
 * before anything is stored. It is an allow-list: the structure stays, and values of the forms that
 * the contract calls harmless; of every other value only its kind and its length are told.
 */
import { NotReadable, NotValid } from '../contract/kinds.ts'
import type { Param } from '../contract/params.ts'
import { isReason } from '../domain/refusal.ts'
import type { Visit } from './answer-error.ts'
import { mediaOf } from './body.ts'
import type { RawParameter } from './plan.ts'
import { refusals } from './refusals.ts'

interface RedactedValue {
  /** `secret`: neither the value nor its length is told. */
  kind:
    | 'empty'
    | 'nil'
    | 'digits'
    | 'address'
    | 'url'
    | 'markup'
    | 'text'
    | 'broken'
    | 'secret'
    | 'harmless'
  /** In characters. */
  length: number
  /** The value, of a harmless one. */
  shown?: string
}

export interface Exchange {
  method: 'GET' | 'POST' | 'other'
  headers: { name: string; value: RedactedValue }[]
  /** Headers of other names, which are not kept either. */
  otherHeaders: number
  parameters: {
    name: string
    value: RedactedValue
    /** The rule that it breaks, as the contract has it. */
    rule?: string
  }[]
  /** What a number-valued operation answers to such a refusal. */
  code?: number
  millis: number
  /** The reference of the call in the log; empty if the caller has chosen it. */
  call: string
}

/** The place of the password among the parameters of each operation. */
const PASSWORD = 1

const SECRET: RedactedValue = { kind: 'secret', length: 0 }

export function exchangeOf(visit: Visit, reason: string | undefined, millis: number): Exchange {
  const { req, facts, asked } = visit
  const { method } = req
  const code = reason !== undefined && isReason(reason) ? refusals[reason].code : undefined
  return {
    method: method === 'GET' || method === 'POST' ? method : 'other',
    ...headersOf(visit),
    parameters: (asked?.plan.params ?? []).flatMap((param, place) => {
      const given = asked!.given[place]
      if (given === undefined) return []
      if (place === 0 && asked!.account?.username === given.text)
        return [{ name: param.wire, value: harmless(given.text) }]
      if (place === PASSWORD) return [{ name: param.wire, value: SECRET }]
      return [parameterOf(param, given)]
    }),
    ...(code !== undefined && { code }),
    millis: Math.round(millis),
    call: req.headers['x-request-id'] === facts.id ? '' : facts.id,
  }
}

const HEADERS = [
  ...(['host', 'user-agent', 'content-type', 'content-length', 'soapaction', 'accept'] as const),
  ...(['accept-encoding', 'connection', 'expect', 'authorization', 'cookie', 'referer'] as const),
] as const

const SECRET_HEADERS = new Set<string>(['authorization', 'cookie'])
const MEDIA = new Set(['text/xml', 'application/soap+xml', 'application/x-www-form-urlencoded'])
const CHARSETS = /^(?:utf-?8|utf-?16|us-ascii|iso-8859-1|windows-1252)$/i

function headersOf({ req, asked }: Visit): Pick<Exchange, 'headers' | 'otherHeaders'> {
  const headers = HEADERS.flatMap(name => {
    const text = req.headers[name]
    return typeof text !== 'string'
      ? []
      : [{ name, value: headerValue(name, text, asked?.plan.name) }]
  })
  return { headers, otherHeaders: Object.keys(req.headers).length - headers.length }
}

function headerValue(name: string, text: string, operation: string | undefined): RedactedValue {
  if (name === 'content-length' && /^\d{1,7}$/.test(text)) return harmless(text)
  if (name === 'content-type') {
    const { type, charset } = mediaOf(text)
    if (MEDIA.has(type)) {
      const named = charset !== undefined && CHARSETS.test(charset) ? `; charset=${charset}` : ''
      return harmless(type + named)
    }
  }
  // Routed by it, so it is the namespace of the service and a name of the contract.
  if (name === 'soapaction' && operation !== undefined) return harmless(`…/${operation}`)
  return SECRET_HEADERS.has(name) ? SECRET : redacted(text)
}

function parameterOf(param: Param<unknown>, given: RawParameter): Exchange['parameters'][number] {
  const { wire: name } = param
  const rule = brokenRule(param, given)
  return { name, value: givenValue(param, given), ...(rule !== undefined && { rule }) }
}

const MOST_ITEMS = 20

function givenValue({ harmless: form }: Param<unknown>, given: RawParameter): RedactedValue {
  if (given.nil) return { kind: 'nil', length: 0 }
  if (given.broken || given.nested) return { kind: 'broken', length: given.text.length }
  const texts = given.items ?? [given.text]
  const isHarmless =
    form !== undefined && texts.length <= MOST_ITEMS && texts.every(text => form.test(text))
  return isHarmless ? harmless(texts.join(', ')) : redacted(texts.join(','))
}

function brokenRule(param: Param<unknown>, { text, items, nil, broken }: RawParameter) {
  if (items !== undefined || nil || broken || text === '' || text.length > param.most)
    return undefined
  try {
    param.read(text)
    return undefined
  } catch (error) {
    if (error instanceof NotValid) return error.rule
    if (error instanceof NotReadable) return param.form
    throw error
  }
}

const harmless = (shown: string): RedactedValue => ({
  kind: 'harmless',
  length: shown.length,
  shown,
})

/** So much of a value is looked at for its kind. */
const LOOKED_AT = 1_000

function redacted(text: string): RedactedValue {
  const start = text.slice(0, LOOKED_AT)
  return { kind: kindOf(start), length: text.length }
}

function kindOf(start: string): RedactedValue['kind'] {
  if (start === '') return 'empty'
  if (/^\d+$/.test(start)) return 'digits'
  if (/^\s*</.test(start)) return 'markup'
  if (/^https?:/i.test(start)) return 'url'
  return start.includes('@') ? 'address' : 'text'
}
