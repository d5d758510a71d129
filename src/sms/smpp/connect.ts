/**
 * The way to an SMPP gateway: TCP or TLS, with an end to each wait, and what went wrong in words.
 */
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import type { SmppUrl } from '../gateway-url.ts'

/**
 * Milliseconds to wait: for the connection with its TLS, for bind, for an answer to submit_sm, to
 * enquire_link, to unbind.
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

/** No session came about, or it has ended; in words that hold no password. */
export class SessionLost extends Error {
  override name = 'SessionLost'
  /** The gateway refused our log-in. */
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
  /** Ends the attempt, and the session. */
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
    const onAbort = () => fail('The connection was given up')
    const late = setTimeout(
      () => fail(`The gateway did not take the connection within ${timeOuts.connect / 1000} s`),
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

/** What node says about sockets, for people. */
export function inWords(error: NodeJS.ErrnoException, host: string): string {
  const code = error.code ?? ''
  if (code === 'ECONNREFUSED') return `Nothing takes connections at ${host} on that port`
  if (code === 'ENOTFOUND') return `No address is known for ${host}`
  if (code === 'EAI_AGAIN') return `The address of ${host} could not be looked up now`
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'The gateway broke the connection'
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH')
    return `There is no way to ${host} from here`
  if (code === 'ETIMEDOUT') return `${host} does not answer`
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The certificate of the gateway is not for ${host}`
  if (/^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code))
    return `The certificate of ${host} is not to be trusted: ${error.message}`
  if (/^(ERR_SSL|EPROTO|ERR_TLS)/.test(code))
    return `TLS with ${host} failed: ${'reason' in error ? error.reason : error.message}`
  if (error instanceof AggregateError && error.errors[0]) return inWords(error.errors[0], host)
  return code === '' ? error.message : `${host}: ${code}`
}
