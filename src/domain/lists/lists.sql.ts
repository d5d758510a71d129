// Written by scripts/sql-types.ts from lists.sql; npm run sql writes it again.
import { count, many, maybe, one } from '../../db/query.ts'

/** The id is reserved before, so sending the statement twice adds one list. */
export const addList = one<{ accountId: number; id: number; name: string; fromName: string; fromEmail: string; description: string; characterSet: string }, { id: number }>({ name: 'lists.addList', again: true, text: "with added as (\n  insert into lists (account_id, id, name, from_name, from_email, description, character_set)\n  values ($1, $2, $3, $4, $5, $6, $7)\n  on conflict (account_id, id) do nothing\n  returning id)\nselect $2::int as \"id!\"" }, ["accountId","id","name","fromName","fromEmail","description","characterSet"], r => ({ id: Number(r[0]!) } as { id: number }))

export const listsOfAccount = many<{ accountId: number }, { id: number; name: string; fromName: string; fromEmail: string; description: string; characterSet: string; created: string }>({ name: 'lists.listsOfAccount', again: true, text: "select id, name, from_name, from_email, description, character_set, created_at as created\nfrom lists where account_id = $1 order by id" }, ["accountId"], r => ({ id: Number(r[0]!), name: r[1]!, fromName: r[2]!, fromEmail: r[3]!, description: r[4]!, characterSet: r[5]!, created: r[6]! } as { id: number; name: string; fromName: string; fromEmail: string; description: string; characterSet: string; created: string }))

export const findList = maybe<{ accountId: number; listId: number }, { id: number; name: string; fromName: string; fromEmail: string; description: string; characterSet: string; created: string }>({ name: 'lists.findList', again: true, text: "select id, name, from_name, from_email, description, character_set, created_at as created\nfrom lists where account_id = $1 and id = $2" }, ["accountId","listId"], r => ({ id: Number(r[0]!), name: r[1]!, fromName: r[2]!, fromEmail: r[3]!, description: r[4]!, characterSet: r[5]!, created: r[6]! } as { id: number; name: string; fromName: string; fromEmail: string; description: string; characterSet: string; created: string }))

export const lockList = maybe<{ accountId: number; listId: number }, { id: number; name: string; fromName: string; fromEmail: string; description: string; characterSet: string; created: string }>({ name: 'lists.lockList', again: false, text: "select id, name, from_name, from_email, description, character_set, created_at as created\nfrom lists where account_id = $1 and id = $2 for update" }, ["accountId","listId"], r => ({ id: Number(r[0]!), name: r[1]!, fromName: r[2]!, fromEmail: r[3]!, description: r[4]!, characterSet: r[5]!, created: r[6]! } as { id: number; name: string; fromName: string; fromEmail: string; description: string; characterSet: string; created: string }))

export const removeList = count<{ accountId: number; listId: number }>({ name: 'lists.removeList', again: false, text: "delete from lists where account_id = $1 and id = $2" }, ["accountId","listId"])

/** Not in lock order: sorting would lock up to a million rows before it deletes them. A concurrent
 * removal of many subscribers from all lists (a file of opt-outs, complaints) may deadlock with it:
 * either is retried. */
export const removeSubscriptionsOfList = count<{ accountId: number; listId: number }>({ name: 'lists.removeSubscriptionsOfList', again: false, deadline: 'long', text: "delete from subscriptions where account_id = $1 and list_id = $2" }, ["accountId","listId"])

export const removeMilestonesOfList = count<{ accountId: number; listId: number }>({ name: 'lists.removeMilestonesOfList', again: false, deadline: 'long', text: "delete from list_milestones where account_id = $1 and list_id = $2" }, ["accountId","listId"])

export const removeDeparturesOfList = count<{ accountId: number; listId: number }>({ name: 'lists.removeDeparturesOfList', again: false, deadline: 'long', text: "delete from list_departures where account_id = $1 and list_id = $2" }, ["accountId","listId"])

/** Null leaves a value unchanged. */
export const changeList = count<{ name: string | null; fromName: string | null; fromEmail: string | null; description: string | null; characterSet: string | null; accountId: number; listId: number }>({ name: 'lists.changeList', again: true, text: "update lists set name = coalesce($1, name), from_name = coalesce($2, from_name),\n  from_email = coalesce($3, from_email),\n    description = coalesce($4, description),\n  character_set = coalesce($5, character_set)\nwhere account_id = $6 and id = $7" }, ["name","fromName","fromEmail","description","characterSet","accountId","listId"])

/** What depends on the list: newsletters, triggers, and sendings that have not ended. */
export const usesOfList = one<{ accountId: number; listId: number }, { newsletters: number; triggers: number; sendings: number }>({ name: 'lists.usesOfList', again: true, text: "select\n  (select count(*) from newsletters\n    where account_id = $1 and list_id = $2) as \"newsletters!\",\n  (select count(*) from triggers\n    where account_id = $1 and list_id = $2 and removed_at is null) as \"triggers!\",\n  (select count(*) from sendings\n    where account_id = $1 and list_id = $2 and not test\n      and state not in ('finished', 'cancelled')) as \"sendings!\"" }, ["accountId","listId"], r => ({ newsletters: Number(r[0]!), triggers: Number(r[1]!), sendings: Number(r[2]!) } as { newsletters: number; triggers: number; sendings: number }))
