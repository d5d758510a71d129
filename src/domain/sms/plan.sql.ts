// Written by scripts/sql-types.ts from plan.sql; npm run sql writes it again.
import { count, many, maybe, one } from '../../db/query.ts'

/** A page of a list in its order, after a given position: subscribers with their number, and whether
 * they opted out. */
export const peopleOfList = many<{ accountId: number; listId: number; afterTime: Date | string; afterId: number; size: number }, { id: number; countryCode: string; phone: string; optedOut: boolean; subscribed: string }>({ name: 'plan.peopleOfList', again: true, text: "select s.id, s.country_code, s.phone, s.opted_out_at is not null as \"optedOut!\",\n  page.subscribed_at as subscribed\nfrom (\n  select subscriber_id, subscribed_at from subscriptions\n  where account_id = $1 and list_id = $2 and unsubscribed_at is null\n    and (subscribed_at, subscriber_id) > ($3::timestamptz, $4::bigint)\n  order by subscribed_at, subscriber_id limit $5::bigint) page\njoin subscribers s on s.account_id = $1 and s.id = page.subscriber_id\norder by page.subscribed_at, s.id" }, ["accountId","listId","afterTime","afterId","size"], r => ({ id: Number(r[0]!), countryCode: r[1]!, phone: r[2]!, optedOut: r[3]! === 't', subscribed: r[4]! } as { id: number; countryCode: string; phone: string; optedOut: boolean; subscribed: string }))

export const chosenPeople = many<{ accountId: number; subscriberIds: number[] }, { id: number; countryCode: string; phone: string; optedOut: boolean }>({ name: 'plan.chosenPeople', again: true, text: "select id, country_code, phone, opted_out_at is not null as \"optedOut!\" from subscribers\nwhere account_id = $1 and id = any ($2::bigint[]) order by id" }, ["accountId","subscriberIds"], r => ({ id: Number(r[0]!), countryCode: r[1]!, phone: r[2]!, optedOut: r[3]! === 't' } as { id: number; countryCode: string; phone: string; optedOut: boolean }))

/** Inserts rows for numbers that are not opted out; a repeated number keeps its first row. `marks`
 * are the keys of erased numbers in the opt-outs. */
export const planSms = one<{ ids: number[]; numbers: (string | null)[]; marks: (string | null)[]; costs: (string | null)[]; accountId: number; messageId: number }, { wanted: number; planned: number; cost: string }>({ name: 'plan.planSms', again: false, deadline: 'long', text: "with given as (\n  select id, number, mark, cost\n    from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) as given\n    (id, number, mark, cost)),\nwanted as (\n  select id, number, cost::numeric as cost from given\n  where not exists (select 1 from sms_opt_outs o where o.account_id = $5\n    and o.number = given.number)\n    and not exists (select 1 from sms_opt_outs o where o.account_id = $5\n      and o.number = given.mark)),\nplanned as (\n  insert into sms_deliveries as n (account_id, message_id, id, number, cost, next_try_at)\n  select t.account_id, $6, wanted.id, wanted.number, wanted.cost, now()\n    from tenants t, wanted where t.account_id = $5 order by wanted.id\n  on conflict do nothing\n  returning n.cost)\nselect (select count(*) from wanted) as \"wanted!\", (select count(*) from planned) as \"planned!\",\n  (select trim_scale(coalesce(sum(cost), 0)) from planned) as \"cost!\"" }, ["ids","numbers","marks","costs","accountId","messageId"], r => ({ wanted: Number(r[0]!), planned: Number(r[1]!), cost: r[2]! } as { wanted: number; planned: number; cost: string }))

/** Erasing a person waits for the plans that may have read them. */
export const shareAccount = one<{ accountId: number }, { accountId: number }>({ name: 'plan.shareAccount', again: false, deadline: 'long', text: "select account_id from tenants where account_id = $1 for share" }, ["accountId"], r => ({ accountId: Number(r[0]!) } as { accountId: number }))

/** Which of these subscribers a message is sent to. */
export const plannedAmong = many<{ accountId: number; messageId: number; subscriberIds: number[] }, { id: number }>({ name: 'plan.plannedAmong', again: true, deadline: 'long', replica: true, text: "select id from sms_deliveries where account_id = $1 and message_id = $2\n  and id = any ($3::bigint[]) order by id" }, ["accountId","messageId","subscriberIds"], r => ({ id: Number(r[0]!) } as { id: number }))

/** Not restricted to an account: after a large plan the statistics are outdated, and the planner
 * would not use the index for claims. */
export const analyzeSms = count<{ accountId?: number }>({ name: 'plan.analyzeSms', again: false, deadline: 'long', text: "analyze sms_deliveries" }, [])

/** The country of numbers without a country code. */
export const findCountry = maybe<{ accountId: number }, { country: string }>({ name: 'plan.findCountry', again: true, text: "select country from sms_countries where account_id = $1" }, ["accountId"], r => ({ country: r[0]! } as { country: string }))

export const saveCountry = count<{ accountId: number; country: string }>({ name: 'plan.saveCountry', again: true, text: "insert into sms_countries (account_id, country) values ($1, $2)\non conflict (account_id) do update set country = excluded.country" }, ["accountId","country"])

export const removeCountry = count<{ accountId: number }>({ name: 'plan.removeCountry', again: true, text: "delete from sms_countries where account_id = $1" }, ["accountId"])
