/**
 * Who is at a page: the session's cookie, and whether a form was sent from a page of ours. Shared
 * with the pages of the sandbox.
 */
import type { IncomingMessage } from 'node:http'
import type { Db } from '../db/db.ts'
import type { Account } from '../domain/accounts/account.ts'
import { accountOfSession } from '../domain/accounts/session.ts'

export const COOKIE = 'pennypost_session'

const SESSION = new RegExp(`(?:^|;)\\s*${COOKIE}=([^;\\s]*)`)

/** The session's token, '' when there is none. */
export const sessionOf = ({ headers }: IncomingMessage): string =>
  SESSION.exec(headers.cookie ?? '')?.[1] ?? ''

export async function signedIn(db: Db, req: IncomingMessage): Promise<Account | undefined> {
  const token = sessionOf(req)
  return token === '' ? undefined : accountOfSession(db, token)
}

/**
 * Browsers say where a form was sent from; programs that say nothing have no session of somebody
 * else's.
 */
export function fromElsewhere({ headers }: IncomingMessage, ourOrigin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin, host } = headers
  return origin !== undefined && origin !== ourOrigin && URL.parse(origin)?.host !== host
}

/** Where somebody wanted to go before signing in: pages of ours only. */
export const safeReturnTo = (to: unknown): string =>
  typeof to === 'string' && /^\/sandbox(?:[/?][\w./?=&@%+-]*)?$/.test(to) ? to : ''
