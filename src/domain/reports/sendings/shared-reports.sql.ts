// Written by scripts/sql-types.ts from shared-reports.sql; npm run sql writes it again.
import { count, many, maybe } from '../../../db/query.ts'

export const addSharedReport = count<{ accountId: number; id: number; sendingId: number; expiresAt: Date | string }>({ name: 'shared-reports.addSharedReport', again: true, text: "insert into shared_reports (account_id, id, sending_id, expires_at)\nvalues ($1, $2, $3, $4::timestamptz)\non conflict (account_id, id) do nothing" }, ["accountId","id","sendingId","expiresAt"])

/** The links to a report that lead to it now, the newest first. */
export const sharedReports = many<{ accountId: number; sendingId: number }, { id: number; created: string; expires: string }>({ name: 'shared-reports.sharedReports', again: true, text: "select id, created_at as created, expires_at as expires from shared_reports\nwhere account_id = $1 and sending_id = $2 and revoked_at is null\n  and expires_at > now()\norder by id desc" }, ["accountId","sendingId"], r => ({ id: Number(r[0]!), created: r[1]!, expires: r[2]! } as { id: number; created: string; expires: string }))

export const revokeSharedReport = maybe<{ accountId: number; id: number; sendingId: number }, { id: number }>({ name: 'shared-reports.revokeSharedReport', again: false, text: "update shared_reports set revoked_at = now()\nwhere account_id = $1 and id = $2 and sending_id = $3 and revoked_at is null\nreturning id" }, ["accountId","id","sendingId"], r => ({ id: Number(r[0]!) } as { id: number }))

export const findSharedReport = maybe<{ accountId: number; id: number }, { sendingId: number; expires: string }>({ name: 'shared-reports.findSharedReport', again: true, text: "select sending_id, expires_at as expires from shared_reports\nwhere account_id = $1 and id = $2 and revoked_at is null and expires_at > now()" }, ["accountId","id"], r => ({ sendingId: Number(r[0]!), expires: r[1]! } as { sendingId: number; expires: string }))
