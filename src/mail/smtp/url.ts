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
import { type RelaySentence, relaySentence, type relayWords, withoutStop } from './words.ts'

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
 * An invalid relay address. The sentence is for the person who wrote it, and contains no password;
 * the message is the sentence without its full stop.
 */
export class SmtpUrlError extends Error {
  override name = 'SmtpUrlError'
  readonly sentence: RelaySentence
  constructor(sentence: RelaySentence, options?: ErrorOptions) {
    super(withoutStop(sentence.detail), options)
    this.sentence = sentence
  }
}

const wrong = <Code extends keyof typeof relayWords>(
  code: Code,
  ...values: Parameters<(typeof relayWords)[Code]>
): SmtpUrlError => new SmtpUrlError(relaySentence(code, ...values))

const OPTIONS = ['starttls', 'name', 'auth', 'verify', ...GRANT_OPTIONS] as const

export function readSmtpUrl(text: string): RelayAddress {
  const [, scheme, rest] = /^(smtps?):\/\/(.*)$/is.exec(text.trim()) ?? []
  if (!scheme || rest === undefined) throw wrong('smtp-form')
  if (/[\p{Cc}\s]/u.test(rest)) throw wrong('smtp-blanks')
  const implicitTls = scheme.toLowerCase() === 'smtps'
  // The last @ ends the credentials, so that an email address can be a user name without escaping.
  const at = rest.lastIndexOf('@')
  const { user, password } = readCredentials(at < 0 ? '' : rest.slice(0, at))
  const [, place = '', query = ''] = /^([^/?#]*)\/?(?:\?(.*))?$/.exec(rest.slice(at + 1)) ?? []
  if (place === '') throw wrong('smtp-place')
  const { host, port } = readPlace(place)
  const options = readOptions(query)

  const grant = grantIn(options)
  if (grant ? password !== undefined : user !== undefined && password === undefined)
    throw wrong(grant ? 'smtp-token-password' : 'smtp-user-password')
  const auth =
    oneOf('auth', options.auth, ['plain', 'login', 'cram-md5', 'xoauth2']) ??
    (grant ? 'xoauth2' : undefined)
  if (grant && auth !== 'xoauth2') throw wrong('smtp-token-auth')
  if (auth && user === undefined)
    throw wrong(grant ? 'smtp-auth-user' : 'smtp-auth-password', { auth })
  const asked = oneOf('starttls', options.starttls, ['required', 'opportunistic', 'never'])
  if (asked && implicitTls) throw wrong('smtp-starttls')
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

/** Port and scheme that do not fit each other. */
export function notesOnPort({ port, implicitTls }: RelayAddress): RelaySentence[] {
  if (port === 465 && !implicitTls) return [relaySentence('smtp-wants-tls', { port })]
  if ((port === 25 || port === 587) && implicitTls)
    return [relaySentence('smtp-wants-plain', { port })]
  return []
}

/** Notes for an operator on a relay before it is used. */
export function notesOnRelay(address: RelayAddress): RelaySentence[] {
  const notes = notesOnPort(address)
  if (address.grant) notes.push(relaySentence('smtp-by-tokens', { host: tokenHost(address.grant) }))
  return notes
}

/** Whether the host is this machine, so that the connection can't be intercepted. */
export const isLoopback = (host: string): boolean =>
  /^(?:localhost|.+\.localhost)$/i.test(host) ||
  (isIP(host) === 4 && host.startsWith('127.')) ||
  host === '::1'

function readCredentials(text: string): { user?: string; password?: string } {
  if (text === '') return {}
  const colon = text.indexOf(':')
  if (colon < 0) return { user: controlled(decode(text, 'smtp-user-escape')) }
  if (colon < 1) throw wrong('smtp-user-password')
  const [user, password] = [
    controlled(decode(text.slice(0, colon), 'smtp-user-escape')),
    controlled(decode(text.slice(colon + 1), 'smtp-password-escape')),
  ]
  if (password === '') throw wrong('smtp-password-empty')
  return { user, password }
}

function controlled(text: string): string {
  if (/\p{Cc}/u.test(text)) throw wrong('smtp-controls')
  return text
}

function decode(text: string, not: 'smtp-user-escape' | 'smtp-password-escape'): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw wrong(not)
  }
}

function readPlace(place: string): { host: string; port?: number } {
  const [, literal, name, digits] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d*))?$/.exec(place) ?? []
  const host = literal ?? domainToASCII(name ?? '')
  if (!host || (literal !== undefined && isIP(literal) !== 6)) throw wrong('smtp-host')
  if (digits === undefined || digits === '') return { host }
  const port = Number(digits)
  if (!(port >= 1 && port <= 65535)) throw wrong('smtp-port', { port: digits.slice(0, 10) })
  return { host, port }
}

function readOptions(query: string): Partial<Record<(typeof OPTIONS)[number], string>> {
  const options: Partial<Record<(typeof OPTIONS)[number], string>> = {}
  for (const [key, value] of queryOptions(query)) {
    const option = OPTIONS.find(o => o === key.toLowerCase())
    // The name is not repeated: text after a ? that should have been %3F may be the end of a
    // password.
    if (!option) throw wrong('smtp-options', { options: OPTIONS.join(', ') })
    if (options[option] !== undefined) throw wrong('smtp-option-twice', { option })
    options[option] = value
  }
  return options
}

function grantIn(options: Partial<Record<(typeof OPTIONS)[number], string>>) {
  try {
    return readGrant(options)
  } catch (error) {
    if (!(error instanceof GrantError)) throw error
    throw new SmtpUrlError(error.sentence, { cause: error })
  }
}

function oneOf<const T extends string>(
  option: string,
  value: string | undefined,
  choices: T[],
): T | undefined {
  const found = choices.find(choice => choice === value?.toLowerCase())
  if (value !== undefined && !found)
    throw wrong('smtp-option', { option, choices: choices.join(', ') })
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
  if (!/^[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?$/i.test(name)) throw wrong('smtp-name')
  return name
}
