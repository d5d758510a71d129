/**
 * DATABASE_URL, with several hosts as libpq reads them:
 * `postgres://user:password@h1:6001,h2:6002/db?target_session_attrs=read-write`.
 */
import type pg from 'pg'

export interface StoreHost {
  host: string
  port: number
}

/** Connection settings. Structured-cloneable, so they can be passed to a thread. */
export interface StoreConnection extends pg.ClientConfig {
  /** The possible hosts, instead of host and port. */
  hosts?: StoreHost[]
}

/** The URL requires something that is not supported; the message is part of a sentence. */
export class UnusableUrl extends Error {}

const PARTS = /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#@]*)(.*)$/is
/**
 * Values of target_session_attrs. Pennypost writes, so it needs a writable server with each of
 * them.
 */
const WRITING = ['any', 'read-write', 'primary']

/** Throws UnusableUrl. */
export function connectionOf(url: string): StoreConnection {
  const [, scheme, login, places = '', rest] = PARTS.exec(url) ?? []
  const one = URL.parse(`${scheme}${login}${places.split(',')[0]}${rest}`)
  if (scheme === undefined || !one || one.pathname.length < 2)
    throw new UnusableUrl('an address like postgres://user:password@host:5432/database')
  const wanted = one.searchParams.get('target_session_attrs')
  if (wanted === null && !places.includes(',')) return { connectionString: url }
  if (wanted !== null && !WRITING.includes(wanted))
    throw new UnusableUrl(`target_session_attrs=read-write, for Pennypost writes (it is ${wanted})`)
  one.searchParams.delete('target_session_attrs')
  if (!places.includes(',')) return { connectionString: one.href }
  return { connectionString: one.href, hosts: places.split(',').map(hostOf) }
}

function hostOf(place: string): StoreHost {
  const url = URL.parse(`postgres://${place}/`)
  if (!url?.hostname)
    throw new UnusableUrl('hosts like host1:5432,host2:5432, with commas between them')
  return {
    host: decodeURIComponent(url.hostname).replace(/^\[|\]$/g, ''),
    port: Number(url.port || 5432),
  }
}

/** For messages and the log: without user and password. */
export const placesOf = ({ connectionString, host, port, hosts }: StoreConnection): string => {
  if (hosts) return hosts.map(place => `${place.host}:${place.port}`).join(', ')
  return connectionString === undefined
    ? `${host}:${port ?? 5432}`
    : (URL.parse(connectionString)?.host ?? '')
}
