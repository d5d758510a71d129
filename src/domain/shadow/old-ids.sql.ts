// Written by scripts/sql-types.ts from old-ids.sql; npm run sql writes it again.
import { count, many, maybe } from '../../db/query.ts'

/** Those of these ids that another address has here, and those whose address has another id. */
export const clashingIds = many<{ ids: number[]; emailKeys: (string | null)[]; accountId: number }, { id: number }>({ name: 'old-ids.clashingIds', again: true, text: "select g.id as \"id!\" from unnest($1::bigint[], $2::text[]) as g (id, email_key)\nleft join subscribers own on own.account_id = $3 and own.email_key = g.email_key\nleft join subscribers holder on holder.account_id = $3 and holder.id = g.id\nwhere own.id <> g.id or holder.email_key <> g.email_key" }, ["ids","emailKeys","accountId"], r => ({ id: Number(r[0]!) } as { id: number }))

/** Written, so that a transaction that settles the order of one of these lists meanwhile is retried. */
export const holdListsOf = many<{ accountId: number; emailKeys: (string | null)[]; ids: number[] }, { id: number }>({ name: 'old-ids.holdListsOf', again: false, text: "update lists l set settled_until = l.settled_until\nwhere l.account_id = $1 and l.id in (\n  select s.list_id from subscriptions s\n  where s.account_id = $1 and s.subscriber_id in (\n    select p.id from subscribers p where p.account_id = $1\n      and (p.email_key = any ($2::text[]) or p.id = any ($3::bigint[]))))\nreturning l.id" }, ["accountId","emailKeys","ids"], r => ({ id: Number(r[0]!) } as { id: number }))

/** In the order of inserts. A person who has got an email, an SMS or a step of a trigger here is
 * known by the id in links and reports: their ids stay. */
export const holdPeople = many<{ accountId: number; emailKeys: (string | null)[]; ids: number[] }, { id: number; emailKey: string; fixed: boolean }>({ name: 'old-ids.holdPeople', again: false, text: "select p.id, p.email_key, (exists (select from trigger_entries e where e.account_id = $1\n      and e.subscriber_id = p.id)\n    or exists (select from sendings n join deliveries d on d.account_id = $1\n        and d.source_kind = 1 and d.source_id = n.id and d.id = p.id\n      where n.account_id = $1)\n    or exists (select from sendings n join sending_counts c on c.account_id = $1\n        and c.sending_id = n.id and c.people_removed_at is not null\n      where n.account_id = $1 and n.planned_at >= p.created_at)\n    or exists (select from sms_messages m join sms_deliveries d on d.account_id = $1\n        and d.message_id = m.id and d.id = p.id\n      where m.account_id = $1)) as \"fixed!\"\nfrom subscribers p\nwhere p.account_id = $1\n  and (p.email_key = any ($2::text[]) or p.id = any ($3::bigint[]))\norder by p.email_key collate \"C\" for update of p" }, ["accountId","emailKeys","ids"], r => ({ id: Number(r[0]!), emailKey: r[1]!, fixed: r[2]! === 't' } as { id: number; emailKey: string; fixed: boolean }))

export const moveSubscribers = count<{ ids: number[]; newIds: number[]; accountId: number }>({ name: 'old-ids.moveSubscribers', again: false, text: "update subscribers p set id = g.new_id, updated_at = now(), changed_at = now()\nfrom unnest($1::bigint[], $2::bigint[]) as g (id, new_id)\nwhere p.account_id = $3 and p.id = g.id" }, ["ids","newIds","accountId"])

/** Before they move, with their subscriptions. */
export const noteMoved = count<{ ids: number[]; newIds: number[]; accountId: number }>({ name: 'old-ids.noteMoved', again: false, text: "insert into change_tombstones as t (account_id, kind, object_id, list_id, new_id)\nselect a.account_id, e.kind, e.id, e.list_id, e.new_id from tenants a, (\n  select 1::smallint as kind, g.id, 0 as list_id, g.new_id\n  from unnest($1::bigint[], $2::bigint[]) as g (id, new_id)\n  union all\n  select 2::smallint, s.subscriber_id, s.list_id, null from subscriptions s\n  where s.account_id = $3 and s.subscriber_id = any ($1::bigint[])) e\nwhere a.account_id = $3\non conflict (account_id, kind, object_id, list_id) do update\n  set removed_at = excluded.removed_at, new_id = excluded.new_id" }, ["ids","newIds","accountId"])

export const moveSubscriptions = count<{ ids: number[]; newIds: number[]; accountId: number }>({ name: 'old-ids.moveSubscriptions', again: false, text: "update subscriptions s set subscriber_id = g.new_id, changed_at = now()\nfrom unnest($1::bigint[], $2::bigint[]) as g (id, new_id)\nwhere s.account_id = $3 and s.subscriber_id = g.id" }, ["ids","newIds","accountId"])

export const moveOptOutIds = count<{ accountId: number; newIds: number[] }>({ name: 'old-ids.moveOptOutIds', again: false, text: "update opt_outs o set subscriber_id = p.id, changed_at = now() from subscribers p\nwhere p.account_id = $1 and p.id = any ($2::bigint[])\n  and o.account_id = $1 and o.email_key = p.email_key and o.subscriber_id <> p.id" }, ["accountId","newIds"])

