// Written by scripts/sql-types.ts from demographics.sql; npm run sql writes it again.
import { count, many } from '../../db/query.ts'

export const fieldsOfAccount = many<{ accountId: number }, { number: number; name: string; type: string }>({ name: 'demographics.fieldsOfAccount', again: true, text: "select number, name, type from demographic_fields where account_id = $1 order by number" }, ["accountId"], r => ({ number: Number(r[0]!), name: r[1]!, type: r[2]! } as { number: number; name: string; type: string }))

export const saveField = count<{ accountId: number; number: number; name: string; type: string }>({ name: 'demographics.saveField', again: true, text: "insert into demographic_fields (account_id, number, name, type) values ($1, $2, $3,\n  $4)\non conflict (account_id, number) do update set name = excluded.name, type = excluded.type" }, ["accountId","number","name","type"])
