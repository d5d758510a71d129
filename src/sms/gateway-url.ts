/**
 * The address of a gateway in one line:
 * smpp://user:password@host:2775?window=50&rate=100&from=Pennypost, smpps:// for TLS, or the
 * http(s) address of a gateway that is asked by HTTP. What is wrong with one is said in words that
 * never repeat the secret.
 */
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

/**
 * How an SMS of several segments is sent: with a header in each, with parameters beside each, or
 * whole, for the gateway to part.
 */
export type Concatenation = 'udh' | 'sar' | 'payload'

export interface SmppUrl {
  host: string
  port: number
  tls: boolean
  /** Whether the gateway must show a certificate that is valid for its name. */
  verify: boolean
  user: string
  password: string
  systemType: string
  /** How many segments may be without an answer at a time. */
  window: number
  /** SMS a second over all processes; null for no limit. */
  rate: number | null
  from: string
  long: Concatenation
  /** Seconds without a word until the gateway is asked whether it is there. */
  enquireSeconds: number
}

/**
 * An address that can't be used. The message is for the person who wrote it, and holds no password.
 */
export class GatewayUrlError extends Error {
  override name = 'GatewayUrlError'
}

/**
 * The address of a gateway that is asked by HTTP, and what stands behind its #:
 * a fragment is never sent (RFC 9110 7.1).
 */
export interface HttpUrl {
  /** The address without its fragment; it may hold placeholders. */
  address: string
  from: string
  /** Segments a second over all processes; null for no limit. */
  rate: number | null
  /** How many requests each process makes at a time. */
  connections: number
}

const SMPP_OPTIONS = ['window', 'rate', 'from', 'system_type', 'verify', 'long', 'enquire'] as const
const HTTP_OPTIONS = ['rate', 'from', 'connections'] as const
type Options<Name extends string> = Partial<Record<Name, string>>

export const isSmppUrl = (text: string): boolean => /^smpps?:\/\//i.test(text.trim())

export function readSmppUrl(given: string): SmppUrl {
  const [, scheme, rest] = /^(smpps?):\/\/(.*)$/is.exec(given.trim()) ?? []
  if (!scheme || rest === undefined)
    throw new GatewayUrlError(
      'A gateway is written smpp://user:password@host:port, smpps:// or https://',
    )
  if (/[\p{Cc}\s]/u.test(rest))
    throw new GatewayUrlError(
      'The address of a gateway holds no blanks or control characters; write them as %20 and so on',
    )
  const tls = scheme.toLowerCase() === 'smpps'
  // The last @ before the options ends the credentials.
  const query =
    rest.lastIndexOf('?') > rest.lastIndexOf('@')
      ? rest.indexOf('?', rest.lastIndexOf('@') + 1)
      : -1
  const authority = (query < 0 ? rest : rest.slice(0, query)).replace(/\/$/, '')
  const at = authority.lastIndexOf('@')
  const { user, password } = readCredentials(at < 0 ? '' : authority.slice(0, at))
  const { host, port } = readPlace(authority.slice(at + 1))
  const options = readOptions(
    'an SMPP gateway',
    SMPP_OPTIONS,
    query < 0 ? '' : rest.slice(query + 1),
  )
  return {
    host,
    port: port ?? (tls ? 3550 : 2775),
    tls,
    verify: oneOf('verify', options.verify, ['yes', 'no'], 'yes') === 'yes',
    user,
    password,
    systemType: ascii('system_type', options.system_type ?? '', 12),
    window: number('window', options.window, 1, 1000, 50),
    rate: rateIn(options),
    from: readSender(options.from ?? ''),
    long: oneOf('long', options.long, ['udh', 'sar', 'payload'], 'udh'),
    enquireSeconds: number('enquire', options.enquire, 1, 3600, 30),
  }
}

