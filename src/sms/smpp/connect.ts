/** Connects to an SMPP gateway by TCP or TLS, with timeouts and readable errors. */
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import type { SmppUrl } from '../gateway-url.ts'
import { gatewayWords } from '../words.ts'

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
    const onEnd = () => fail(gatewayWords['gateway-hung-up']())
    const onAbort = () => fail(gatewayWords['gateway-abandoned']())
    const late = setTimeout(
      () => fail(gatewayWords['gateway-connect']({ seconds: timeOuts.connect / 1000 })),
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
  if (code === 'ECONNREFUSED') return gatewayWords['gateway-refuses']({ host })
  if (code === 'ENOTFOUND') return gatewayWords['gateway-unknown']({ host })
  if (code === 'EAI_AGAIN') return gatewayWords['gateway-no-dns']({ host })
  if (code === 'ECONNRESET' || code === 'EPIPE') return gatewayWords['gateway-hung-up']()
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH')
    return gatewayWords['gateway-unreachable']({ host })
  if (code === 'ETIMEDOUT') return gatewayWords['gateway-silent']({ host })
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return gatewayWords['gateway-other-name']({ host })
  if (/^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code))
    return gatewayWords['gateway-untrusted']({ host, says: error.message })
  if (/^(ERR_SSL|EPROTO|ERR_TLS)/.test(code)) {
    const says = 'reason' in error ? String(error.reason) : error.message
    return gatewayWords['gateway-tls']({ host, says })
  }
  if (error instanceof AggregateError && error.errors[0]) return inWords(error.errors[0], host)
  return code === '' ? error.message : gatewayWords['gateway-failed']({ host, error: code })
}
