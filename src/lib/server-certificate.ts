/** The certificate that a server showed when a connection was encrypted. */
import type { TLSSocket } from 'node:tls'

export interface ServerCertificate {
  /** The names that it is for, at most MOST_NAMES. */
  names: string[]
  /** Who signed it. */
  issuer: string
  /** ISO 8601, UTC. */
  validUntil: string
  /** Signed by a known authority, in time, and for the host. */
  trusted: boolean
  /** Such as TLSv1.3. */
  protocol: string
}

const MOST_NAMES = 10
const LONGEST_NAME = 255

/** Null: the connection is not encrypted, or the server showed none. */
export function certificateOf(socket: unknown): ServerCertificate | null {
  if (!isEncrypted(socket)) return null
  const { subject, issuer, subjectaltname = '', valid_to: until } = socket.getPeerCertificate()
  const ends = Date.parse(until ?? '')
  if (Number.isNaN(ends)) return null
  const common = [subject?.CN].flat().filter(name => name !== undefined)
  const others = subjectaltname.slice(0, MOST_NAMES * LONGEST_NAME).split(', ')
  const names = others.flatMap(one => /^(?:DNS|IP Address):(.+)$/.exec(one)?.[1] ?? [])
  return {
    names: (names.length > 0 ? names : common).slice(0, MOST_NAMES).map(shortened),
    issuer: shortened([issuer?.O ?? issuer?.CN ?? ''].flat().join(', ')),
    validUntil: new Date(ends).toISOString(),
    trusted: socket.authorized,
    protocol: socket.getProtocol() ?? '',
  }
}

const isEncrypted = (socket: unknown): socket is TLSSocket =>
  typeof (socket as TLSSocket | null)?.getPeerCertificate === 'function'

/** A server writes what it likes into it. */
const shortened = (text: string): string => text.replace(/\p{Cc}/gu, ' ').slice(0, LONGEST_NAME)
