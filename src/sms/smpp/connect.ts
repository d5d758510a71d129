/** Connects to an SMPP gateway by TCP or TLS, with timeouts and readable errors. */
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import type { SmppUrl } from '../gateway-url.ts'

/**
 * Timeouts in milliseconds: for the connection with TLS, and for the replies to bind, submit_sm,
 * enquire_link and unbind.
 */
export interface SmppTimeOuts {
  connect: number
  bind: number
  answer: number
  enquire: number
  unbind: number
}

export const TIME_OUTS: SmppTimeOuts = {
  connect: 30_000,
  bind: 30_000,
  answer: 60_000,
  enquire: 10_000,
  unbind: 2_000,
}

/** The session could not be opened, or has ended; the message contains no password. */
export class SessionLost extends Error {
  override name = 'SessionLost'
  /** The gateway rejected our login. */
  readonly aboutUs: boolean

  constructor(message: string, aboutUs = false) {
    super(message)
    this.aboutUs = aboutUs
  }
}

export interface ConnectOptions {
  url: SmppUrl
  timeOuts: SmppTimeOuts
  tls?: ConnectionOptions
  /** Aborts the attempt, and the session. */
  signal: AbortSignal
}

export function connect({ url, timeOuts, tls, signal }: ConnectOptions): Promise<Socket> {
  const { host, port } = url
  const name = isIP(host) === 0 ? { servername: host } : {}
  const socket = url.tls
    ? connectTls({
        host,
        port,
        ...name,
        minVersion: 'TLSv1.2',
        rejectUnauthorized: url.verify,
        ...tls,
      })
    : connectTcp({ host, port, noDelay: true, keepAlive: true })
  return new Promise((resolve, reject) => {
    const fail = (text: string) => {
      settle()
      socket.on('error', () => {})
      socket.destroy()
      reject(new SessionLost(text))
    }
    const onError = (error: NodeJS.ErrnoException) => fail(inWords(error, host))
    const onEnd = () => fail('The gateway closed the connection')
    const onAbort = () => fail('The connection was abandoned')
    const late = setTimeout(
      () => fail(`The connection to the gateway timed out after ${timeOuts.connect / 1000} s`),
      timeOuts.connect,
    )
    const settle = () => {
      clearTimeout(late)
      signal.removeEventListener('abort', onAbort)
      socket.off('error', onError).off('end', onEnd)
    }
    socket.on('error', onError).on('end', onEnd)
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) return onAbort()
    socket.once(url.tls ? 'secureConnect' : 'connect', () => {
      settle()
      resolve(socket)
    })
  })
}

/** Errors of Node.js about sockets, as messages for the operator. */
export function inWords(error: NodeJS.ErrnoException, host: string): string {
  const code = error.code ?? ''
  if (code === 'ECONNREFUSED') return `${host} refuses connections on that port`
  if (code === 'ENOTFOUND') return `The host ${host} is unknown`
  if (code === 'EAI_AGAIN') return `The address of ${host} can't be resolved now`
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'The gateway closed the connection'
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return `${host} is unreachable`
  if (code === 'ETIMEDOUT') return `${host} does not answer`
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The certificate of the gateway is not for ${host}`
  if (/^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code))
    return `The certificate of ${host} is not trusted: ${error.message}`
  if (/^(ERR_SSL|EPROTO|ERR_TLS)/.test(code))
    return `TLS with ${host} failed: ${'reason' in error ? error.reason : error.message}`
  if (error instanceof AggregateError && error.errors[0]) return inWords(error.errors[0], host)
  return code === '' ? error.message : `${host}: ${code}`
}
