// Written by scripts/sql-types.ts from sample.sql; npm run sql writes it again.
import { count, many, maybe, one } from '../../db/query.ts'

export const sampleList = maybe<{ accountId: number; description: string }, { id: number }>({ name: 'sample.sampleList', again: true, text: "select id from lists where account_id = $1 and description = $2 order by id limit 1" }, ["accountId","description"], r => ({ id: Number(r[0]!) } as { id: number }))

export const knownOfSample = one<{ accountId: number; emailKeys: (string | null)[] }, { count: number }>({ name: 'sample.knownOfSample', again: true, text: "select count(*)::int as \"count!\" from subscribers where account_id = $1 and email_key = any ($2::text[])" }, ["accountId","emailKeys"], r => ({ count: Number(r[0]!) } as { count: number }))

export const sendingsOfSample = many<{ accountId: number; listId: number; name: string }, { id: number }>({ name: 'sample.sendingsOfSample', again: true, text: "select s.id from sendings s join newsletters n on n.account_id = $1 and n.id = s.newsletter_id\nwhere s.account_id = $1 and s.list_id = $2 and n.list_id = $2 and n.name = $3 order by s.id" }, ["accountId","listId","name"], r => ({ id: Number(r[0]!) } as { id: number }))

export const removeWorkOfSendings = count<{ accountId: number; sendingIds: number[] }>({ name: 'sample.removeWorkOfSendings', again: false, text: "delete from work where account_id = $1 and kind in ('plan', 'deliver') and source_id = any ($2::bigint[])" }, ["accountId","sendingIds"])

export const removeClaimsOfSendings = count<{ accountId: number; sendingIds: number[] }>({ name: 'sample.removeClaimsOfSendings', again: false, text: "delete from claims where account_id = $1 and source_kind = 1 and source_id = any ($2::bigint[])" }, ["accountId","sendingIds"])

export const removeDeliveriesOfSendings = count<{ accountId: number; sendingIds: number[] }>({ name: 'sample.removeDeliveriesOfSendings', again: false, text: "delete from deliveries where account_id = $1 and source_kind = 1 and source_id = any ($2::bigint[])" }, ["accountId","sendingIds"])

export const removeLettersOfSendings = count<{ accountId: number; sendingIds: number[] }>({ name: 'sample.removeLettersOfSendings', again: false, text: "delete from sandbox_letters where account_id = $1 and source_kind = 1 and source_id = any ($2::bigint[])" }, ["accountId","sendingIds"])

export const removeSendings = count<{ accountId: number; sendingIds: number[] }>({ name: 'sample.removeSendings', again: false, text: "delete from sendings where account_id = $1 and id = any ($2::bigint[])" }, ["accountId","sendingIds"])

export const removeSampleNewsletters = count<{ accountId: number; listId: number; name: string }>({ name: 'sample.removeSampleNewsletters', again: false, text: "with versions as (\n  delete from newsletter_versions v using newsletters n\n  where v.account_id = $1 and n.account_id = v.account_id and v.newsletter_id = n.id and n.list_id = $2 and n.name = $3)\ndelete from newsletters where account_id = $1 and list_id = $2 and name = $3" }, ["accountId","listId","name"])

export const removeOptOutsOfSample = count<{ accountId: number; emailKeys: (string | null)[] }>({ name: 'sample.removeOptOutsOfSample', again: false, text: "delete from opt_outs where account_id = $1 and email_key = any ($2::text[])" }, ["accountId","emailKeys"])

/** With their subscriptions. On lists other than the sample's each is noted for the milestones. */
export const removeSamplePeople = one<{ accountId: number; emailKeys: (string | null)[] }, { count: number }>({ name: 'sample.removeSamplePeople', again: false, text: "with gone as (\n  delete from subscribers where account_id = $1 and email_key = any ($2::text[]) returning id),\nleft_lists as (\n  delete from subscriptions s using gone where s.account_id = $1 and s.subscriber_id = gone.id\n  returning s.list_id, s.subscribed_at, s.subscriber_id, s.unsubscribed_at),\nnoted as (\n  insert into list_departures (account_id, list_id, subscribed_at, subscriber_id)\n  select t.account_id, list_id, subscribed_at, subscriber_id from left_lists, tenants t where t.account_id = $1 and unsubscribed_at is null)\nselect count(*)::int as \"count!\" from gone" }, ["accountId","emailKeys"], r => ({ count: Number(r[0]!) } as { count: number }))
