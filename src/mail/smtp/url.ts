/**
 * The address of a relay as a URL: smtp://user:password@host:port?starttls=required, or smtps://
 * for implicit TLS (RFC 8314). Error messages never contain the password.
 */
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import {
  GRANT_OPTIONS,
  GrantError,
  queryOptions,
  readGrant,
  type TokenGrant,
  tokenHost,
} from '../../lib/token-grant.ts'

export type StartTls = 'required' | 'opportunistic' | 'never'
export type AuthMechanism = 'plain' | 'login' | 'cram-md5' | 'xoauth2'

export interface RelayAddress {
  host: string
  port: number
  /** TLS from the first byte. */
  implicitTls: boolean
  startTls: StartTls
  /** Whether the relay must present a valid certificate for its name. */
  verify: boolean
  /** The name for EHLO; default: the host of PUBLIC_URL, else the host name of this machine. */
  name?: string
  user?: string
  /** For XOAUTH2, the access token. */
  password?: string
  /** Default: the best mechanism that both sides support. */
  auth?: AuthMechanism
  /** How access tokens for XOAUTH2 are got, instead of a password. */
  grant?: TokenGrant
}

/**
 * An invalid relay address. The message is for the person who wrote it, and contains no password.
 */
export class SmtpUrlError extends Error {
  override name = 'SmtpUrlError'
}

const OPTIONS = ['starttls', 'name', 'auth', 'verify', ...GRANT_OPTIONS] as const

export function readSmtpUrl(text: string): RelayAddress {
  const [, scheme, rest] = /^(smtps?):\/\/(.*)$/is.exec(text.trim()) ?? []
  if (!scheme || rest === undefined)
    throw new SmtpUrlError(
      'The address of a relay has the form smtp://host:port or smtps://host:port',
    )
  if (/[\p{Cc}\s]/u.test(rest))
    throw new SmtpUrlError(
      'The address of a relay must not contain blanks or control characters; write them as ' +
        '%20 and so on',
    )
  const implicitTls = scheme.toLowerCase() === 'smtps'
  // The last @ ends the credentials, so that an email address can be a user name without escaping.
  const at = rest.lastIndexOf('@')
  const { user, password } = readCredentials(at < 0 ? '' : rest.slice(0, at))
  const [, place = '', query = ''] = /^([^/?#]*)\/?(?:\?(.*))?$/.exec(rest.slice(at + 1)) ?? []
  if (place === '')
    throw new SmtpUrlError(
      'The address of a relay names a host, and nothing but options after it: ' +
        'smtp://host:port?name=value',
    )
  const { host, port } = readPlace(place)
  const options = readOptions(query)

  const grant = grantIn(options)
  if (grant ? password !== undefined : user !== undefined && password === undefined)
    throw new SmtpUrlError(
      grant
        ? 'With token_url there is a user and no password before the @'
        : 'Before the @ both user:password are required',
    )
  const auth =
    oneOf('auth', options.auth, ['plain', 'login', 'cram-md5', 'xoauth2']) ??
    (grant ? 'xoauth2' : undefined)
  if (grant && auth !== 'xoauth2')
    throw new SmtpUrlError('Access tokens of token_url are for auth=xoauth2')
  if (auth && user === undefined)
    throw new SmtpUrlError(
      `auth=${auth} needs a user${grant ? '' : ' and a password'} before the host`,
    )
  const asked = oneOf('starttls', options.starttls, ['required', 'opportunistic', 'never'])
  if (asked && implicitTls)
    throw new SmtpUrlError(
      'smtps:// is encrypted from the first byte; leave out the option starttls',
    )
  // Credentials require STARTTLS by default: a man in the middle could remove STARTTLS from the
  // reply.
  const startTls = implicitTls
    ? 'never'
    : (asked ?? (user !== undefined && !isLoopback(host) ? 'required' : 'opportunistic'))
  // Opportunistic encryption does not protect from active attackers, so it gains nothing by
  // checking the certificate.
  const verify = { yes: true, no: false }[
    oneOf('verify', options.verify, ['yes', 'no']) ??
      (implicitTls || startTls === 'required' ? 'yes' : 'no')
  ]
  const name = options.name === undefined ? undefined : readName(options.name)
  // With credentials this is submission: port 587 by RFC 6409, 465 by RFC 8314.
  return {
    host,
    port: port ?? (implicitTls ? 465 : user === undefined ? 25 : 587),
    implicitTls,
    startTls,
    verify,
    name,
    user,
    password,
    auth,
    ...(grant && { grant }),
  }
}

/** The relay's address for display and logs, without the password. */
export function describeRelay({ host, port, implicitTls, user }: RelayAddress): string {
  const place = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
  return `${implicitTls ? 'smtps' : 'smtp'}://${user === undefined ? '' : `${encodeURIComponent(user)}@`}${place}`
}

/** Port and scheme that do not fit each other, in words. */
export function notesOnPort({ port, implicitTls }: RelayAddress): string[] {
  if (port === 465 && !implicitTls) return ['465 wants smtps://, and the address has smtp://']
  if ((port === 25 || port === 587) && implicitTls)
    return [`${port} wants smtp://, and the address has smtps://`]
  return []
}

/** Notes for an operator on a relay before it is used. */
export const notesOnRelay = (address: RelayAddress): string[] => [
  ...notesOnPort(address),
  ...(address.grant ? [`logs in by OAuth 2, with tokens of ${tokenHost(address.grant)}`] : []),
]

/** Whether the host is this machine, so that the connection can't be intercepted. */
export const isLoopback = (host: string): boolean =>
  /^(?:localhost|.+\.localhost)$/i.test(host) ||
  (isIP(host) === 4 && host.startsWith('127.')) ||
  host === '::1'

function readCredentials(text: string): { user?: string; password?: string } {
  if (text === '') return {}
  const colon = text.indexOf(':')
  if (colon < 0) return { user: controlled(decode(text, 'The user')) }
  if (colon < 1) throw new SmtpUrlError('Before the @ both user:password are required')
  const [user, password] = [
    controlled(decode(text.slice(0, colon), 'The user')),
    controlled(decode(text.slice(colon + 1), 'The password')),
  ]
  if (password === '') throw new SmtpUrlError('The password is empty')
  return { user, password }
}

function controlled(text: string): string {
  if (/\p{Cc}/u.test(text))
    throw new SmtpUrlError('The user and the password must not contain control characters')
  return text
}

function decode(text: string, what: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new SmtpUrlError(`${what} has an invalid % escape; write % as %25`)
  }
}

function readPlace(place: string): { host: string; port?: number } {
  const [, literal, name, digits] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d*))?$/.exec(place) ?? []
  const host = literal ?? domainToASCII(name ?? '')
  if (!host || (literal !== undefined && isIP(literal) !== 6)) {
    throw new SmtpUrlError(
      `The host of a relay is a name, an IPv4 address, or an IPv6 address in brackets, then :port`,
    )
  }
  if (digits === undefined || digits === '') return { host }
  const port = Number(digits)
  if (!(port >= 1 && port <= 65535))
    throw new SmtpUrlError(
      `The port of a relay is a number from 1 to 65535, not ${digits.slice(0, 10)}`,
    )
  return { host, port }
}

