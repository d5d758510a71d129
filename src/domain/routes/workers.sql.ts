// Written by scripts/sql-types.ts from workers.sql; npm run sql writes it again.
import { count, one } from '../../db/query.ts'

/** Not restricted to an account: the heartbeat, every few seconds. */
export const writeHeartbeat = count<{ worker: string; host: string; accountId?: number }>({ name: 'workers.writeHeartbeat', again: true, text: "insert into workers (id, host) values ($1::uuid, $2) on conflict (id) do update\n  set seen_at = excluded.started_at" }, ["worker","host"])

/** Not restricted to an account. */
export const livingWorkers = one<{ accountId?: number }, { count: number }>({ name: 'workers.livingWorkers', again: true, text: "select count(*)::int as \"count!\" from workers where seen_at > now() - interval '15 seconds'" }, [], r => ({ count: Number(r[0]!) } as { count: number }))

/** Not restricted to an account: when any other worker was last alive; null if none ever was. */
export const lastSeen = one<{ worker: string; accountId?: number }, { last: string | null }>({ name: 'workers.lastSeen', again: true, text: "select max(seen_at) as last from workers where id <> $1::uuid" }, ["worker"], r => ({ last: r[0] } as { last: string | null }))

/** Not restricted to an account. */
export const forgetWorkers = count<{ accountId?: number }>({ name: 'workers.forgetWorkers', again: false, text: "delete from workers where seen_at < now() - interval '30 days'" }, [])

/** Not restricted to an account: the worker no longer counts as alive, and is still known to have
 * run. */
export const leave = count<{ worker: string; accountId?: number }>({ name: 'workers.leave', again: true, text: "update workers set seen_at = least(seen_at, now() - interval '15 seconds') where id = $1::uuid" }, ["worker"])
