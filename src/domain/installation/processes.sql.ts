// Written by scripts/sql-types.ts from processes.sql; npm run sql writes it again.
import { count, many } from '../../db/query.ts'

/** Not restricted to an account. */
export const writeHeartbeat = count<{ id: string; host: string; roles: string; version: string; started: Date | string; processor: number; memoryBytes: number; accountId?: number }>({ name: 'processes.writeHeartbeat', again: true, text: "insert into processes (id, host, roles, version, started_at, seen_at, processor, memory_bytes)\nvalues ($1::uuid, $2, $3, $4, $5, now(), $6::float8, $7)\non conflict (id) do update set seen_at = excluded.seen_at, processor = excluded.processor,\n  memory_bytes = excluded.memory_bytes" }, ["id","host","roles","version","started","processor","memoryBytes"])

/** Not restricted to an account. */
export const leave = count<{ id: string; accountId?: number }>({ name: 'processes.leave', again: true, text: "delete from processes where id = $1::uuid" }, ["id"])

/** Not restricted to an account: also those that ended without stopping in order, for a day. */
export const processesSeen = many<{ accountId?: number }, { host: string; roles: string; version: string; startedAt: string; seenAt: string; processor: number; memoryBytes: number; alive: boolean }>({ name: 'processes.processesSeen', again: true, text: "select host, roles, version, started_at, seen_at, processor::float8 as \"processor!\", memory_bytes,\n  seen_at > now() - interval '30 seconds' as \"alive!\"\nfrom processes where seen_at > now() - interval '1 day' order by host, started_at limit 200" }, [], r => ({ host: r[0]!, roles: r[1]!, version: r[2]!, startedAt: r[3]!, seenAt: r[4]!, processor: Number(r[5]!), memoryBytes: Number(r[6]!), alive: r[7]! === 't' } as { host: string; roles: string; version: string; startedAt: string; seenAt: string; processor: number; memoryBytes: number; alive: boolean }))

/** Not restricted to an account. */
export const forgetProcesses = count<{ accountId?: number }>({ name: 'processes.forgetProcesses', again: false, text: "delete from processes where seen_at < now() - interval '30 days'" }, [])
