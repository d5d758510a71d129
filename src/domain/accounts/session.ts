/**
 * Console sessions: of a person, of the account by its user name and password, or by a login link.
 * A session ends after twelve idle hours, after fourteen days, on signing out, with a new password,
 * or when the account is closed.
 */
import { atomically, type Db } from '../../db/db.ts'
import { withoutControls } from '../../lib/controls.ts'
import { recordChange } from '../audit/record.ts'
import type { Account } from './account.ts'
import * as accounts from './accounts.sql.ts'
import { makeToken, readToken } from './console-tokens.ts'

const IDLE_HOURS = 12
export const SESSION_DAYS = 14
/** For so long after a password was given, it need not be given again for keys and members. */
const CONFIRMED_MINUTES = 10
const LONGEST_AGENT = 200

export type SessionKind = 'account' | 'link' | 'person'

/** The name of the browser, for the list of sessions. */
export interface SessionClient {
  peer?: string
  userAgent?: string
}

interface SessionOptions extends SessionClient {
  kind?: SessionKind
  personId?: number
  /** The person has one-time codes: the session waits for one. */
  codeNeeded?: boolean
  /** A password was given just now. By default it was, but for login links. */
  confirmed?: boolean
}

/** Opens a session and returns its token, for the cookie. */
export async function openSession(
  db: Db,
  accountId: number,
  {
    kind = 'account',
    personId,
    codeNeeded = false,
    // A login link proves no password.
    confirmed = kind !== 'link',
    peer = '',
    userAgent = '',
  }: SessionOptions = {},
): Promise<string> {
  const { token, tokenHash } = makeToken(accountId)
  await accounts.removeOldSessions(db, { accountId })
  await atomically(db, async tx => {
    await accounts.addSession(tx, {
      accountId,
      tokenHash,
      kind,
      personId: personId ?? null,
      codeNeeded,
      peer,
      userAgent: withoutControls(userAgent.slice(0, LONGEST_AGENT)).toWellFormed(),
      confirmed,
      hours: IDLE_HOURS,
    })
    const actor = { kind, peer, ...(personId !== undefined && { id: personId }) }
    const change = { action: 'session.open', id: tokenHash.slice(0, 16) } as const
    await recordChange(tx, accountId, { ...change, after: { codeNeeded } }, actor)
  })
  return token
}

/** False: a page that only stands open asks. */
export interface SessionLook {
  notesUse?: boolean
}

/** The session of a member or an account. */
export interface ConsoleSession {
  account: Account
  kind: SessionKind
  tokenHash: string
  /** A password was given within the last minutes. */
  confirmed: boolean
  /** The step before it: a one-time code, or setting codes up, which the account demands. */
  wants: 'code' | 'code-set-up' | undefined
  member: SignedInMember | undefined
  /** No other account is open on this installation. */
  alone: boolean
}

export interface SignedInMember {
  personId: number
  email: string
  name: string
  language: string
  operator: boolean
  role: string
  masked: boolean
  /** They have one-time codes. */
  codeSet: boolean
  /** Who joined by a provider may have none. */
  passwordSet: boolean
  /** They have shown that they hold the mailbox of their address. */
  proven: boolean
}

/** Undefined for a session that has ended. Keeps it alive, unless the page is unattended. */
export async function findSession(
  db: Db,
  token: string,
  { notesUse = true }: SessionLook = {},
): Promise<ConsoleSession | undefined> {
  const place = readToken(token)
  const row =
    place && (await accounts.findSession(db, { ...place, confirmedMinutes: CONFIRMED_MINUTES }))
  if (!row) return undefined
  if (row.unnoted && notesUse)
    await accounts.noteSessionUse(db, { ...place, hours: IDLE_HOURS, days: SESSION_DAYS })
  const { id, username, fieldCount, kind, confirmed, personId, alone } = row
  const member = personId === null ? undefined : memberOf(personId, row)
  return {
    account: { id, username, fieldCount },
    alone,
    kind: kind as SessionKind,
    tokenHash: place.tokenHash,
    confirmed,
    member,
    wants: row.codeNeeded
      ? 'code'
      : member && row.codeDemanded && !row.codeSet
        ? 'code-set-up'
        : undefined,
  }
}

type SessionRow = NonNullable<Awaited<ReturnType<typeof accounts.findSession>>>

const memberOf = (personId: number, row: SessionRow): SignedInMember => ({
  personId,
  email: row.email ?? '',
  name: row.personName ?? '',
  language: row.language ?? '',
  operator: row.operator ?? false,
  role: row.role ?? '',
  masked: row.masked ?? true,
  codeSet: row.codeSet,
  passwordSet: row.passwordSet,
  proven: row.proven,
})

export async function endSession(db: Db, token: string): Promise<void> {
  const session = readToken(token)
  if (session) await accounts.removeSession(db, session)
}

/** Of the person, or of the account without one. Returns whether there was such a session. */
export const endSessionById = (
  db: Db,
  session: { accountId: number; id: string; personId: number | null },
): Promise<boolean> =>
  atomically(db, async tx => {
    const ended = (await accounts.removeSessionById(tx, session)) > 0
    const { accountId, id } = session
    if (ended) await recordChange(tx, accountId, { action: 'session.end', id })
    return ended
  })

/** Ends all of a person but one. */
export const endOtherSessions = (
  db: Db,
  sessions: { accountId: number; personId: number; exceptHash: string },
): Promise<void> =>
  atomically(db, async tx => {
    const ended = await accounts.removeSessionsOfPerson(tx, sessions)
    const change = { id: sessions.personId, after: { ended } }
    if (ended > 0)
      await recordChange(tx, sessions.accountId, { action: 'session.end-others', ...change })
  })
