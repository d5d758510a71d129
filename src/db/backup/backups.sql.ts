// Written by scripts/sql-types.ts from backups.sql; npm run sql writes it again.
import { count, many, one } from '../query.ts'

/** Not restricted to an account: a backup was made, tested or restored; :trouble: why that failed. */
export const noteBackup = count<{ id: string; kind: string; began: Date | string; fileBytes: number | null; rows: number | null; trouble: string | null; accountId?: number }>({ name: 'backups.noteBackup', again: true, text: "insert into backup_runs (id, kind, began_at, ended_at, file_bytes, row_count, trouble)\nvalues ($1::uuid, $2, $3, now(), $4, $5, left($6::text, 500))\non conflict (id) do nothing" }, ["id","kind","began","fileBytes","rows","trouble"])

/** Not restricted to an account. */
export const forgetBackups = count<{ accountId?: number }>({ name: 'backups.forgetBackups', again: false, text: "delete from backup_runs where ended_at < now() - interval '400 days'" }, [])

/** Not restricted to an account: the newest first. */
export const backupRuns = many<{ most: number; accountId?: number }, { kind: string; beganAt: string; endedAt: string; fileBytes: number | null; rowCount: number | null; trouble: string | null }>({ name: 'backups.backupRuns', again: true, text: "select kind, began_at, ended_at, file_bytes, row_count, trouble from backup_runs\norder by ended_at desc limit $1::int" }, ["most"], r => ({ kind: r[0]!, beganAt: r[1]!, endedAt: r[2]!, fileBytes: r[3] == null ? null : Number(r[3]!), rowCount: r[4] == null ? null : Number(r[4]!), trouble: r[5] } as { kind: string; beganAt: string; endedAt: string; fileBytes: number | null; rowCount: number | null; trouble: string | null }))

/** Not restricted to an account: when a backup last succeeded, as seconds since 1970; 0: never. */
export const lastBackup = one<{ accountId?: number }, { seconds: number }>({ name: 'backups.lastBackup', again: true, text: "select coalesce(extract(epoch from max(ended_at)), 0)::float8 as \"seconds!\" from backup_runs\nwhere kind = 'made' and trouble is null" }, [], r => ({ seconds: Number(r[0]!) } as { seconds: number }))

/** Not restricted to an account: the seconds between the last successful ones, the newest first. */
export const lastIntervals = many<{ accountId?: number }, { seconds: number | null }>({ name: 'backups.lastIntervals', again: true, text: "select extract(epoch from ended_at - lead(ended_at) over (order by ended_at desc))::float8\n  as \"seconds?\" from (\n  select ended_at from backup_runs where kind = 'made' and trouble is null\n  order by ended_at desc limit 8) made" }, [], r => ({ seconds: r[0] == null ? null : Number(r[0]!) } as { seconds: number | null }))
