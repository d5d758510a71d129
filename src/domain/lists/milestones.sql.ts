// Written by scripts/sql-types.ts from milestones.sql; npm run sql writes it again.
import { count, many, maybe, one } from '../../db/query.ts'

/** The number of subscribers of each list, exact as of this statement: the position of the last
 * milestone, less the departures before it, plus the subscriptions after it. */
export const countsOfLists = many<{ accountId: number }, { id: number; subscribers: number; beyond: number }>({ name: 'milestones.countsOfLists', again: true, deadline: 'long', text: "select l.id, coalesce(m.position, 0) - coalesce(d.count, 0) + t.count as \"subscribers!\",\n  t.count as \"beyond!\"\nfrom lists l\nleft join lateral (\n  select position, subscribed_at, subscriber_id from list_milestones\n  where account_id = $1 and list_id = l.id order by position desc limit 1) m on true\nleft join lateral (\n  select count(*) as count from list_departures d\n  where d.account_id = $1 and d.list_id = l.id\n    and (d.subscribed_at, d.subscriber_id) < (m.subscribed_at, m.subscriber_id)) d on true\ncross join lateral (\n  select count(*) as count from subscriptions s\n  where s.account_id = $1 and s.list_id = l.id and s.unsubscribed_at is null\n    and (s.subscribed_at, s.subscriber_id) >= (coalesce(m.subscribed_at, '-infinity'::timestamptz),\n      coalesce(m.subscriber_id, 0))) t\nwhere l.account_id = $1" }, ["accountId"], r => ({ id: Number(r[0]!), subscribers: Number(r[1]!), beyond: Number(r[2]!) } as { id: number; subscribers: number; beyond: number }))

export const lastMilestone = maybe<{ accountId: number; listId: number }, { position: number; subscribedAt: string; subscriberId: number }>({ name: 'milestones.lastMilestone', again: true, text: "select position, subscribed_at, subscriber_id from list_milestones\nwhere account_id = $1 and list_id = $2 order by position desc limit 1" }, ["accountId","listId"], r => ({ position: Number(r[0]!), subscribedAt: r[1]!, subscriberId: Number(r[2]!) } as { position: number; subscribedAt: string; subscriberId: number }))

export const departuresOf = one<{ accountId: number; listId: number; most: number }, { count: number }>({ name: 'milestones.departuresOf', again: true, text: "select count(*) as \"count!\" from (select 1 from list_departures where account_id = $1\n  and list_id = $2 limit $3::int) d" }, ["accountId","listId","most"], r => ({ count: Number(r[0]!) } as { count: number }))

/** Not restricted to an account: transactions are of the whole server. The time of a subscription is
 * the start of its transaction. A running transaction may still add a subscription as old as
 * itself, so only those older than the oldest running transaction, less a margin, have their final
 * place in the order. Must run before the snapshot is taken. */
export const settledBefore = one<{ marginSeconds: number; accountId?: number }, { moment: string }>({ name: 'milestones.settledBefore', again: true, text: "select least(now(), min(xact_start)) - make_interval(secs => $1::float8) as \"moment!\"\nfrom pg_stat_activity\nwhere datname = current_database() and backend_type = 'client backend' and xact_start is not null\n  and pid <> pg_backend_pid()" }, ["marginSeconds"], r => ({ moment: r[0]! } as { moment: string }))

/** Subtracts the departures from the positions and deletes them. In one snapshot (repeatable read). */
export const absorbDepartures = count<{ accountId: number; listId: number }>({ name: 'milestones.absorbDepartures', again: false, deadline: 'long', text: "with gone as (\n  delete from list_departures where account_id = $1 and list_id = $2\n    returning subscribed_at, subscriber_id)\nupdate list_milestones m set position = m.position - (\n  select count(*) from gone\n    where (gone.subscribed_at, gone.subscriber_id) < (m.subscribed_at, m.subscriber_id))\nwhere m.account_id = $1 and m.list_id = $2" }, ["accountId","listId"])

export const removeMilestones = count<{ accountId: number; listId: number }>({ name: 'milestones.removeMilestones', again: false, deadline: 'long', text: "delete from list_milestones where account_id = $1 and list_id = $2" }, ["accountId","listId"])

export const countMilestones = one<{ accountId: number; listId: number }, { count: number }>({ name: 'milestones.countMilestones', again: true, text: "select count(*) as \"count!\" from list_milestones where account_id = $1 and list_id = $2" }, ["accountId","listId"], r => ({ count: Number(r[0]!) } as { count: number }))

/** Advances the settled part of a list's order. Of two concurrent runs, the second conflicts here
 * and is retried. */
export const settle = maybe<{ until: Date | string; accountId: number; listId: number }, { settledUntil: string }>({ name: 'milestones.settle', again: false, deadline: 'long', text: "update lists set settled_until = greatest(settled_until, $1::timestamptz)\nwhere account_id = $2 and id = $3 returning settled_until" }, ["until","accountId","listId"], r => ({ settledUntil: r[0]! } as { settledUntil: string }))

/** Adds a milestone every `every` subscriptions from a given place on, as far as the order is
 * settled, and one at the last of them: a list that does not change is then counted without reading
 * its end. */
export const layMilestones = count<{ position: number; accountId: number; listId: number; fromTime: Date | string; fromId: number; settledUntil: Date | string; every: number }>({ name: 'milestones.layMilestones', again: false, deadline: 'long', text: "insert into list_milestones (account_id, list_id, position, subscribed_at, subscriber_id)\nselect account_id, list_id, position, subscribed_at, subscriber_id from (\n  select account_id, list_id, subscribed_at, subscriber_id,\n    $1::bigint - 1 + row_number() over (order by subscribed_at, subscriber_id) as position,\n    lead(subscriber_id) over (order by subscribed_at, subscriber_id) is null as is_last\n  from subscriptions\n  where account_id = $2 and list_id = $3 and unsubscribed_at is null\n    and (subscribed_at, subscriber_id) >= ($4::timestamptz, $5::bigint)\n    and subscribed_at < $6::timestamptz) numbered\nwhere position > $1::bigint and (position % $7::int = 0 or is_last)" }, ["position","accountId","listId","fromTime","fromId","settledUntil","every"])