function readOptions(query: string): Partial<Record<(typeof OPTIONS)[number], string>> {
  const options: Partial<Record<(typeof OPTIONS)[number], string>> = {}
  for (const [key, value] of queryOptions(query)) {
    const option = OPTIONS.find(o => o === key.toLowerCase())
    // The name is not repeated: text after a ? that should have been %3F may be the end of a
    // password.
    if (!option)
      throw new SmtpUrlError(
        `The options of a relay are ${OPTIONS.join(', ')}; the address has another`,
      )
    if (options[option] !== undefined) throw new SmtpUrlError(`${option} is given twice`)
    options[option] = value
  }
  return options
}

function grantIn(options: Partial<Record<(typeof OPTIONS)[number], string>>) {
  try {
    return readGrant(options)
  } catch (error) {
    if (!(error instanceof GrantError)) throw error
    throw new SmtpUrlError(error.message, { cause: error })
  }
}

function oneOf<const T extends string>(
  option: string,
  value: string | undefined,
  choices: T[],
): T | undefined {
  const found = choices.find(choice => choice === value?.toLowerCase())
  if (value !== undefined && !found)
    throw new SmtpUrlError(`${option} is one of ${choices.join(', ')}`)
  return found
}

/** The relay, greeted by the host of PUBLIC_URL unless its own URL has a name for that. */
export function greetedBy(relay: RelayAddress, publicUrl: string | undefined): RelayAddress {
  const host = publicUrl === undefined ? '' : new URL(publicUrl).hostname
  // An IP address or `localhost` says less than the name of the machine.
  return relay.name === undefined && /\.[a-z][a-z0-9-]*$/.test(host)
    ? { ...relay, name: host }
    : relay
}

/** RFC 5321 4.1.4: EHLO carries a domain name, or an address in brackets. */
function readName(text: string): string {
  const literal = /^\[(?:IPv6:)?([0-9a-f.:]+)\]$/i.exec(text)
  if (literal && isIP(literal[1]!)) return text
  // domainToASCII alone would drop line ends silently.
  const name = /\p{Cc}/u.test(text) ? '' : domainToASCII(text)
  if (!/^[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?$/i.test(name))
    throw new SmtpUrlError('name is what we say in EHLO: a domain name, or an address in brackets')
  return name
}
