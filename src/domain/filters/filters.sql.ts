// Written by scripts/sql-types.ts from filters.sql; npm run sql writes it again.
import { count, many, maybe, one } from '../../db/query.ts'

/** Adds nothing if the name is taken. */
export const addFilter = count<{ accountId: number; id: number; name: string; source: string; condition: string }>({ name: 'filters.addFilter', again: true, text: "insert into filters (account_id, id, name, source, condition) values\n  ($1, $2, $3, $4, $5::text::jsonb)\non conflict do nothing" }, ["accountId","id","name","source","condition"])

export const filtersOfAccount = many<{ accountId: number }, { id: number; name: string; source: string; condition: string; created: string }>({ name: 'filters.filtersOfAccount', again: true, text: "select id, name, source, condition::text as \"condition!\", created_at as created from filters\n  where account_id = $1 order by id" }, ["accountId"], r => ({ id: Number(r[0]!), name: r[1]!, source: r[2]!, condition: r[3]!, created: r[4]! } as { id: number; name: string; source: string; condition: string; created: string }))

export const filtersById = many<{ accountId: number; ids: number[] }, { id: number; name: string; source: string; condition: string; created: string }>({ name: 'filters.filtersById', again: true, text: "select id, name, source, condition::text as \"condition!\", created_at as created from filters\nwhere account_id = $1 and id = any ($2::int[]) order by id" }, ["accountId","ids"], r => ({ id: Number(r[0]!), name: r[1]!, source: r[2]!, condition: r[3]!, created: r[4]! } as { id: number; name: string; source: string; condition: string; created: string }))

export const findFilterByName = maybe<{ accountId: number; name: string }, { id: number }>({ name: 'filters.findFilterByName', again: true, text: "select id from filters where account_id = $1 and lower(name) = lower($2)" }, ["accountId","name"], r => ({ id: Number(r[0]!) } as { id: number }))

export const changeFilter = count<{ name: string; source: string; condition: string; accountId: number; id: number }>({ name: 'filters.changeFilter', again: true, text: "update filters set name = $1, source = $2, condition = $3::text::jsonb\n  where account_id = $4 and id = $5" }, ["name","source","condition","accountId","id"])

export const lockFilter = maybe<{ accountId: number; id: number }, { id: number; name: string; source: string; condition: string; created: string }>({ name: 'filters.lockFilter', again: false, text: "select id, name, source, condition::text as \"condition!\", created_at as created from filters\nwhere account_id = $1 and id = $2 for update" }, ["accountId","id"], r => ({ id: Number(r[0]!), name: r[1]!, source: r[2]!, condition: r[3]!, created: r[4]! } as { id: number; name: string; source: string; condition: string; created: string }))

/** Newsletters with blocks that are shown by it, triggers whose current version asks it, and
 * sendings to whom it matches that have not ended. */
export const usesOfFilter = many<{ accountId: number; id: number }, { kind: string; id: number; name: string }>({ name: 'filters.usesOfFilter', again: true, deadline: 'long', replica: true, text: "select 'newsletter' as \"kind!\", n.id::bigint as \"id!\", n.name as \"name!\" from newsletters n\nwhere n.account_id = $1 and strpos(n.html, 'filter') > 0\n  and n.html ~ ('data-filter\\s*=\\s*[\"''][^\"'']*\\m' || $2::int || '\\M|\\mfilter_' || $2::int || '\\M')\nunion all\nselect 'trigger', t.id, t.name from triggers t join lateral (\n  select definition from trigger_versions v where v.account_id = $1\n    and v.trigger_id = t.id order by v.version desc limit 1) v on true\nwhere t.account_id = $1 and t.removed_at is null\n  and jsonb_path_exists(v.definition, '$.**.filterId ? (@ == $id)',\n    jsonb_build_object('id', $2::int))\nunion all\nselect 'sending', s.id, coalesce(s.message->>'name', '') from sendings s\nwhere s.account_id = $1 and not s.test and s.state not in ('finished', 'cancelled')\n  and (s.audience_filters @> jsonb_build_array(jsonb_build_object('id', $2::int))\n    or s.blocks @> jsonb_build_array(jsonb_build_object('id', $2::int)))\norder by 1, 2" }, ["accountId","id"], r => ({ kind: r[0]!, id: Number(r[1]!), name: r[2]! } as { kind: string; id: number; name: string }))

export const removeFilter = count<{ accountId: number; id: number }>({ name: 'filters.removeFilter', again: true, text: "delete from filters where account_id = $1 and id = $2" }, ["accountId","id"])

/** Which of the given sendings exist, and whether their engagement is anonymous, or not tracked. */
export const sendingsKnown = many<{ accountId: number; ids: number[] }, { id: number; anonymous: boolean; untracked: boolean }>({ name: 'filters.sendingsKnown', again: true, text: "select s.id, exists (\n  select 1 from anonymous_lists l where l.account_id = $1 and l.list_id = s.list_id\n    and s.created_at < l.until) as \"anonymous!\",\n  (s.message->'untracked' is not null) as \"untracked!\"\nfrom sendings s where s.account_id = $1 and s.id = any ($2::bigint[])" }, ["accountId","ids"], r => ({ id: Number(r[0]!), anonymous: r[1]! === 't', untracked: r[2]! === 't' } as { id: number; anonymous: boolean; untracked: boolean }))

export const listIsAnonymous = one<{ accountId: number; listId: number }, { anonymous: boolean }>({ name: 'filters.listIsAnonymous', again: true, text: "select exists (select 1 from anonymous_lists where account_id = $1 and list_id = $2\n  and until = 'infinity') as \"anonymous!\"" }, ["accountId","listId"], r => ({ anonymous: r[0]! === 't' } as { anonymous: boolean }))

export const listsKnown = many<{ accountId: number; ids: number[] }, { id: number }>({ name: 'filters.listsKnown', again: true, text: "select id from lists where account_id = $1 and id = any ($2::int[])" }, ["accountId","ids"], r => ({ id: Number(r[0]!) } as { id: number }))

/** Whether the planner knows how many subscribers the account has, and on how many lists. Else it
 * expects none. */
export const isInStatistics = one<{ accountId: number }, { known: boolean }>({ name: 'filters.isInStatistics', again: true, replica: true, text: "select count(*) = 2 as \"known!\" from pg_stats where schemaname = current_schema()\n  and tablename in ('subscribers', 'subscriptions') and attname = 'account_id'\n  and $1 = any (most_common_vals::text::bigint[])" }, ["accountId"], r => ({ known: r[0]! === 't' } as { known: boolean }))
