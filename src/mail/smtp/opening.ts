/**
 * Opens a connection that is ready for messages: connect, greeting, EHLO, STARTTLS, EHLO again,
 * AUTH. On failure returns a verdict with the reason.
 */
import { hostname } from 'node:os'
import type { ConnectionOptions } from 'node:tls'
import { accessToken, dropToken, NoToken } from '../../lib/access-tokens.ts'
import type { ServerCertificate } from '../../lib/server-certificate.ts'
import type { TokenGrant } from '../../lib/token-grant.ts'
import { type Ask, authenticate, chooseMechanism, isPlaintext } from './auth.ts'
import type { SmtpReply } from './reply.ts'
import { isLoopback, type RelayAddress } from './url.ts'
import { type RelayVerdict, type Stage, unansweredFor, verdictOf } from './verdict.ts'
import { BrokenConnection, openWire, type Wire } from './wire.ts'
import { relaySentence } from './words.ts'

/** Time limits of the steps, in milliseconds. */
export interface TimeOuts {
  connect: number
  greeting: number
  /** EHLO, STARTTLS with its handshake, AUTH. */
  hello: number
  mail: number
  rcpt: number
  data: number
  /** For each slice of a message to be sent. */
  content: number
  dot: number
  quit: number
}

const MINUTE = 60_000

/** RFC 5321 4.5.3.2, which has no limit for connecting; QUIT is optional, so its limit is short. */
export const TIME_OUTS: TimeOuts = {
  connect: MINUTE,
  greeting: 5 * MINUTE,
  hello: 5 * MINUTE,
  mail: 5 * MINUTE,
  rcpt: 5 * MINUTE,
  data: 2 * MINUTE,
  content: 3 * MINUTE,
  dot: 10 * MINUTE,
  quit: 5000,
}

/** Extensions announced in the reply to EHLO. */
export interface Offers {
  pipelining: boolean
  /**
   * Largest message in octets; 0 if unlimited or not stated, null if SIZE (RFC 1870) is not
   * offered.
   */
  size: number | null
  eightBit: boolean
  utf8: boolean
  dsn: boolean
  startTls: boolean
  auth: string[]
}

export interface OpeningOptions {
  address: RelayAddress
  timeOuts: TimeOuts
  tls?: ConnectionOptions
  /** Called at each step that an answer is awaited at. */
  onStage?: (stage: Stage) => void
  /** Called when the connection has been encrypted. */
  onCertificate?: (shown: ServerCertificate | null) => void
  /** Aborts the attempt. */
  signal: AbortSignal
}

export interface OpenedConnection {
  wire: Wire
  offers: Offers
}

