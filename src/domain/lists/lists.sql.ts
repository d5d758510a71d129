// Written by scripts/sql-types.ts from lists.sql; npm run sql writes it again.
import { count, many, maybe, one } from '../../db/query.ts'

/** The id was taken beforehand: sent twice, the list is there once. */
export const addList = one<{ accountId: number; id: number; name: string; fromName: string; fromEmail: string; description: string; characterSet: string }, { id: number }>({ name: 'lists.addList', again: true, text: "with added as (\n  insert into lists (account_id, id, name, from_name, from_email, description, character_set)\n  values ($1, $2, $3, $4, $5, $6, $7)\n  on conflict (account_id, id) do nothing\n  returning id)\nselect $2::int as \"id!\"" }, ["accountId","id","name","fromName","fromEmail","description","characterSet"], r => ({ id: Number(r[0]!) } as { id: number }))

export const listsOfAccount = many<{ accountId: number }, { id: number; name: string; fromName: string; fromEmail: string; description: string; characterSet: string; created: string }>({ name: 'lists.listsOfAccount', again: true, text: "select id, name, from_name, from_email, description, character_set, created_at as created\nfrom lists where account_id = $1 order by id" }, ["accountId"], r => ({ id: Number(r[0]!), name: r[1]!, fromName: r[2]!, fromEmail: r[3]!, description: r[4]!, characterSet: r[5]!, created: r[6]! } as { id: number; name: string; fromName: string; fromEmail: string; description: string; characterSet: string; created: string }))

export const findList = maybe<{ accountId: number; listId: number }, { id: number; name: string; fromName: string; fromEmail: string; description: string; characterSet: string; created: string }>({ name: 'lists.findList', again: true, text: "select id, name, from_name, from_email, description, character_set, created_at as created\nfrom lists where account_id = $1 and id = $2" }, ["accountId","listId"], r => ({ id: Number(r[0]!), name: r[1]!, fromName: r[2]!, fromEmail: r[3]!, description: r[4]!, characterSet: r[5]!, created: r[6]! } as { id: number; name: string; fromName: string; fromEmail: string; description: string; characterSet: string; created: string }))

export const removeList = count<{ accountId: number; listId: number }>({ name: 'lists.removeList', again: false, text: "delete from lists where account_id = $1 and id = $2" }, ["accountId","listId"])

export const removeSubscriptionsOfList = count<{ accountId: number; listId: number }>({ name: 'lists.removeSubscriptionsOfList', again: false, deadline: 'long', text: "delete from subscriptions where account_id = $1 and list_id = $2" }, ["accountId","listId"])

export const removeMilestonesOfList = count<{ accountId: number; listId: number }>({ name: 'lists.removeMilestonesOfList', again: false, deadline: 'long', text: "delete from list_milestones where account_id = $1 and list_id = $2" }, ["accountId","listId"])

export const removeDeparturesOfList = count<{ accountId: number; listId: number }>({ name: 'lists.removeDeparturesOfList', again: false, deadline: 'long', text: "delete from list_departures where account_id = $1 and list_id = $2" }, ["accountId","listId"])
