/**
 * The visitor of a page: the session cookie, and a check against cross-site forms. Shared with the
 * sandbox pages.
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../db/db.ts'
import type { Account } from '../domain/accounts/account.ts'
import {
  type ConsoleSession,
  findSession,
  SESSION_DAYS,
  type SessionClient,
  type SessionLook,
} from '../domain/accounts/session.ts'
import { rightsOfSession } from '../domain/members/rights.ts'
import { cookieNamed } from './cookie.ts'

export const sessionCookie = cookieNamed('pennypost_session', SESSION_DAYS * 86_400)

/** Answers a HEAD of an address whose GET uses something up: it changes nothing. */
export const lookedAt = async (_request: FastifyRequest, reply: FastifyReply) => reply.send()

/** The session of the cookie; undefined if there is none, or it has ended. */
export async function sessionBehind(
  db: Db,
  req: IncomingMessage,
  origin: string,
  look?: SessionLook,
): Promise<ConsoleSession | undefined> {
  const token = sessionCookie.in(req, origin)
  return token === '' ? undefined : findSession(db, token, look)
}

/**
 * The account of the pages outside the API. They show subscribers and emails, so that they are not
 * for those who may see no personal data, nor for those who may only read.
 */
export async function signedIn(
  db: Db,
  req: IncomingMessage,
  origin: string,
): Promise<Account | undefined> {
  const session = await sessionBehind(db, req, origin)
  if (!session || session.member?.masked || !rightsOfSession(session).has('people'))
    return undefined
  return session.account
}

/** The name of the browser, for the list of sessions. */
export const clientOf = (req: IncomingMessage, peer: string): SessionClient => ({
  peer,
  userAgent: req.headers['user-agent'] ?? '',
})

/**
 * Browsers send Sec-Fetch-Site or Origin; programs that send neither carry no session of another
 * user.
 */
export function fromElsewhere({ headers }: IncomingMessage, ourOrigin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin, host } = headers
  return origin !== undefined && origin !== ourOrigin && URL.parse(origin)?.host !== host
}

/** A page that a browser fetches before anybody wants to see it. */
export const isPrefetch = ({ headers }: IncomingMessage): boolean =>
  /prefetch|prerender/i.test(String(headers['sec-purpose'] ?? headers.purpose ?? ''))

/** A navigation of the browser: no picture, frame or script of a page. */
export const isTopNavigation = ({ headers }: IncomingMessage): boolean =>
  (headers['sec-fetch-dest'] ?? 'document') === 'document'

/** The name of a session, for its owner. */
export const nameOfSession = ({ account, member }: ConsoleSession): string =>
  member ? `${member.email} (${account.username})` : account.username

/** The page to return to after signing in: pages of ours only. */
export const safeReturnTo = (to: unknown): string =>
  typeof to === 'string' && /^\/sandbox(?:[/?][\w./?=&@%+-]*)?$/.test(to) ? to : ''