export const moveSignUpIds = count<{ accountId: number; newIds: number[] }>({ name: 'old-ids.moveSignUpIds', again: false, text: "update sign_ups s set subscriber_id = p.id from subscribers p\nwhere p.account_id = $1 and p.id = any ($2::bigint[])\n  and s.account_id = $1 and s.email_key = p.email_key and s.subscriber_id <> p.id" }, ["accountId","newIds"])

export const moveProofIds = count<{ accountId: number; newIds: number[] }>({ name: 'old-ids.moveProofIds', again: false, text: "update consent_proofs c set subscriber_id = p.id from subscribers p\nwhere p.account_id = $1 and p.id = any ($2::bigint[])\n  and c.account_id = $1 and c.email_key = p.email_key and c.subscriber_id <> p.id" }, ["accountId","newIds"])

export const moveConsents = count<{ ids: number[]; newIds: number[]; accountId: number }>({ name: 'old-ids.moveConsents', again: false, text: "update consents c set subscriber_id = g.new_id\nfrom unnest($1::bigint[], $2::bigint[]) as g (id, new_id)\nwhere c.account_id = $3 and c.subscriber_id = g.id" }, ["ids","newIds","accountId"])

export const moveMeasuringAnswers = count<{ ids: number[]; newIds: number[]; accountId: number }>({ name: 'old-ids.moveMeasuringAnswers', again: false, text: "update measuring_answers a set subscriber_id = g.new_id\nfrom unnest($1::bigint[], $2::bigint[]) as g (id, new_id)\nwhere a.account_id = $3 and a.subscriber_id = g.id" }, ["ids","newIds","accountId"])

export const moveProgramEvents = count<{ ids: number[]; newIds: number[]; accountId: number }>({ name: 'old-ids.moveProgramEvents', again: false, text: "update program_events e set subscriber_id = g.new_id\nfrom unnest($1::bigint[], $2::bigint[]) as g (id, new_id)\nwhere e.account_id = $3 and e.subscriber_id = g.id" }, ["ids","newIds","accountId"])

export const moveBounces = count<{ ids: number[]; newIds: number[]; accountId: number }>({ name: 'old-ids.moveBounces', again: false, text: "update bounces b set subscriber_id = g.new_id\nfrom unnest($1::bigint[], $2::bigint[]) as g (id, new_id)\nwhere b.account_id = $3 and b.subscriber_id = g.id" }, ["ids","newIds","accountId"])

export const moveOldValues = count<{ ids: number[]; newIds: number[]; accountId: number }>({ name: 'old-ids.moveOldValues', again: false, text: "update import_old_values o set subscriber_id = g.new_id\nfrom unnest($1::bigint[], $2::bigint[]) as g (id, new_id)\nwhere o.account_id = $3 and o.subscriber_id = g.id" }, ["ids","newIds","accountId"])

/** An undo of a change of many finds them by these. */
export const moveJobParts = count<{ ids: number[]; newIds: number[]; accountId: number }>({ name: 'old-ids.moveJobParts', again: false, text: "update bulk_job_parts b set ids = array(\n  select coalesce(g.new_id, i.id) from unnest(b.ids) with ordinality as i (id, place)\n  left join unnest($1::bigint[], $2::bigint[]) as g (id, new_id) on g.id = i.id\n  order by i.place)\nwhere b.account_id = $3 and b.ids && $1::bigint[]" }, ["ids","newIds","accountId"])

/** They are found anew: the change of the row says so. */
export const forgetWords = count<{ accountId: number; ids: number[] }>({ name: 'old-ids.forgetWords', again: false, text: "delete from subscriber_words where account_id = $1 and subscriber_id = any ($2::bigint[])" }, ["accountId","ids"])

/** Counted anew: a subscription that moves is at another place of its list. */
export const forgetMilestones = count<{ accountId: number; listIds: number[] }>({ name: 'old-ids.forgetMilestones', again: false, text: "delete from list_milestones where account_id = $1 and list_id = any ($2::int[])" }, ["accountId","listIds"])

export const movePairs = count<{ ids: number[]; newIds: number[]; accountId: number }>({ name: 'old-ids.movePairs', again: false, text: "update shadow_ids i set new_id = g.new_id\nfrom unnest($1::bigint[], $2::bigint[]) as g (id, new_id)\nwhere i.account_id = $3 and i.kind = 'subscriber' and i.new_id = g.id" }, ["ids","newIds","accountId"])

export const forgetEqualPairs = count<{ accountId: number; ids: number[] }>({ name: 'old-ids.forgetEqualPairs', again: false, text: "delete from shadow_ids where account_id = $1 and kind = 'subscriber'\n  and (old_id = new_id or old_id = any ($2::bigint[]))" }, ["accountId","ids"])

export const whoAnswers = maybe<{ accountId: number }, { answering: string; wanted: string }>({ name: 'old-ids.whoAnswers', again: true, text: "select answering, wanted from shadows where account_id = $1" }, ["accountId"], r => ({ answering: r[0]!, wanted: r[1]! } as { answering: string; wanted: string }))

export const moveJoins = count<{ ids: number[]; newIds: number[]; accountId: number }>({ name: 'old-ids.moveJoins', again: false, text: "update shadow_joins j set subscriber_id = g.new_id\nfrom unnest($1::bigint[], $2::bigint[]) as g (id, new_id)\nwhere j.account_id = $3 and j.subscriber_id = g.id" }, ["ids","newIds","accountId"])
