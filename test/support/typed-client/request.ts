/**
 * A call as it goes over the wire in each of the four bindings: typed input to texts, texts to a
 * request.
 */
import { credentials } from '../../../src/contract/index.ts'
import type { Param } from '../../../src/contract/params.ts'
import type { Operation } from '../../../src/contract/types.ts'
import { escapeAttribute, escapeText, findIllegal } from '../../../src/lib/xml/xml.ts'

export type Binding = 'soap11' | 'soap12' | 'get' | 'post'
export const bindings: readonly Binding[] = ['soap11', 'soap12', 'get', 'post']

/**
 * Parameters by their wire name. A parameter that is undefined is not sent; a list is sent item by
 * item.
 */
export type Texts = Record<string, string | string[] | undefined>

export interface WireRequest {
  method: 'GET' | 'POST'
  /** What follows the address of the service. */
  tail: string
  headers: Record<string, string>
  body: string
}

const ENVELOPES = {
  soap11: 'http://schemas.xmlsoap.org/soap/envelope/',
  soap12: 'http://www.w3.org/2003/05/soap-envelope',
}

/**
 * Input under our names to texts. Absent values are left out of an envelope and empty in a form,
 * which must name everything.
 */
export function textsOf(
  operation: Operation,
  input: Record<string, unknown>,
  binding: Binding,
): Texts {
  const overSoap = binding === 'soap11' || binding === 'soap12'
  const texts: Texts = {}
  for (const [key, param] of Object.entries({ ...credentials, ...operation.params })) {
    const value = input[key]
    if (value === undefined || value === null) {
      if (!overSoap) texts[param.wire] = ''
    } else texts[param.wire] = textOf(param, value, overSoap)
  }
  return texts
}

function textOf(param: Param<unknown>, value: unknown, overSoap: boolean): string | string[] {
  if (param.xsd === 'ints')
    return (value as number[]).length > 0 || overSoap ? (value as number[]).map(String) : ''
  const text = param.write(value)
  // A character is its number in SOAP, and no character is 0.
  return param.xsd === 'char' && overSoap ? String(text === '' ? 0 : text.charCodeAt(0)) : text
}

export function requestOf(
  name: string,
  texts: Texts,
  namespace: string,
  binding: Binding,
): WireRequest {
  if (binding === 'get')
    return { method: 'GET', tail: `/${name}?${encodeForm(texts)}`, headers: {}, body: '' }
  if (binding === 'post') {
    return {
      method: 'POST',
      tail: `/${name}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: encodeForm(texts),
    }
  }
  const headers: Record<string, string> =
    binding === 'soap11'
      ? { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${namespace}${name}"` }
      : { 'content-type': 'application/soap+xml; charset=utf-8' }
  return {
    method: 'POST',
    tail: '',
    headers,
    body: envelope(name, texts, namespace, ENVELOPES[binding]),
  }
}

function encodeForm(texts: Texts): string {
  const pairs: string[] = []
  for (const [name, value] of Object.entries(texts)) {
    if (value === undefined) continue
    for (const item of Array.isArray(value) ? value : [value]) {
      pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(item)}`)
    }
  }
  return pairs.join('&')
}

function envelope(name: string, texts: Texts, namespace: string, uri: string): string {
  let inside = ''
  for (const [param, value] of Object.entries(texts)) {
    if (value === undefined) continue
    const content = Array.isArray(value)
      ? value.map(item => `<int>${escaped(item)}</int>`).join('')
      : escaped(value)
    inside += `<${param}>${content}</${param}>`
  }
  return (
    `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${uri}"><soap:Body>` +
    `<${name} xmlns="${escapeAttribute(namespace)}">${inside}</${name}></soap:Body></soap:Envelope>`
  )
}

/**
 * A bare CR would arrive as LF. What XML can't carry at all is an error of the caller's, not
 * something to leave out unsaid.
 */
function escaped(text: string): string {
  if (findIllegal(text) >= 0)
    throw new TypeError('a value holds a character that XML has no way to carry')
  return escapeText(text).replaceAll('\r', '&#13;')
}