export async function open(options: OpeningOptions): Promise<OpenedConnection | RelayVerdict> {
  const { address, timeOuts, signal } = options
  let stage: Stage = 'connect'
  const reach = (next: Stage): void => {
    stage = next
    options.onStage?.(next)
  }
  reach('connect')
  const wire = openWire(address.host, address.port)
  const giveUp = (): void => wire.destroy()
  signal.addEventListener('abort', giveUp)
  try {
    await wire.connected(timeOuts.connect)
    if (address.implicitTls) await secured(wire, options)

    reach('greeting')
    const greeting = await wire.reply(timeOuts.greeting)
    if (greeting.code !== 220) return leave(wire, verdictOf(stage, greeting))

    reach('ehlo')
    let offers = await greet(wire, options)
    if ('outcome' in offers) return leave(wire, offers)

    if (address.startTls !== 'never' && offers.startTls) {
      reach('starttls')
      wire.write('STARTTLS\r\n')
      const go = await wire.reply(timeOuts.hello)
      if (go.code !== 220) return leave(wire, verdictOf(stage, go))
      await secured(wire, options)
      reach('ehlo')
      // RFC 3207 4.2: extensions announced before TLS must be discarded.
      offers = await greet(wire, options)
      if ('outcome' in offers) return leave(wire, offers)
    } else if (address.startTls === 'required') {
      return leave(wire, unansweredFor('starttls', relaySentence('smtp-no-starttls')))
    }

    if (address.user !== undefined) {
      reach('auth')
      const refused = await logIn(wire, offers, options, address.user)
      if (refused) return leave(wire, refused)
    }
    return { wire, offers }
  } catch (error) {
    wire.destroy()
    if (error instanceof BrokenConnection) return unansweredFor(stage, error.sentence)
    throw error
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}

async function secured(wire: Wire, options: OpeningOptions): Promise<void> {
  await wire.secure(tlsOptions(options), options.timeOuts.hello)
  options.onCertificate?.(wire.certificate())
}

function leave(wire: Wire, verdict: RelayVerdict): RelayVerdict {
  wire.write('QUIT\r\n')
  wire.destroy()
  return verdict
}

const tlsOptions = ({ address, tls }: OpeningOptions): ConnectionOptions => ({
  minVersion: 'TLSv1.2',
  rejectUnauthorized: address.verify,
  ...tls,
})

async function greet(
  wire: Wire,
  { address, timeOuts }: OpeningOptions,
): Promise<Offers | RelayVerdict> {
  const name = address.name ?? ownName(wire)
  wire.write(`EHLO ${name}\r\n`)
  const reply = await wire.reply(timeOuts.hello)
  if (reply.code === 250) return readOffers(reply)
  // RFC 5321 3.2: a server without EHLO is old, not broken.
  if (reply.code !== 500 && reply.code !== 502) return verdictOf('ehlo', reply)
  wire.write(`HELO ${name}\r\n`)
  const old = await wire.reply(timeOuts.hello)
  return old.code === 250 ? readOffers({ ...old, lines: [] }) : verdictOf('ehlo', old)
}

function readOffers({ lines }: SmtpReply): Offers {
  const offers: Offers = {
    pipelining: false,
    size: null,
    eightBit: false,
    utf8: false,
    dsn: false,
    startTls: false,
    auth: [],
  }
  for (const line of lines.slice(1)) {
    // Some servers wrote "AUTH=LOGIN" before the standard.
    const [keyword = '', ...values] = line.trim().toUpperCase().split(/[ =]+/)
    if (keyword === 'PIPELINING') offers.pipelining = true
    else if (keyword === 'SIZE')
      offers.size = /^\d{1,15}$/.test(values[0] ?? '') ? Number(values[0]) : 0
    else if (keyword === '8BITMIME') offers.eightBit = true
    else if (keyword === 'SMTPUTF8') offers.utf8 = true
    else if (keyword === 'DSN') offers.dsn = true
    else if (keyword === 'STARTTLS') offers.startTls = true
    else if (keyword === 'AUTH') offers.auth.push(...values)
  }
  return offers
}

async function logIn(
  wire: Wire,
  offers: Offers,
  options: OpeningOptions,
  user: string,
): Promise<RelayVerdict | null> {
  const { address, timeOuts } = options
  const mechanism = chooseMechanism(offers.auth, wire.encrypted(), address.auth)
  if (!mechanism) {
    const wanted = address.auth ?? ''
    const offered = offers.auth.join(', ').slice(0, 200)
    return unansweredFor(
      'auth',
      offered === ''
        ? relaySentence('smtp-no-mechanism', { wanted })
        : relaySentence('smtp-other-mechanisms', { offered, wanted }),
    )
  }
  if (
    !wire.encrypted() &&
    isPlaintext(mechanism) &&
    address.startTls !== 'never' &&
    !isLoopback(address.host)
  ) {
    return unansweredFor('auth', relaySentence('smtp-in-the-clear'))
  }
  const ask: Ask = line => {
    wire.write(`${line}\r\n`)
    return wire.reply(timeOuts.hello)
  }
  const { grant, password = '' } = address
  const reply = grant
    ? await authenticateByToken(ask, grant, user)
    : await authenticate(ask, mechanism, user, password)
  if ('outcome' in reply) return reply
  return reply.code === 235 ? null : verdictOf('auth', reply)
}

/** A server may end a token before its time: once more with a new one. */
async function authenticateByToken(
  ask: Ask,
  grant: TokenGrant,
  user: string,
): Promise<SmtpReply | RelayVerdict> {
  try {
    const { token } = await accessToken(grant)
    const reply = await authenticate(ask, 'xoauth2', user, token)
    if (reply.code !== 535) return reply
    dropToken(grant, token)
    const { token: another } = await accessToken(grant)
    return await authenticate(ask, 'xoauth2', user, another)
  } catch (error) {
    if (!(error instanceof NoToken)) throw error
    const verdict = unansweredFor('auth', ...error.sentences)
    return error.refused ? { ...verdict, about: 'us' } : verdict
  }
}

/** RFC 5321 4.1.4: a client without a name sends its address in brackets. */
function ownName(wire: Wire): string {
  const name = hostname()
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(name)) return name
  const address = wire.localAddress() ?? '127.0.0.1'
  return address.includes(':') ? `[IPv6:${address}]` : `[${address}]`
}
