// Written by scripts/sql-types.ts from guesses.sql; npm run sql writes it again.
import { count, one } from '../../../db/query.ts'

/** Whether there were too many failures of the name, and whether it is known from this network. */
export const guessesOf = one<{ leakSeconds: number; most: number; subject: string; peer: string; days: number; accountId?: number }, { many: boolean; known: boolean }>({ name: 'guesses.guessesOf', again: true, text: "select coalesce((\n    select f.level - extract(epoch from now() - f.at) / $1::int > $2::int\n    from sign_in_failures f where f.subject = $3), false) as \"many!\",\n  exists (select from sign_in_networks n where n.subject = $3 and n.peer = $4\n    and n.seen_on > current_date - $5::int) as \"known!\"" }, ["leakSeconds","most","subject","peer","days"], r => ({ many: r[0]! === 't', known: r[1]! === 't' } as { many: boolean; known: boolean }))

/** One attempt in so many seconds, of all networks that are not known. */
export const takeTurn = count<{ seconds: number; subject: string; accountId?: number }>({ name: 'guesses.takeTurn', again: false, text: "update sign_in_failures set next_at = now() + $1::int * interval '1 second'\nwhere subject = $2 and next_at <= now()" }, ["seconds","subject"])

export const addGuess = one<{ subject: string; most: number; leakSeconds: number; accountId?: number }, { many: boolean }>({ name: 'guesses.addGuess', again: false, text: "insert into sign_in_failures as f (subject, level, at, next_at)\nvalues ($1, 1, now(), now())\non conflict (subject) do update set at = excluded.at, level = 1 + least(2 * $2::int,\n  greatest(0, f.level - extract(epoch from excluded.at - f.at) / $3::int))\nreturning level > $2::int as \"many!\"" }, ["subject","most","leakSeconds"], r => ({ many: r[0]! === 't' } as { many: boolean }))

export const noteNetwork = count<{ subject: string; peer: string; accountId?: number }>({ name: 'guesses.noteNetwork', again: true, text: "insert into sign_in_networks as n (subject, peer, seen_on)\nvalues ($1, $2, current_date)\non conflict (subject, peer) do update set seen_on = excluded.seen_on\nwhere n.seen_on < excluded.seen_on" }, ["subject","peer"])

export const trimNetworksOf = count<{ subject: string; most: number; accountId?: number }>({ name: 'guesses.trimNetworksOf', again: true, text: "delete from sign_in_networks where subject = $1 and peer not in (\n  select n.peer from sign_in_networks n where n.subject = $1\n  order by n.seen_on desc, n.peer limit $2::int)" }, ["subject","most"])

export const trimNetworks = count<{ days: number; accountId?: number }>({ name: 'guesses.trimNetworks', again: true, text: "delete from sign_in_networks where seen_on <= current_date - $1::int" }, ["days"])

/** Those whose failures have leaked away. */
export const trimGuesses = count<{ leakSeconds: number; accountId?: number }>({ name: 'guesses.trimGuesses', again: true, text: "delete from sign_in_failures\nwhere level <= extract(epoch from now() - at) / $1::int and next_at <= now()" }, ["leakSeconds"])

/** Codes that rested have been used again, or may be. */
export const trimCodeFailures = count<{ accountId?: number }>({ name: 'guesses.trimCodeFailures', again: true, text: "delete from code_failures where since <= now() - interval '1 hour'" }, [])
