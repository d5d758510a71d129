// Written by scripts/sql-types.ts from demographics.sql; npm run sql writes it again.
import { count, many, maybe, one } from '../../db/query.ts'

export const fieldsOfAccount = many<{ accountId: number }, { number: number; name: string; type: string }>({ name: 'demographics.fieldsOfAccount', again: true, text: "select number, name, type from demographic_fields where account_id = $1 order by number" }, ["accountId"], r => ({ number: Number(r[0]!), name: r[1]!, type: r[2]! } as { number: number; name: string; type: string }))

/** As an array of JSON. */
export const choicesOfFields = many<{ accountId: number }, { number: number; choices: string }>({ name: 'demographics.choicesOfFields', again: true, text: "select number, to_json(choices)::text as \"choices!\" from demographic_fields\nwhere account_id = $1 and choices <> '{}'" }, ["accountId"], r => ({ number: Number(r[0]!), choices: r[1]! } as { number: number; choices: string }))

/** A lock until the transaction ends: the set of fields does not change. */
export const lockFields = maybe<{ accountId: number }, { accountId: number }>({ name: 'demographics.lockFields', again: false, text: "select account_id from tenants where account_id = $1 for no key update" }, ["accountId"], r => ({ accountId: Number(r[0]!) } as { accountId: number }))

export const saveField = count<{ accountId: number; number: number; name: string; type: string; choices: (string | null)[] }>({ name: 'demographics.saveField', again: true, text: "insert into demographic_fields (account_id, number, name, type, choices)\nvalues ($1, $2, $3, $4, $5::text[])\non conflict (account_id, number) do update set name = excluded.name, type = excluded.type,\n  choices = excluded.choices" }, ["accountId","number","name","type","choices"])

export const forgetField = count<{ accountId: number; number: number }>({ name: 'demographics.forgetField', again: true, text: "delete from demographic_fields where account_id = $1 and number = $2" }, ["accountId","number"])

/** Whether anybody has a value. */
export const isFieldFilled = one<{ accountId: number; number: number }, { filled: boolean }>({ name: 'demographics.isFieldFilled', again: true, deadline: 'long', replica: true, text: "select exists (select from subscribers where account_id = $1 and\n  btrim(fields[$2::int]) <> '') as \"filled!\"" }, ["accountId","number"], r => ({ filled: r[0]! === 't' } as { filled: boolean }))

/** Whether an import that has not ended writes it: its values would come into a field without name,
 * or into another one of its number. */
export const isFieldAwaited = one<{ accountId: number; number: number }, { awaited: boolean }>({ name: 'demographics.isFieldAwaited', again: true, text: "select exists (select from imports where account_id = $1 and state in (0, 1)\n  and options->'columns' ? ('DD' || $2::int)) as \"awaited!\"" }, ["accountId","number"], r => ({ awaited: r[0]! === 't' } as { awaited: boolean }))

/** The fields with values, of the newest :most people; null: of all. */
export const filledFields = many<{ accountId: number; most: number | null }, { number: number; people: number }>({ name: 'demographics.filledFields', again: true, deadline: 'long', replica: true, text: "select f.number::int as \"number!\", count(*)::int as \"people!\" from (\n  select fields from subscribers where account_id = $1\n  order by id desc limit $2::int) s,\n  unnest(s.fields) with ordinality as f (value, number)\nwhere btrim(f.value) <> '' group by f.number" }, ["accountId","most"], r => ({ number: Number(r[0]!), people: Number(r[1]!) } as { number: number; people: number }))

/** Those of some fields that one of so many members of a list has a value for. */
export const fieldsWithValues = many<{ accountId: number; listId: number; most: number; numbers: number[] }, { number: number }>({ name: 'demographics.fieldsWithValues', again: true, text: "select distinct f.number as \"number!\" from (\n  select s.fields from subscriptions j join subscribers s\n    on s.account_id = $1 and s.id = j.subscriber_id\n  where j.account_id = $1 and j.list_id = $2 and j.unsubscribed_at is null\n  limit $3::int) people, unnest($4::int[]) as f (number)\nwhere btrim(people.fields[f.number]) <> ''" }, ["accountId","listId","most","numbers"], r => ({ number: Number(r[0]!) } as { number: number }))

/** The number of the field that holds the language of a person. */
export const languageFieldOfAccount = maybe<{ accountId: number }, { languageField: number | null }>({ name: 'demographics.languageFieldOfAccount', again: true, text: "select language_field from preference_pages where account_id = $1" }, ["accountId"], r => ({ languageField: r[0] == null ? null : Number(r[0]!) } as { languageField: number | null }))
