/**
 * Connections to hosts that a caller names (protection against SSRF). A name is resolved once, its
 * addresses are checked (fetch-guard-places.ts), and the connection goes to the very address that
 * was checked, so DNS rebinding has no effect. Literal addresses are checked too. All fetches for
 * callers connect through this file, again for each redirect.
 */
import { lookup } from 'node:dns/promises'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { CAUSES } from './download/words.ts'
import {
  type AllowedPlaces,
  isAllowed,
  kindOf,
  type NetworkAddressKind,
} from './fetch-guard-places.ts'

export { type AllowedPlaces, parseAllowed } from './fetch-guard-places.ts'

/** All addresses of a host. */
export type Resolve = (host: string) => Promise<string[]>

/** A host of the network of the service: not for callers. */
export type InsideKind = Exclude<NetworkAddressKind, 'public'>

/**
 * The host may not be reached for a caller; nothing was sent to it. The message follows "... could
 * not be fetched:" and omits the address: callers must not learn what names resolve to inside a
 * network.
 */
export class FetchRefusal extends Error {
  override name = 'FetchRefusal'
  readonly host: string
  readonly kind: InsideKind
  constructor(host: string, kind: InsideKind) {
    super(CAUSES[`fetch-${kind}`]({ host })[0])
    this.host = host
    this.kind = kind
  }
}

/** No connection within the timeout. */
export class ConnectTimeout extends Error {
  override name = 'ConnectTimeout'
}

export interface GuardedConnection {
  allow: AllowedPlaces
  /** Timeout for DNS, TCP and, with https, TLS together. */
  connectMillis: number
  /** Resolves host names; default: the system's resolver. */
  resolve?: Resolve
  signal?: AbortSignal
}

const systemResolve: Resolve = async host =>
  (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address)

/**
 * Connects to the host of an http or https URL. Throws FetchRefusal, ConnectTimeout, or the
 * system's error. Of several addresses the forbidden ones are skipped and the rest tried in turn.
 */
export async function connectGuarded(
  url: URL,
  { allow, connectMillis, resolve = systemResolve, signal }: GuardedConnection,
): Promise<Socket> {
  const until = Date.now() + connectMillis
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await within(resolve(host), connectMillis, signal)
  const { open, refused } = filterAllowed(host, addresses, allow)
  const [kind] = refused
  if (open.length === 0) throw kind === undefined ? noAddress(host) : new FetchRefusal(host, kind)
  for (const [index, address] of open.entries()) {
    // The remaining time is divided among the remaining addresses, so that a dead one does not use
    // it up.
    const millis = Math.max(1, (until - Date.now()) / (open.length - index))
    try {
      return await connectTo(address, host, url, millis, signal)
    } catch (error) {
      if (index === open.length - 1 || signal?.aborted) throw error
    }
  }
  throw noAddress(host)
}

function filterAllowed(
  host: string,
  addresses: string[],
  allow: AllowedPlaces,
): { open: string[]; refused: InsideKind[] } {
  const open: string[] = []
  const refused: InsideKind[] = []
  for (const address of addresses) {
    const kind = kindOf(address)
    if (kind === 'public' || isAllowed(allow, host, address)) open.push(address)
    else refused.push(kind)
  }
  return { open, refused }
}

/**
 * Why the host of a URL may not be reached, for rejecting a URL that is being saved. Undefined if
 * it may, or if its name does not resolve now. Each connection checks again.
 */
export async function hostProblem(
  url: URL,
  allow: AllowedPlaces,
  resolve: Resolve = systemResolve,
): Promise<FetchRefusal | undefined> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await resolve(host).catch(() => [])
  const { open, refused } = filterAllowed(host, addresses, allow)
  return open.length === 0 && refused[0] !== undefined
    ? new FetchRefusal(host, refused[0])
    : undefined
}

const noAddress = (host: string): Error =>
  Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND' })

function connectTo(
  address: string,
  host: string,
  url: URL,
  millis: number,
  signal?: AbortSignal,
): Promise<Socket> {
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  const encrypted = url.protocol === 'https:'
  // The certificate is verified for the name; SNI has only names (RFC 6066 3).
  const servername = isIP(host) ? undefined : host
  const socket = encrypted
    ? connectTls({ host: address, port, servername, ALPNProtocols: ['http/1.1'] })
    : connectTcp({ host: address, port, noDelay: true })
  return new Promise((resolve, reject) => {
    const end = (error: Error) => {
      socket.destroy()
      settle()
      reject(error)
    }
    const late = setTimeout(() => end(new ConnectTimeout('No connection in time.')), millis)
    const stop = () => end(signal?.reason)
    const settle = () => {
      clearTimeout(late)
      signal?.removeEventListener('abort', stop)
      socket.off('error', end)
      // The caller of a returned socket adds its own listener; errors of an abandoned one are
      // ignored.
      socket.on('error', () => {})
    }
    if (signal?.aborted) return stop()
    signal?.addEventListener('abort', stop)
    socket.on('error', end)
    socket.once(encrypted ? 'secureConnect' : 'connect', () => {
      settle()
      resolve(socket)
    })
  })
}

/** A lookup can't be cancelled; it is only abandoned. */
function within<T>(work: Promise<T>, millis: number, signal?: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(new ConnectTimeout('No answer of the DNS in time.')),
      millis,
    )
    const stop = () => reject(signal?.reason)
    signal?.addEventListener('abort', stop)
    if (signal?.aborted) stop()
    work.then(resolve, reject).finally(() => {
      clearTimeout(late)
      signal?.removeEventListener('abort', stop)
    })
  })
}
