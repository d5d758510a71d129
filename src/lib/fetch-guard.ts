/**
 * Connections to addresses that a caller names. A name is resolved once, what it resolves to is
 * judged (fetch-guard-places.ts), and the connection is made to the very address that was judged:
 * an answer of the DNS that changes in between changes nothing. Addresses written as such are
 * judged alike. Whoever fetches for a caller connects here, and again for each redirect.
 */
import { lookup } from 'node:dns/promises'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import {
  type AllowedPlaces,
  isAllowed,
  kindOf,
  type NetworkAddressKind,
} from './fetch-guard-places.ts'

export { type AllowedPlaces, parseAllowed } from './fetch-guard-places.ts'

/** All addresses of a host. */
export type Resolve = (host: string) => Promise<string[]>

/**
 * The host may not be reached for a caller; nothing was sent to it. The message is what follows
 * "... could not be fetched:".
 */
export class FetchRefusal extends Error {
  override name = 'FetchRefusal'
}

/** No connection within the time that was given. */
export class ConnectTimeout extends Error {
  override name = 'ConnectTimeout'
}

export interface GuardedConnection {
  allow: AllowedPlaces
  /** For resolving, connecting and, with https, agreeing on encryption: all of it together. */
  connectMillis: number
  /** How names are resolved; if not said, as all programs of this machine do. */
  resolve?: Resolve
  signal?: AbortSignal
}

const systemResolve: Resolve = async host =>
  (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address)

/**
 * A connection to the host of an http or https address. Throws FetchRefusal, ConnectTimeout, or the
 * system's error. Of several addresses those that may not be reached are left out, and the others
 * tried one after the other.
 */
export async function connectGuarded(
  url: URL,
  { allow, connectMillis, resolve = systemResolve, signal }: GuardedConnection,
): Promise<Socket> {
  const until = Date.now() + connectMillis
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await within(resolve(host), connectMillis, signal)
  const { open, refused } = sift(host, addresses, allow)
  const [kind] = refused
  if (open.length === 0)
    throw kind === undefined ? noAddress(host) : new FetchRefusal(refusal(host, kind))
  for (const [index, address] of open.entries()) {
    // The time left is shared among the addresses that are left: a dead one does not use it up.
    const millis = Math.max(1, (until - Date.now()) / (open.length - index))
    try {
      return await connectTo(address, host, url, millis, signal)
    } catch (error) {
      if (index === open.length - 1 || signal?.aborted) throw error
    }
  }
  throw noAddress(host)
}

function sift(
  host: string,
  addresses: string[],
  allow: AllowedPlaces,
): { open: string[]; refused: NetworkAddressKind[] } {
  const open: string[] = []
  const refused: NetworkAddressKind[] = []
  for (const address of addresses) {
    const kind = kindOf(address)
    if (kind === 'public' || isAllowed(allow, host, address)) open.push(address)
    else refused.push(kind)
  }
  return { open, refused }
}

/**
 * Why the host of an address may not be reached, as things stand now: for saying no when an address
 * is saved. Undefined: it may, or nobody knows yet where its name leads. Each connection asks
 * again.
 */
export async function wrongHost(
  url: URL,
  allow: AllowedPlaces,
  resolve: Resolve = systemResolve,
): Promise<string | undefined> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await resolve(host).catch(() => [])
  const { open, refused } = sift(host, addresses, allow)
  return open.length === 0 && refused[0] !== undefined ? refusal(host, refused[0]) : undefined
}

/** The address itself is not told: what names lead to within a network is nothing for callers. */
const refusal = (host: string, kind: NetworkAddressKind): string =>
  `${host} ${isIP(host) ? 'is' : 'leads to'} ${WORDS[kind]}, which is not fetched from. If it is meant, whoever runs the service names the host or its network in FETCH_ALLOW`

const WORDS: Record<NetworkAddressKind, string> = {
  public: 'a public address',
  loopback: 'the machine of the service itself',
  private: 'an address of a private network',
  'link-local': 'an address of the local link, where clouds keep the keys of their machines',
  special: 'an address that is reserved or not a single machine',
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
  // The certificate is asked for the name; only names are said in SNI (RFC 6066 3).
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
      // Whoever gets the socket listens from now on; what comes of a connection given up is
      // nobody's concern.
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

/** A look-up can't be called off; it is no longer waited for. */
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
