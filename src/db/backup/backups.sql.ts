// Written by scripts/sql-types.ts from backups.sql; npm run sql writes it again.
import { count, one } from '../query.ts'

/** Not restricted to an account: a backup has succeeded. */
export const noteBackup = count<{ accountId?: number }>({ name: 'backups.noteBackup', again: true, text: "insert into backups (made_at) values (now()) on conflict (last) do update\n  set made_at = excluded.made_at" }, [])

/** Not restricted to an account: when a backup last succeeded, as seconds since 1970; 0: never. */
export const lastBackup = one<{ accountId?: number }, { seconds: number }>({ name: 'backups.lastBackup', again: true, text: "select coalesce(extract(epoch from max(made_at)), 0)::float8 as \"seconds!\" from backups" }, [], r => ({ seconds: Number(r[0]!) } as { seconds: number }))
