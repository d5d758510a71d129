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

const COOKIE = 'pennypost_session'

const SESSION = new RegExp(`(?:^|;)\\s*${COOKIE}=([^;\\s]*)`)

/**
 * Lax and not strict: after a login link from another site or an email, browsers do not send strict
 * cookies to the page of the redirect. Changes from other sites are refused by fromElsewhere().
 */
export function sessionCookie(token: string, origin: string): string {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  return `${COOKIE}=${token}; Max-Age=${SESSION_DAYS * 86_400}; Path=/; HttpOnly${secure}; SameSite=Lax`
}

export const endedCookie = (): string => `${COOKIE}=; Max-Age=0; Path=/`

/** Answers a HEAD of an address whose GET uses something up: it changes nothing. */
export const lookedAt = async (_request: FastifyRequest, reply: FastifyReply) => reply.send()

/** The session token, '' if there is none. */
export const sessionOf = ({ headers }: IncomingMessage): string =>
  SESSION.exec(headers.cookie ?? '')?.[1] ?? ''

/** The session of the cookie; undefined if there is none, or it has ended. */
export async function sessionBehind(
  db: Db,
  req: IncomingMessage,
  look?: SessionLook,
): Promise<ConsoleSession | undefined> {
  const token = sessionOf(req)
  return token === '' ? undefined : findSession(db, token, look)
}

/**
 * The account of the pages outside the API. They show subscribers and emails, so that they are not
 * for those who may see no personal data, nor for those who may only read.
 */
export async function signedIn(db: Db, req: IncomingMessage): Promise<Account | undefined> {
  const session = await sessionBehind(db, req)
  if (!session || session.member?.masked || !rightsOfSession(session).has('people'))
    return undefined
  return session.account
}

/** Whose browser it is, for the list of sessions. */
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

/** The page to return to after signing in: pages of ours only. */
export const safeReturnTo = (to: unknown): string =>
  typeof to === 'string' && /^\/sandbox(?:[/?][\w./?=&@%+-]*)?$/.test(to) ? to : ''
