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

export const closeAccount = count<{ accountId: number }>({ name: 'accounts.closeAccount', again: true, text: "update accounts set closed_at = least(closed_at, now()) where id = $1" }, ["accountId"])

export const reopenAccount = count<{ accountId: number }>({ name: 'accounts.reopenAccount', again: true, text: "update accounts set closed_at = null where id = $1" }, ["accountId"])

export const saveFieldCount = count<{ fieldCount: number; accountId: number }>({ name: 'accounts.saveFieldCount', again: true, text: "update accounts set field_count = $1 where id = $2" }, ["fieldCount","accountId"])

export const saveLifting = count<{ allowed: boolean; accountId: number }>({ name: 'accounts.saveLifting', again: false, text: "update tenants set lift_opt_outs = $1 where account_id = $2" }, ["allowed","accountId"])

export const mayLift = one<{ accountId: number }, { allowed: boolean }>({ name: 'accounts.mayLift', again: true, text: "select exists (select from tenants where account_id = $1 and lift_opt_outs) as \"allowed!\"" }, ["accountId"], r => ({ allowed: r[0]! === 't' } as { allowed: boolean }))

export const addLoginLink = count<{ accountId: number; tokenHash: string; minutes: number }>({ name: 'accounts.addLoginLink', again: false, text: "insert into login_links (account_id, token_hash, expires_at)\nvalues ($1, $2, now() + $3::int * interval '1 minute')" }, ["accountId","tokenHash","minutes"])

/** Single use: only one call gets the row. */
export const claimLoginLink = maybe<{ accountId: number; tokenHash: string }, { accountId: number }>({ name: 'accounts.claimLoginLink', again: false, text: "update login_links set used_at = now()\nwhere account_id = $1 and token_hash = $2 and used_at is null and expires_at > now()\nreturning account_id" }, ["accountId","tokenHash"], r => ({ accountId: Number(r[0]!) } as { accountId: number }))

export const findLoginLink = maybe<{ accountId: number; tokenHash: string }, { accountId: number }>({ name: 'accounts.findLoginLink', again: true, text: "select account_id from login_links\nwhere account_id = $1 and token_hash = $2 and used_at is null and expires_at > now()" }, ["accountId","tokenHash"], r => ({ accountId: Number(r[0]!) } as { accountId: number }))

export const removeOldLoginLinks = count<{ accountId: number }>({ name: 'accounts.removeOldLoginLinks', again: true, text: "delete from login_links where account_id = $1 and expires_at < now()" }, ["accountId"])

export const removeLoginLinks = count<{ accountId: number }>({ name: 'accounts.removeLoginLinks', again: true, text: "delete from login_links where account_id = $1" }, ["accountId"])

export const addSession = count<{ accountId: number; tokenHash: string; kind: string; personId: number | null; peer: string; userAgent: string; codeNeeded: boolean; confirmed: boolean; hours: number }>({ name: 'accounts.addSession', again: false, text: "insert into sessions\n  (account_id, token_hash, kind, person_id, peer, user_agent, code_needed, confirmed_at,\n    expires_at)\nvalues ($1, $2, $3, $4, $5, $6, $7,\n  case when $8 then now() end, now() + $9::int * interval '1 hour')" }, ["accountId","tokenHash","kind","personId","peer","userAgent","codeNeeded","confirmed","hours"])

/** The account by its id, unless it is closed. */
export const findOpenAccount = maybe<{ accountId: number }, { id: number; username: string; fieldCount: number }>({ name: 'accounts.findOpenAccount', again: true, text: "select id, username, field_count from accounts where id = $1 and closed_at is null" }, ["accountId"], r => ({ id: Number(r[0]!), username: r[1]!, fieldCount: Number(r[2]!) } as { id: number; username: string; fieldCount: number }))

/** Unless it has ended, the account is closed, or the right of its opener has ended: a former
 * member; the account itself once it has an owner, unless the owner allows it. */
