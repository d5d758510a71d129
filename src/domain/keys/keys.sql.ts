// Written by scripts/sql-types.ts from keys.sql; npm run sql writes it again.
import { count, many } from '../../db/query.ts'

/** All keys, oldest first, with retired ones: links live for years. */
export const signingKeys = many<{ accountId?: number }, { id: number; sealedSecret: string; retired: boolean }>({ name: 'keys.signingKeys', again: true, text: "select id, sealed_secret, retired_at is not null as \"retired!\" from signing_keys order by id" }, [], r => ({ id: Number(r[0]!), sealedSecret: r[1]!, retired: r[2]! === 't' } as { id: number; sealedSecret: string; retired: boolean }))

/** Adds none if another process was first. */
export const addSigningKey = count<{ id: number; sealedSecret: string; accountId?: number }>({ name: 'keys.addSigningKey', again: false, text: "insert into signing_keys (id, sealed_secret) values ($1, $2) on conflict (id) do nothing" }, ["id","sealedSecret"])

/** Retired keys still verify their signatures. */
export const retireSigningKeysBefore = count<{ id: number; accountId?: number }>({ name: 'keys.retireSigningKeysBefore', again: true, text: "update signing_keys set retired_at = now() where id < $1 and retired_at is null" }, ["id"])
