/**
 * The request to an HTTP gateway: a URL and, for POST, a body, both with placeholders. Values are
 * escaped for their position. The operator sets the URL, so it may be on this machine or in a
 * private network, unlike those that callers pass.
 */
import { GatewayUrlError } from '../gateway-url.ts'

export interface HttpTemplate {
  /** With placeholders. */
  url: string
  /** Empty for GET; JSON if it begins with {, otherwise a form. */
  body: string
  headers: Record<string, string | undefined>
  /** What the response must match, besides a status of 200 to 299. */
  ok?: RegExp
  /** Its first group is the gateway's id. */
  id?: RegExp
}

export const PLACEHOLDERS = [
  'to',
  'digits',
  'from',
  'text',
  'id',
  'callback',
  'coding',
  'segments',
] as const
export type Values = Record<(typeof PLACEHOLDERS)[number], string>

const PLACEHOLDER = /\{([a-z]+)\}/g

export function readHttpTemplate(
  url: string,
  body: string,
  headers: string,
  ok: string,
  id: string,
): HttpTemplate {
  const given = url.trim()
  const blank = given.replace(PLACEHOLDER, 'x')
  const parsed = URL.parse(blank)
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    throw new GatewayUrlError(
      'A gateway is written smpp://user:password@host:port, smpps:// or https://',
    )
  if (/^[a-z]+:\/\/[^/?#]*\{/i.test(given))
    throw new GatewayUrlError('Host and login of a gateway have no placeholders')
  for (const [, name] of `${given} ${isJson(body) ? '' : body}`.matchAll(PLACEHOLDER)) known(name!)
  if (isJson(body)) checkJson(body)
  for (const needed of ['text', 'to'])
    if (!new RegExp(needed === 'to' ? '\\{(to|digits)\\}' : '\\{text\\}').test(given + body))
      throw new GatewayUrlError(
        'The URL of a gateway has no placeholder for the ' +
          `${needed === 'to' ? 'number' : 'text'}: {${needed}}`,
      )
  return { url: given, body, headers: readHeaders(headers), ok: pattern(ok), id: pattern(id) }
}

/** For display: without credentials and query, which often has passwords. */
export function describeHttp({ url }: HttpTemplate): string {
  const { origin, pathname } = new URL(url.replace(PLACEHOLDER, 'x'))
  return `${origin}${pathname}`
}

export interface GatewayRequest {
  target: URL
  method: 'GET' | 'POST'
  headers: Record<string, string | undefined>
  content: string
}

/** The request for an SMS. */
export function requestOf({ url, body, headers }: HttpTemplate, values: Values): GatewayRequest {
  const inAddress = (value: string) => encodeURIComponent(value)
  const target = new URL(fill(url, values, inAddress))
  const basic =
    target.username === ''
      ? {}
      : {
          authorization:
            'Basic ' +
            `${btoa(`${decodeURIComponent(target.username)}:${decodeURIComponent(target.password)}`)}`,
        }
  target.username = ''
  target.password = ''
  target.hash = ''
  const json = isJson(body)
  const content = fill(body, values, json ? value => JSON.stringify(value).slice(1, -1) : inAddress)
  const type = json ? 'application/json' : 'application/x-www-form-urlencoded'
  return {
    target,
    method: body === '' ? 'GET' : 'POST',
    headers: { ...basic, ...(body === '' ? {} : { 'content-type': type }), ...headers },
    content,
  }
}

const isJson = (body: string): boolean => /^\s*\{\s*"/.test(body)

const fill = (template: string, values: Values, escaped: (value: string) => string): string =>
  template.replace(PLACEHOLDER, (whole, name: string) =>
    name in values ? escaped(values[name as keyof Values]) : whole,
  )

function known(name: string): void {
  if (!PLACEHOLDERS.some(one => one === name))
    throw new GatewayUrlError(
      `There is no {${name}}: the placeholders are ` +
        `${PLACEHOLDERS.map(one => `{${one}}`).join(', ')}`,
    )
}

/** With placeholders filled in, it must still be JSON. */
function checkJson(body: string): void {
  const values = Object.fromEntries(PLACEHOLDERS.map(name => [name, '"\\'])) as Values
  try {
    JSON.parse(fill(body, values, value => JSON.stringify(value).slice(1, -1)))
  } catch {
    throw new GatewayUrlError(
      'The body is no JSON, with its placeholders in quotes like {"to": "{to}", "text": "{text}"}',
    )
  }
}

function readHeaders(text: string): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const line of text.split('|').map(one => one.trim())) {
    if (line === '') continue
    const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):([\t -~]*)$/.exec(line) ?? []
    if (name === undefined || value === undefined)
      throw new GatewayUrlError('Headers are written "Name: value", with | between several')
    headers[name.toLowerCase()] = value.trim()
  }
  return headers
}

function pattern(text: string): RegExp | undefined {
  if (text === '') return undefined
  try {
    return new RegExp(text, 's')
  } catch {
    throw new GatewayUrlError('The pattern for a response is a regular expression')
  }
}
