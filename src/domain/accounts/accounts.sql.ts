// Written by scripts/sql-types.ts from accounts.sql; npm run sql writes it again.
import { count, many, maybe, one } from '../../db/query.ts'

/** By the key of the user name (see username.ts). */
export const findAccount = maybe<{ usernameKey: string; accountId?: number }, { id: number; username: string; passwordHash: string; fieldCount: number; closed: boolean }>({ name: 'accounts.findAccount', again: true, text: "select id, username, password_hash, field_count, closed_at is not null as \"closed!\"\nfrom accounts where username_key = $1" }, ["usernameKey"], r => ({ id: Number(r[0]!), username: r[1]!, passwordHash: r[2]!, fieldCount: Number(r[3]!), closed: r[4]! === 't' } as { id: number; username: string; passwordHash: string; fieldCount: number; closed: boolean }))

/** All accounts, oldest first. */
export const accountsInOrder = many<{ accountId?: number }, { id: number; username: string; fieldCount: number; createdAt: string; closedAt: string | null }>({ name: 'accounts.accountsInOrder', again: true, text: "select id, username, field_count, created_at, closed_at from accounts order by id" }, [], r => ({ id: Number(r[0]!), username: r[1]!, fieldCount: Number(r[2]!), createdAt: r[3]!, closedAt: r[4] } as { id: number; username: string; fieldCount: number; createdAt: string; closedAt: string | null }))

/** The counter of account ids is stored under account 0. Its row stays locked until the transaction
 * ends, so first accounts are created one at a time. */
export const takeAccountId = one<{ accountId?: number }, { id: number }>({ name: 'accounts.takeAccountId', again: false, text: "insert into counters as c (account_id, kind, next_id) values (0, 'account', 2)\non conflict (account_id, kind) do update set next_id = c.next_id + 1\nreturning next_id - 1 as \"id!\"" }, [], r => ({ id: Number(r[0]!) } as { id: number }))

/** Adds nothing if the user name is taken. */
export const addAccount = count<{ accountId: number; username: string; usernameKey: string; passwordHash: string }>({ name: 'accounts.addAccount', again: false, text: "insert into accounts (id, username, username_key, password_hash)\nvalues ($1, $2, $3, $4)\non conflict (username_key) do nothing" }, ["accountId","username","usernameKey","passwordHash"])

export const addTenant = count<{ accountId: number }>({ name: 'accounts.addTenant', again: false, text: "insert into tenants (account_id) values ($1)" }, ["accountId"])

export const anyAccount = maybe<{ accountId?: number }, { id: number }>({ name: 'accounts.anyAccount', again: true, text: "select id from accounts order by id limit 1" }, [], r => ({ id: Number(r[0]!) } as { id: number }))

export const savePasswordHash = count<{ passwordHash: string; accountId: number }>({ name: 'accounts.savePasswordHash', again: true, text: "update accounts set password_hash = $1 where id = $2" }, ["passwordHash","accountId"])

export const closeAccount = count<{ accountId: number }>({ name: 'accounts.closeAccount', again: true, text: "update accounts set closed_at = coalesce(closed_at, now()) where id = $1" }, ["accountId"])

export const reopenAccount = count<{ accountId: number }>({ name: 'accounts.reopenAccount', again: true, text: "update accounts set closed_at = null where id = $1" }, ["accountId"])

export const saveFieldCount = count<{ fieldCount: number; accountId: number }>({ name: 'accounts.saveFieldCount', again: true, text: "update accounts set field_count = $1 where id = $2" }, ["fieldCount","accountId"])

export const addLoginLink = count<{ accountId: number; tokenHash: string; minutes: number }>({ name: 'accounts.addLoginLink', again: false, text: "insert into login_links (account_id, token_hash, expires_at)\nvalues ($1, $2, now() + $3::int * interval '1 minute')" }, ["accountId","tokenHash","minutes"])

/** Single use: only one call gets the row. */
export const claimLoginLink = maybe<{ accountId: number; tokenHash: string }, { accountId: number }>({ name: 'accounts.claimLoginLink', again: false, text: "update login_links set used_at = now()\nwhere account_id = $1 and token_hash = $2 and used_at is null and expires_at > now()\nreturning account_id" }, ["accountId","tokenHash"], r => ({ accountId: Number(r[0]!) } as { accountId: number }))

export const removeOldLoginLinks = count<{ accountId: number }>({ name: 'accounts.removeOldLoginLinks', again: true, text: "delete from login_links where account_id = $1 and expires_at < now()" }, ["accountId"])

export const removeLoginLinks = count<{ accountId: number }>({ name: 'accounts.removeLoginLinks', again: true, text: "delete from login_links where account_id = $1" }, ["accountId"])

export const addSession = count<{ accountId: number; tokenHash: string; hours: number }>({ name: 'accounts.addSession', again: false, text: "insert into sessions (account_id, token_hash, expires_at)\nvalues ($1, $2, now() + $3::int * interval '1 hour')" }, ["accountId","tokenHash","hours"])

/** The account by its id, unless it is closed. */
export const findOpenAccount = maybe<{ accountId: number }, { id: number; username: string; fieldCount: number }>({ name: 'accounts.findOpenAccount', again: true, text: "select id, username, field_count from accounts where id = $1 and closed_at is null" }, ["accountId"], r => ({ id: Number(r[0]!), username: r[1]!, fieldCount: Number(r[2]!) } as { id: number; username: string; fieldCount: number }))

/** The account of a session, unless the session has ended or the account is closed. */
export const findSession = maybe<{ accountId: number; tokenHash: string }, { id: number; username: string; fieldCount: number }>({ name: 'accounts.findSession', again: true, text: "select a.id, a.username, a.field_count\nfrom sessions s join accounts a on a.id = s.account_id\nwhere s.account_id = $1 and s.token_hash = $2 and s.expires_at > now()\n  and a.closed_at is null" }, ["accountId","tokenHash"], r => ({ id: Number(r[0]!), username: r[1]!, fieldCount: Number(r[2]!) } as { id: number; username: string; fieldCount: number }))

export const removeSession = count<{ accountId: number; tokenHash: string }>({ name: 'accounts.removeSession', again: true, text: "delete from sessions where account_id = $1 and token_hash = $2" }, ["accountId","tokenHash"])

export const removeOldSessions = count<{ accountId: number }>({ name: 'accounts.removeOldSessions', again: true, text: "delete from sessions where account_id = $1 and expires_at < now()" }, ["accountId"])

export const removeSessions = count<{ accountId: number }>({ name: 'accounts.removeSessions', again: true, text: "delete from sessions where account_id = $1" }, ["accountId"])

export const setForwardAddress = count<{ forwardTo: string | null; accountId: number }>({ name: 'accounts.setForwardAddress', again: false, text: "update tenants set forward_to = $1 where account_id = $2" }, ["forwardTo","accountId"])
