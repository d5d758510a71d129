// Written by scripts/sql-types.ts from demographics.sql; npm run sql writes it again.
import { count, many } from '../../db/query.ts'

export const fieldsOfAccount = many<{ accountId: number }, { number: number; name: string; type: string }>({ name: 'demographics.fieldsOfAccount', again: true, text: "select number, name, type from demographic_fields where account_id = $1 order by number" }, ["accountId"], r => ({ number: Number(r[0]!), name: r[1]!, type: r[2]! } as { number: number; name: string; type: string }))

export const saveField = count<{ accountId: number; number: number; name: string; type: string }>({ name: 'demographics.saveField', again: true, text: "insert into demographic_fields (account_id, number, name, type) values ($1, $2, $3,\n  $4)\non conflict (account_id, number) do update set name = excluded.name, type = excluded.type" }, ["accountId","number","name","type"])

/** Those of some fields that one of so many members of a list has a value for. */
export const fieldsWithValues = many<{ accountId: number; listId: number; most: number; numbers: number[] }, { number: number }>({ name: 'demographics.fieldsWithValues', again: true, text: "select distinct f.number as \"number!\" from (\n  select s.fields from subscriptions j join subscribers s\n    on s.account_id = $1 and s.id = j.subscriber_id\n  where j.account_id = $1 and j.list_id = $2 and j.unsubscribed_at is null\n  limit $3::int) people, unnest($4::int[]) as f (number)\nwhere btrim(people.fields[f.number]) <> ''" }, ["accountId","listId","most","numbers"], r => ({ number: Number(r[0]!) } as { number: number }))
