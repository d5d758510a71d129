/** The connection of an address like postgres://user:password@host:5432/database. */
import type pg from 'pg'

export function urlConnection(url: string): pg.ClientConfig {
  const { pathname, hostname, port, username, password, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? hostname
  return {
    host,
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1),
  }
}
