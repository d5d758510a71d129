/**
 * The URL of a gateway: smpp://user:password@host:2775?window=50&rate=100&from=Pennypost, smpps://
 * for TLS, or the http(s) URL of an HTTP gateway. Error messages never contain the secret.
 */
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { isSmsSender } from './sender.ts'

/**
 * How an SMS of several segments is sent: with a user data header in each (UDH), with SAR
 * parameters, or whole in message_payload, for the gateway to split.
 */
export type Concatenation = 'udh' | 'sar' | 'payload'

export interface SmppUrl {
  host: string
  port: number
  tls: boolean
  /** Whether the gateway's certificate must be valid for its name. */
  verify: boolean
  user: string
  password: string
  systemType: string
  /** Maximum segments without a reply. */
  window: number
  /** SMS per second over all processes; null for no limit. */
  rate: number | null
  from: string
  long: Concatenation
  /** Seconds of silence before an enquire_link is sent. */
  enquireSeconds: number
}

/** An invalid URL. The message is for its author, and contains no password. */
export class GatewayUrlError extends Error {
  override name = 'GatewayUrlError'
}

/** The URL of an HTTP gateway, with options in its fragment, which is never sent (RFC 9110 7.1). */
export interface HttpUrl {
  /** The URL without its fragment; may contain placeholders. */
  address: string
  from: string
  /** Segments per second over all processes; null for no limit. */
  rate: number | null
  /** Maximum concurrent requests of each process. */
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
      'The address of a gateway has no blanks or control characters; write them as %20 and so on',
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
  const options = readOptions('an HTTP gateway', HTTP_OPTIONS, fragment)
  return {
    address,
    from: readSender(options.from ?? ''),
    rate: rateIn(options),
    connections: number('connections', options.connections, 1, 200, 10),
  }
}

/** The gateway for display and logs. */
export function describeSmpp({ host, port, tls, user }: SmppUrl): string {
  const name = user === '' ? '' : `${encodeURIComponent(user)}@`
  return `${tls ? 'smpps' : 'smpp'}://${name}${isIP(host) === 6 ? `[${host}]` : host}:${port}`
}

/** If empty, the gateway chooses. */
export function readSender(text: string): string {
  if (text === '' || isSmsSender(text)) return text
  throw new GatewayUrlError(
    'The sender of SMS is a number like +46701234567, a short number, or up to 11 letters ' +
      'and digits',
  )
}

function readCredentials(text: string): { user: string; password: string } {
  const colon = text.indexOf(':')
  if (text !== '' && colon < 1)
    throw new GatewayUrlError('The part before the @ is user:password, both')
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
      'The host of a gateway is a name, an IPv4 address, or an IPv6 address in brackets, ' +
        'then :port',
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
    // The name is not repeated: after a ? that should have been %3F it may be the end of a
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
