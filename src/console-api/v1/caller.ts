/** The caller: a session, or a program with an API key. */

import { AsyncLocalStorage } from 'node:async_hooks'
import { IncomingMessage } from 'node:http'
import type { HttpCaller } from '../../actions/http/http-action.ts'
import { ApiProblem } from '../../actions/problem.ts'
import type { Db, Store } from '../../db/db.ts'
import { otherAccounts } from '../../domain/accounts/accounts.sql.ts'
import type { ConsoleSession, SessionLook } from '../../domain/accounts/session.ts'
import type { Actor } from '../../domain/audit/actor.ts'
import { detailed } from '../../domain/details/details.ts'
import {
  holderOfAccessToken,
  holderOfApiKey,
  type KeyHolder,
  keyCallerName,
} from '../../domain/members/api-keys/key-holder.ts'
import type { KeyMaker } from '../../domain/members/api-keys/key-maker.ts'
import { rightsOfSession } from '../../domain/members/rights.ts'
import { Refusal } from '../../domain/refusal.ts'
import { bearerTokenIn } from '../../lib/bearer-token.ts'
import { fromElsewhere, sessionBehind } from '../visitor.ts'

export type Caller = HttpCaller

/** The address that the request came to, and the one it came from. */
export interface RequestOrigin {
  origin: string
  peer: string
}

/** A header that forms and images of other sites can't send: CORS asks first. */
const OWN_HEADER = 'x-pennypost-console'

/**
 * Refuses a call without key or session, and a change by session that another site may have caused.
 * A key counts before a session.
 */
export async function callerOf(
  db: Store,
  req: IncomingMessage,
  { origin, peer }: RequestOrigin,
  look?: SessionLook,
): Promise<Caller> {
  return noted(req, await identified(db, req, { origin, peer }, look))
}

/** The program with a key, wherever the key came in the request. Refuses an unknown one. */
export const callerOfKey = async (db: Store, req: IncomingMessage, token: string, peer: string) =>
  noted(req, await callerWithKey(db, token, peer))

/**
 * Of /mcp: besides keys, assistants that signed in by OAuth. Refuses a session: a page of another
 * site may have sent it.
 */
export async function callerOfTools(
  db: Store,
  req: IncomingMessage,
  peer: string,
): Promise<Caller> {
  const token = bearerTokenIn(req)
  if (token === undefined) throw new ApiProblem('not-signed-in', detailed('api-key-needed'))
  if (!ACCESS_TOKEN.test(token)) return callerOfKey(db, req, token, peer)
  const holder = await holderOfAccessToken(db, token, peer)
  if (!holder) throw new ApiProblem('not-signed-in', detailed('access-ended'))
  const caller = callerHolding(holder)
  // The audit log and proposals name it so.
  return noted(req, { ...caller, actor: { ...caller.actor, name: `${holder.name} (OAuth)` } })
}

const toolCalls = new AsyncLocalStorage<Caller>()

/** Calls of the API within `work` are those of the caller of a tool, who was identified before. */
export const callingAs = <T>(caller: Caller, work: () => T): T => toolCalls.run(caller, work)

function noted(req: IncomingMessage, caller: Caller): Caller {
  callers.set(req, caller)
  return caller
}

const callers = new WeakMap<IncomingMessage, Caller>()

/** Of a request whose caller was asked for. */
export const knownCaller = (req: IncomingMessage): Caller | undefined => callers.get(req)

const ACCESS_TOKEN = /^ppa_/

async function identified(
  db: Store,
  req: IncomingMessage,
  { origin, peer }: RequestOrigin,
  look: SessionLook | undefined,
): Promise<Caller> {
  // What comes by the network is no call of a tool.
  const caller = req instanceof IncomingMessage ? undefined : toolCalls.getStore()
  if (caller) return caller
  const token = bearerTokenIn(req)
  if (token !== undefined) return callerWithKey(db, token, peer)
  const session = await sessionBehind(db, req, origin, look ?? lookOf(req))
  if (!session) throw new ApiProblem('not-signed-in')
  if (session.wants === 'code') throw new ApiProblem('code-needed')
  if (session.wants !== undefined) throw new ApiProblem('code-set-up-needed')
  refuseOtherSites(req, origin)
  return {
    account: session.account,
    key: `session ${session.tokenHash}`,
    rights: rightsOfSession(session),
    masked: session.member?.masked ?? false,
    session,
    isKey: false,
    isTest: false,
    maker: makerOfSession(session),
    actor: actorOfSession(session),
  }
}

/** Polling by an unattended page does not keep the session alive. */
const lookOf = ({ headers }: IncomingMessage): SessionLook => ({
  notesUse: headers[OWN_HEADER] !== 'unattended',
})

const makerOfSession = ({ member }: ConsoleSession): KeyMaker =>
  member ? { kind: 'person', personId: member.personId } : { kind: 'account' }

const actorOfSession = ({ kind, member }: ConsoleSession): Actor =>
  member ? { kind: 'person', id: member.personId } : { kind: kind === 'link' ? 'link' : 'account' }

async function callerWithKey(db: Store, token: string, peer: string): Promise<Caller> {
  if (ACCESS_TOKEN.test(token)) throw new ApiProblem('not-signed-in', detailed('access-for-tools'))
  const holder = await fromItsNetwork(holderOfApiKey(db, token, peer))
  if (!holder) throw new ApiProblem('not-signed-in', detailed('api-key-unknown'))
  return callerHolding(holder)
}

const fromItsNetwork = <T>(found: Promise<T>): Promise<T> =>
  found.catch(error => {
    if (!(error instanceof Refusal)) throw error
    throw new ApiProblem('not-allowed', detailed('key-network'))
  })

function callerHolding(holder: KeyHolder): Caller {
  const { account, keyId, name, rights, masked, callsPerMinute, isTest, maker, bound } = holder
  if (rights.size === 0) throw new ApiProblem('not-signed-in', detailed('api-key-stopped'))
  return {
    account,
    key: keyCallerName(holder),
    rights,
    masked,
    callsPerMinute: callsPerMinute ?? undefined,
    session: undefined,
    isKey: true,
    isTest,
    maker,
    bound: bound.projectId === null && bound.listId === null ? undefined : bound,
    actor: { kind: 'key', id: keyId, name },
  }
}

export function refuseOtherSites(req: IncomingMessage, origin: string): void {
  if (req.method === 'GET' || req.method === 'HEAD') return
  if (fromElsewhere(req, origin)) throw new ApiProblem('other-site')
  if (req.headers[OWN_HEADER] === undefined)
    throw new ApiProblem('other-site', detailed('console-header'))
}

/** Credits and prices are the owner's own while the account is alone: else the operator's bill. */
export async function demandBilling(db: Db, { account, rights }: Caller): Promise<void> {
  if (rights.has('operate') || !(await otherAccounts(db, { accountId: account.id })).open) return
  throw new ApiProblem('not-allowed', detailed('billing-operate'))
}