export const findSession = maybe<{ accountId: number; confirmedMinutes: number; tokenHash: string }, { id: number; username: string; fieldCount: number; kind: string; personId: number | null; email: string | null; personName: string | null; language: string | null; codeSet: boolean; codeNeeded: boolean; passwordSet: boolean; proven: boolean; codeDemanded: boolean; operator: boolean | null; role: string | null; masked: boolean | null; confirmed: boolean; unnoted: boolean; alone: boolean }>({ name: 'accounts.findSession', again: true, text: "select a.id, a.username, a.field_count, s.kind, s.person_id,\n  p.email as \"email?\", p.name as \"person_name?\", p.language as \"language?\",\n  p.code_set_at is not null as \"code_set!\", s.code_needed,\n  coalesce(p.password_hash <> '', true) as \"password_set!\", p.proven_at is not null as \"proven!\",\n  exists (select from tenants d where d.account_id = $1 and d.code_demanded)\n    as \"code_demanded!\",\n  p.operator as \"operator?\", m.role as \"role?\", m.masked as \"masked?\",\n  coalesce(s.confirmed_at > now() - $2::int * interval '1 minute', false)\n    as \"confirmed!\",\n  s.seen_at < now() - interval '1 minute' as \"unnoted!\",\n  not exists (select from accounts o where o.id <> $1 and o.closed_at is null) as \"alone!\"\nfrom sessions s join accounts a on a.id = s.account_id\nleft join members m on m.account_id = s.account_id and m.person_id = s.person_id\nleft join people p on p.id = m.person_id\nwhere s.account_id = $1 and s.token_hash = $3 and s.expires_at > now()\n  and a.closed_at is null\n  and case s.kind\n    when 'person' then m.person_id is not null\n    when 'account' then\n      not exists (select from members o where o.account_id = $1 and o.role = 'owner')\n      or exists (\n        select from tenants t where t.account_id = $1 and t.console_by_account)\n    else true end" }, ["accountId","confirmedMinutes","tokenHash"], r => ({ id: Number(r[0]!), username: r[1]!, fieldCount: Number(r[2]!), kind: r[3]!, personId: r[4] == null ? null : Number(r[4]!), email: r[5], personName: r[6], language: r[7], codeSet: r[8]! === 't', codeNeeded: r[9]! === 't', passwordSet: r[10]! === 't', proven: r[11]! === 't', codeDemanded: r[12]! === 't', operator: r[13] == null ? null : r[13]! === 't', role: r[14], masked: r[15] == null ? null : r[15]! === 't', confirmed: r[16]! === 't', unnoted: r[17]! === 't', alone: r[18]! === 't' } as { id: number; username: string; fieldCount: number; kind: string; personId: number | null; email: string | null; personName: string | null; language: string | null; codeSet: boolean; codeNeeded: boolean; passwordSet: boolean; proven: boolean; codeDemanded: boolean; operator: boolean | null; role: string | null; masked: boolean | null; confirmed: boolean; unnoted: boolean; alone: boolean }))

/** Whether another account is open, so that this one is not alone on the installation. */
export const otherAccounts = one<{ accountId: number }, { open: boolean }>({ name: 'accounts.otherAccounts', again: true, text: "select exists (select from accounts where id <> $1 and closed_at is null) as \"open!\"" }, ["accountId"], r => ({ open: r[0]! === 't' } as { open: boolean }))

/** Whether user name and password of the account open the console. */
export const consoleOfAccount = one<{ accountId: number }, { open: boolean }>({ name: 'accounts.consoleOfAccount', again: true, text: "select not exists (select from members o where o.account_id = $1 and o.role = 'owner')\n  or exists (select from tenants t where t.account_id = $1 and t.console_by_account)\n  as \"open!\"" }, ["accountId"], r => ({ open: r[0]! === 't' } as { open: boolean }))

export const allowConsoleByAccount = count<{ allowed: boolean; accountId: number }>({ name: 'accounts.allowConsoleByAccount', again: false, text: "update tenants set console_by_account = $1 where account_id = $2" }, ["allowed","accountId"])

/** Idle sessions end; none lives longer than its days. */
export const noteSessionUse = count<{ hours: number; days: number; accountId: number; tokenHash: string }>({ name: 'accounts.noteSessionUse', again: true, text: "update sessions set seen_at = now(),\n  expires_at = least(now() + $1::int * interval '1 hour',\n    to_timestamp(\n    extract(epoch from created_at at time zone 'UTC') + $2::int * 86400))\nwhere account_id = $3 and token_hash = $4" }, ["hours","days","accountId","tokenHash"])

export const acceptCode = count<{ accountId: number; tokenHash: string }>({ name: 'accounts.acceptCode', again: true, text: "update sessions set code_needed = false\nwhere account_id = $1 and token_hash = $2" }, ["accountId","tokenHash"])

/** Before the code is looked at; no row for a session that has had all that it gets. */
export const countCodeOfSession = maybe<{ accountId: number; tokenHash: string; most: number }, { given: number }>({ name: 'accounts.countCodeOfSession', again: false, text: "update sessions set codes_given = codes_given + 1\nwhere account_id = $1 and token_hash = $2 and code_needed\n  and codes_given < $3::int\nreturning codes_given as \"given!\"" }, ["accountId","tokenHash","most"], r => ({ given: Number(r[0]!) } as { given: number }))

export const codeDemand = one<{ accountId: number }, { demanded: boolean }>({ name: 'accounts.codeDemand', again: true, text: "select exists (\n  select from tenants where account_id = $1 and code_demanded) as \"demanded!\"" }, ["accountId"], r => ({ demanded: r[0]! === 't' } as { demanded: boolean }))

