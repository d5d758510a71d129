/**
 * Sample messages of an operation in the four bindings, with type names in place of values, as on
 * classic help pages. Placeholders are between two marker characters; plain-text output removes
 * them.
 */

import type { Param } from '../contract/params.ts'
import type { Field, Operation, Result } from '../contract/types.ts'
import { type Element, element, xmlDocument } from '../lib/xml/tree.ts'
import { NO_OWN_VALUES, type OwnValues } from './own-values.ts'
import { paramsOf, typeName } from './wsdl-types.ts'

/** Markers of a placeholder: two private-use characters. */
export const marks = { start: '\uE000', end: '\uE001' } as const

export interface CallSample {
  title: 'SOAP 1.1' | 'SOAP 1.2' | 'HTTP GET' | 'HTTP POST'
  request: string
  response: string
}

interface ServiceAddress {
  namespace: string
  host: string
  path: string
}

interface SamplePlace extends ServiceAddress {
  own: OwnValues
}

const XSI = 'http://www.w3.org/2001/XMLSchema-instance'
const XSD = 'http://www.w3.org/2001/XMLSchema'

const placeholder = (text: string): string => `${marks.start}${text}${marks.end}`

export function samplesOf(
  name: string,
  operation: Operation,
  given: ServiceAddress & { own?: OwnValues },
): CallSample[] {
  const place = { own: NO_OWN_VALUES, ...given }
  return [
    soapSample('SOAP 1.1', name, operation, place),
    soapSample('SOAP 1.2', name, operation, place),
    formSample('HTTP GET', name, operation, place),
    formSample('HTTP POST', name, operation, place),
  ]
}

const versions = {
  'SOAP 1.1': {
    prefix: 'soap',
    uri: 'http://schemas.xmlsoap.org/soap/envelope/',
    type: 'text/xml',
  },
  'SOAP 1.2': {
    prefix: 'soap12',
    uri: 'http://www.w3.org/2003/05/soap-envelope',
    type: 'application/soap+xml',
  },
}

function soapSample(
  title: keyof typeof versions,
  name: string,
  operation: Operation,
  { namespace, host, path, own }: SamplePlace,
): CallSample {
  const { prefix, uri, type } = versions[title]
  const envelope = (message: Element): string =>
    xmlDocument(
      element(
        `${prefix}:Envelope`,
        { 'xmlns:xsi': XSI, 'xmlns:xsd': XSD, [`xmlns:${prefix}`]: uri },
        [element(`${prefix}:Body`, {}, [message])],
      ),
    )
  const action = title === 'SOAP 1.1' ? [`SOAPAction: "${namespace}${name}"`] : []
  const head = [`POST ${path} HTTP/1.1`, `Host: ${host}`, ...content(type), ...action]
  const params = paramsOf(operation).map(param => paramSample(param, own))
  const result = resultSample(`${name}Result`, {}, operation.result, 'xsd:')
  return {
    title,
    request: message(head, envelope(element(name, { xmlns: namespace }, params))),
    response: answer(type, envelope(element(`${name}Response`, { xmlns: namespace }, [result]))),
  }
}

function paramSample(param: Param<unknown>, own: OwnValues): Element {
  const { wire, xsd } = param
  if (xsd !== 'ints') return element(wire, {}, own.of(param) ?? placeholder(xsd))
  return element(
    wire,
    {},
    ['int', 'int'].map(name => element(name, {}, placeholder(name))),
  )
}

function formSample(
  title: 'HTTP GET' | 'HTTP POST',
  name: string,
  operation: Operation,
  place: SamplePlace,
): CallSample {
  const { namespace, host, path, own } = place
  // In the forms every value is text.
  const pairs = paramsOf(operation).flatMap(param => {
    const { wire, xsd } = param
    const value = own.of(param)
    const text = value === undefined ? placeholder('string') : encodeURIComponent(value)
    const pair = `${wire}=${text}`
    return xsd === 'ints' ? [pair, pair] : [pair]
  })
  const root = resultSample(typeName(operation.result), { xmlns: namespace }, operation.result, '')
  const response = answer('text/xml', xmlDocument(root))
  if (title === 'HTTP GET') {
    const query = pairs.length > 0 ? `?${pairs.join('&')}` : ''
    return {
      title,
      request: message([`GET ${path}/${name}${query} HTTP/1.1`, `Host: ${host}`], ''),
      response,
    }
  }
  const head = [
    `POST ${path}/${name} HTTP/1.1`,
    `Host: ${host}`,
    'Content-Type: application/x-www-form-urlencoded',
    LENGTH,
  ]
  return { title, request: message(head, pairs.join('&')), response }
}

/** `schemaPrefix` is the prefix of the XML Schema namespace if the message declares one. */
function resultSample(
  name: string,
  attributes: Record<string, string>,
  result: Result,
  schemaPrefix: string,
): Element {
  if (result.kind === 'value') return element(name, attributes, placeholder(result.xsd))
  if (result.kind === 'dataset') {
    const schema = element(
      `${schemaPrefix}schema`,
      schemaPrefix ? {} : { xmlns: XSD },
      placeholder('schema'),
    )
    return element(name, attributes, [schema, placeholder('xml')])
  }
  const fields: Field<unknown>[] = Object.values(result.fields)
  const values = fields.map(({ wire, xsd }) => element(wire, {}, placeholder(xsd)))
  if (result.kind === 'record') return element(name, attributes, values)
  return element(name, attributes, [
    element(result.name, {}, values),
    element(result.name, {}, values),
  ])
}

const LENGTH = `Content-Length: ${placeholder('length')}`
const content = (type: string): string[] => [`Content-Type: ${type}; charset=utf-8`, LENGTH]
const message = (head: string[], body: string): string =>
  `${head.join('\n')}\n${body === '' ? '' : `\n${body}`}`
const answer = (type: string, body: string): string =>
  message(['HTTP/1.1 200 OK', ...content(type)], body)