export function readHttpUrl(given: string): HttpUrl {
  const [, address = '', fragment = ''] = /^([^#]*)#?(.*)$/s.exec(given.trim()) ?? []
  const options = readOptions('a gateway that is asked by HTTP', HTTP_OPTIONS, fragment)
  return {
    address,
    from: readSender(options.from ?? ''),
    rate: rateIn(options),
    connections: number('connections', options.connections, 1, 200, 10),
  }
}

/** The gateway as it may be shown and logged. */
export function describeSmpp({ host, port, tls, user }: SmppUrl): string {
  const name = user === '' ? '' : `${encodeURIComponent(user)}@`
  return `${tls ? 'smpps' : 'smpp'}://${name}${isIP(host) === 6 ? `[${host}]` : host}:${port}`
}

/**
 * Who an SMS is from: a number with +, a short number, or up to eleven letters, digits and blanks
 * (3GPP TS 23.040, 9.1.2.5). Empty leaves it to the gateway.
 */
export function readSender(text: string): string {
  if (text === '' || /^\+[1-9]\d{4,14}$/.test(text) || /^\d{3,15}$/.test(text)) return text
  if (/^(?=.*[A-Za-z])[A-Za-z0-9 ._&-]{1,11}$/.test(text) && text.trim() === text) return text
  throw new GatewayUrlError(
    'The sender of SMS is a number like +46701234567, a short number, or up to 11 letters and digits',
  )
}

function readCredentials(text: string): { user: string; password: string } {
  const colon = text.indexOf(':')
  if (text !== '' && colon < 1) throw new GatewayUrlError('Before the @ stand user:password, both')
  // SMPP 3.4, 5.2.1 and 5.2.2: 15 and 8 characters.
  return {
    user: ascii('The user', decode(text.slice(0, Math.max(0, colon))), 15),
    password: ascii('The password', decode(text === '' ? '' : text.slice(colon + 1)), 8),
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new GatewayUrlError(
      'User or password has a % that does not begin a character; write it as %25',
    )
  }
}

function ascii(what: string, text: string, most: number): string {
  if (!/^[ -~]*$/.test(text) || text.length > most)
    throw new GatewayUrlError(`${what} has at most ${most} characters of ASCII in SMPP`)
  return text
}

function readPlace(place: string): { host: string; port?: number } {
  const [, literal, name, digits] = /^(?:\[([^\]]*)\]|([^:/]*))(?::(\d*))?$/.exec(place) ?? []
  const host = literal ?? domainToASCII(name ?? '')
  if (!host || (literal !== undefined && isIP(literal) !== 6))
    throw new GatewayUrlError(
      'The host of a gateway is a name, an IPv4 address, or an IPv6 address in brackets, then :port',
    )
  if (digits === undefined || digits === '') return { host }
  const port = Number(digits)
  if (!(port >= 1 && port <= 65535))
    throw new GatewayUrlError('The port of a gateway is a number from 1 to 65535')
  return { host, port }
}

const rateIn = ({ rate }: Options<'rate'>): number | null =>
  rate === undefined ? null : number('rate', rate, 1, 100_000, 0)

function readOptions<Name extends string>(
  of: string,
  names: readonly Name[],
  query: string,
): Options<Name> {
  const options: Options<Name> = {}
  for (const [key, value] of new URLSearchParams(query)) {
    const option = names.find(one => one === key.toLowerCase())
    // The name is not repeated: what stands after a ? that should have been %3F may be the end of a
    // password.
    if (!option)
      throw new GatewayUrlError(
        `The options of ${of} are ${names.join(', ')}; the address has another`,
      )
    if (options[option] !== undefined) throw new GatewayUrlError(`${option} is given twice`)
    options[option] = value
  }
  return options
}

function number(
  option: string,
  text: string | undefined,
  from: number,
  to: number,
  usual: number,
): number {
  if (text === undefined) return usual
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= from && value <= to))
    throw new GatewayUrlError(`${option} is a whole number from ${from} to ${to}`)
  return value
}

function oneOf<const T extends string>(
  option: string,
  value: string | undefined,
  choices: T[],
  usual: T,
): T {
  const found = choices.find(choice => choice === value?.toLowerCase())
  if (value !== undefined && !found)
    throw new GatewayUrlError(`${option} is one of ${choices.join(', ')}`)
  return found ?? usual
}