export const demandCodes = count<{ demanded: boolean; accountId: number }>({ name: 'accounts.demandCodes', again: false, text: "update tenants set code_demanded = $1 where account_id = $2" }, ["demanded","accountId"])

export const confirmSession = count<{ accountId: number; tokenHash: string }>({ name: 'accounts.confirmSession', again: true, text: "update sessions set confirmed_at = now()\nwhere account_id = $1 and token_hash = $2" }, ["accountId","tokenHash"])

/** Of one person, or of all with :personId null. */
export const sessionsOfAccount = many<{ tokenHash: string; accountId: number; personId: number | null }, { id: string; kind: string; personId: number | null; email: string | null; created: string; seen: string; peer: string; userAgent: string; current: boolean }>({ name: 'accounts.sessionsOfAccount', again: true, text: "select left(s.token_hash, 16) as \"id!\", s.kind, s.person_id, p.email as \"email?\",\n  s.created_at as created, s.seen_at as seen, s.peer, s.user_agent,\n  s.token_hash = $1 as \"current!\"\nfrom sessions s left join people p on p.id = s.person_id\nwhere s.account_id = $2 and s.expires_at > now()\n  and ($3::bigint is null or s.person_id = $3)\norder by s.seen_at desc, s.token_hash limit 500" }, ["tokenHash","accountId","personId"], r => ({ id: r[0]!, kind: r[1]!, personId: r[2] == null ? null : Number(r[2]!), email: r[3], created: r[4]!, seen: r[5]!, peer: r[6]!, userAgent: r[7]!, current: r[8]! === 't' } as { id: string; kind: string; personId: number | null; email: string | null; created: string; seen: string; peer: string; userAgent: string; current: boolean }))

export const sessionOfPerson = maybe<{ accountId: number; tokenHash: string; personId: number }, { tokenHash: string }>({ name: 'accounts.sessionOfPerson', again: true, text: "select token_hash from sessions\nwhere account_id = $1 and token_hash = $2 and person_id = $3\n  and expires_at > now()" }, ["accountId","tokenHash","personId"], r => ({ tokenHash: r[0]! } as { tokenHash: string }))

export const removeSessionById = count<{ accountId: number; id: string; personId: number | null }>({ name: 'accounts.removeSessionById', again: false, text: "delete from sessions\nwhere account_id = $1 and left(token_hash, 16) = $2\n  and ($3::bigint is null or person_id = $3)" }, ["accountId","id","personId"])

/** All but the one of the caller, if there is one. */
export const removeSessionsOfPerson = count<{ accountId: number; personId: number; exceptHash: string }>({ name: 'accounts.removeSessionsOfPerson', again: true, text: "delete from sessions\nwhere account_id = $1 and person_id = $2 and token_hash <> $3" }, ["accountId","personId","exceptHash"])

/** Those that user name and password of the account, or its links, opened. */
export const removeOwnSessions = count<{ accountId: number; but: string | null }>({ name: 'accounts.removeOwnSessions', again: true, text: "delete from sessions where account_id = $1 and kind <> 'person'\n  and token_hash is distinct from $2::text" }, ["accountId","but"])

export const removeSession = count<{ accountId: number; tokenHash: string }>({ name: 'accounts.removeSession', again: true, text: "delete from sessions where account_id = $1 and token_hash = $2" }, ["accountId","tokenHash"])

export const removeOldSessions = count<{ accountId: number }>({ name: 'accounts.removeOldSessions', again: true, text: "delete from sessions where account_id = $1 and expires_at < now()" }, ["accountId"])

export const removeSessions = count<{ accountId: number }>({ name: 'accounts.removeSessions', again: true, text: "delete from sessions where account_id = $1" }, ["accountId"])

export const setForwardAddress = count<{ forwardTo: string | null; accountId: number }>({ name: 'accounts.setForwardAddress', again: false, text: "update tenants set forward_to = $1 where account_id = $2" }, ["forwardTo","accountId"])

export const noteProgramCall = count<{ accountId: number }>({ name: 'accounts.noteProgramCall', again: true, text: "update tenants set called_at = now() where account_id = $1" }, ["accountId"])

export const noteProgramFailures = count<{ failures: number; said: string; accountId: number }>({ name: 'accounts.noteProgramFailures', again: false, text: "insert into program_failures as f (account_id, hour, failures, last_at, said)\nselect account_id, date_trunc('hour', now()), $1::int, now(), $2::text from tenants\nwhere account_id = $3\non conflict (account_id, hour) do update\n  set failures = f.failures + excluded.failures, last_at = excluded.last_at,\n    said = excluded.said" }, ["failures","said","accountId"])

export const forgetProgramFailures = count<{ accountId: number }>({ name: 'accounts.forgetProgramFailures', again: true, text: "delete from program_failures where account_id = $1 and hour < now() - interval '30 days'" }, ["accountId"])
