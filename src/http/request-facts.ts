/**
 * The client's address and the requested host: from the connection, or from the headers of a proxy
 * listed in TRUST_PROXY.
 */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type BlockList, isIP, type Socket } from 'node:net'
import { inAddress, plainAddress } from '../lib/ip-address.ts'
import { isInNetworks } from '../lib/network.ts'
import type { RequestFacts } from '../soap/endpoint.ts'

/**
 * Request ids: a random number of the process, then a counter. Short enough to be read out on the
 * telephone.
 */
const START = randomBytes(4).toString('hex')
let requests = 0
/** What proxies add to the requests of others. */
const FORWARDED = ['x-forwarded-for', 'forwarded', 'via']
/** The ids accepted from X-Request-Id: they are written to logs, a header and fault texts. */
const SANE_ID = /^[\w.:=+/-]{1,64}$/

/**
 * A request with its id as a property: a map would keep requests in memory (docs/decisions/0027).
 */
interface Numbered extends IncomingMessage {
  requestId?: string
}

/** Assigns the id of a request once: a valid X-Request-Id, or a new id. */
export function numberRequest(req: Numbered): string {
  const given = req.headers['x-request-id']
  req.requestId =
    typeof given === 'string' && SANE_ID.test(given)
      ? given
      : `${START}-${(++requests).toString(36)}`
  return req.requestId
}

export const requestIdOf = (req: Numbered): string => req.requestId ?? numberRequest(req)

export interface RequestReaders {
  factsOf(req: IncomingMessage): RequestFacts
  /** The client's address, as forwarded by trusted proxies. */
  peerOf(req: IncomingMessage): string
  /** The requested host, without a port; '' without one. */
  hostOf(req: IncomingMessage): string
  /** Whether a trusted proxy or this machine asks for itself, and forwards nobody's request. */
  isProxyItself(req: IncomingMessage): boolean
  /** Whether the client uses https, as a trusted proxy says. */
  cameByHttps(req: IncomingMessage): boolean
}

export function createRequestReaders(trusted: BlockList): RequestReaders {
  const isTrusted = (address: string) => isInNetworks(trusted, address)
  /** The remote end is the same for all requests of a connection. */
  const nearest = new WeakMap<Socket, { address: string; isProxy: boolean }>()

  function nearestOf(socket: Socket): { address: string; isProxy: boolean } {
    let found = nearest.get(socket)
    if (!found) {
      const address = plainAddress(socket.remoteAddress ?? '')
      found = { address, isProxy: isTrusted(address) }
      nearest.set(socket, found)
    }
    return found
  }

  function peerOf({ headers, socket }: IncomingMessage): string {
    const { address, isProxy } = nearestOf(socket)
    return isProxy ? clientOf(lastLine(headers['x-forwarded-for']), address, isTrusted) : address
  }

  const cameByHttps = ({ headers, socket }: IncomingMessage): boolean =>
    nearestOf(socket).isProxy && lastOf(headers['x-forwarded-proto'])?.toLowerCase() === 'https'

  const askedHost = ({ headers, socket }: IncomingMessage): string | undefined =>
    (nearestOf(socket).isProxy && hostIn(lastOf(headers['x-forwarded-host']))) ||
    hostIn(headers.host)

  return {
    peerOf,
    cameByHttps,
    isProxyItself({ headers, socket }) {
      const { address, isProxy } = nearestOf(socket)
      const isForwarded = FORWARDED.some(name => headers[name] !== undefined)
      return !isForwarded && (isProxy || address === '::1' || address.startsWith('127.'))
    },
    hostOf: req => (askedHost(req) ?? '').replace(/:\d{1,5}$/, ''),
    factsOf(req) {
      const { socket } = req
      const host = askedHost(req)
      return {
        id: requestIdOf(req),
        peer: peerOf(req),
        origin: `${cameByHttps(req) ? 'https' : 'http'}://${host ?? `${inAddress(socket.localAddress ?? 'localhost')}:${socket.localPort}`}`,
      }
    },
  }
}

/** The addresses of trusted proxies are at the end; anything before the client's is unverified. */
function clientOf(
  forwarded: string,
  nearest: string,
  isTrusted: (address: string) => boolean,
): string {
  let client = nearest
  for (const part of forwarded.split(',').reverse()) {
    const address = plainAddress(
      part
        .trim()
        .replace(/^\[(.*)\](:\d+)?$/, '$1')
        .replace(/^([\d.]+):\d+$/, '$1'),
    )
    if (isIP(address) === 0) break
    client = address
    if (!isTrusted(address)) break
  }
  return client
}

const lastLine = (header: string | string[] | undefined): string =>
  Array.isArray(header) ? header.join(',') : (header ?? '')

/** Of several values, the one added by the nearest proxy. */
const lastOf = (header: string | string[] | undefined): string | undefined =>
  lastLine(header).split(',').at(-1)?.trim()

/** A Host is written into documents and links, so its form is checked. */
const hostIn = (header: string | undefined): string | undefined =>
  header !== undefined && /^(\[[0-9a-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i.test(header)
    ? header
    : undefined
