-- Subscribers get the ids of the old service: docs/decisions/0054-ids-of-the-old-service.md.

-- name: clashingIds :many
-- Those of these ids that another address has here, and those whose address has another id.
select g.id as "id!" from unnest(:ids::bigint[], :emailKeys::text[]) as g (id, email_key)
left join subscribers own on own.account_id = :accountId and own.email_key = g.email_key
left join subscribers holder on holder.account_id = :accountId and holder.id = g.id
where own.id <> g.id or holder.email_key <> g.email_key

-- name: holdListsOf :many
-- Written, so that a transaction that settles the order of one of these lists meanwhile is retried.
update lists l set settled_until = l.settled_until
where l.account_id = :accountId and l.id in (
  select s.list_id from subscriptions s
  where s.account_id = :accountId and s.subscriber_id in (
    select p.id from subscribers p where p.account_id = :accountId
      and (p.email_key = any (:emailKeys::text[]) or p.id = any (:ids::bigint[]))))
returning l.id

-- name: holdPeople :many
-- In the order of inserts. A person who has got an email, an SMS or a step of a trigger here is
-- known by the id in links and reports: their ids stay.
select p.id, p.email_key, (exists (select from trigger_entries e where e.account_id = :accountId
      and e.subscriber_id = p.id)
    or exists (select from sendings n join deliveries d on d.account_id = :accountId
        and d.source_kind = :SOURCE.sending and d.source_id = n.id and d.id = p.id
      where n.account_id = :accountId)
    or exists (select from sendings n join sending_counts c on c.account_id = :accountId
        and c.sending_id = n.id and c.people_removed_at is not null
      where n.account_id = :accountId and n.planned_at >= p.created_at)
    or exists (select from sms_messages m join sms_deliveries d on d.account_id = :accountId
        and d.message_id = m.id and d.id = p.id
      where m.account_id = :accountId)) as "fixed!"
from subscribers p
where p.account_id = :accountId
  and (p.email_key = any (:emailKeys::text[]) or p.id = any (:ids::bigint[]))
order by p.email_key collate "C" for update of p

-- name: moveSubscribers :count
update subscribers p set id = g.new_id, updated_at = now(), changed_at = now()
from unnest(:ids::bigint[], :newIds::bigint[]) as g (id, new_id)
where p.account_id = :accountId and p.id = g.id

-- name: noteMoved :count
-- Before they move, with their subscriptions.
insert into change_tombstones as t (account_id, kind, object_id, list_id, new_id)
select a.account_id, e.kind, e.id, e.list_id, e.new_id from tenants a, (
  select :CHANGED.subscriber::smallint as kind, g.id, 0 as list_id, g.new_id
  from unnest(:ids::bigint[], :newIds::bigint[]) as g (id, new_id)
  union all
  select :CHANGED.subscription::smallint, s.subscriber_id, s.list_id, null from subscriptions s
  where s.account_id = :accountId and s.subscriber_id = any (:ids::bigint[])) e
where a.account_id = :accountId
on conflict (account_id, kind, object_id, list_id) do update
  set removed_at = excluded.removed_at, new_id = excluded.new_id

-- name: moveSubscriptions :count
update subscriptions s set subscriber_id = g.new_id, changed_at = now()
from unnest(:ids::bigint[], :newIds::bigint[]) as g (id, new_id)
where s.account_id = :accountId and s.subscriber_id = g.id

-- name: moveOptOutIds :count
update opt_outs o set subscriber_id = p.id, changed_at = now() from subscribers p
where p.account_id = :accountId and p.id = any (:newIds::bigint[])
  and o.account_id = :accountId and o.email_key = p.email_key and o.subscriber_id <> p.id

-- name: moveSignUpIds :count
update sign_ups s set subscriber_id = p.id from subscribers p
where p.account_id = :accountId and p.id = any (:newIds::bigint[])
  and s.account_id = :accountId and s.email_key = p.email_key and s.subscriber_id <> p.id

-- name: moveProofIds :count
update consent_proofs c set subscriber_id = p.id from subscribers p
where p.account_id = :accountId and p.id = any (:newIds::bigint[])
  and c.account_id = :accountId and c.email_key = p.email_key and c.subscriber_id <> p.id

-- name: moveConsents :count
update consents c set subscriber_id = g.new_id
from unnest(:ids::bigint[], :newIds::bigint[]) as g (id, new_id)
where c.account_id = :accountId and c.subscriber_id = g.id

-- name: moveMeasuringAnswers :count
update measuring_answers a set subscriber_id = g.new_id
from unnest(:ids::bigint[], :newIds::bigint[]) as g (id, new_id)
where a.account_id = :accountId and a.subscriber_id = g.id

-- name: moveProgramEvents :count
update program_events e set subscriber_id = g.new_id
from unnest(:ids::bigint[], :newIds::bigint[]) as g (id, new_id)
where e.account_id = :accountId and e.subscriber_id = g.id

-- name: moveBounces :count
update bounces b set subscriber_id = g.new_id
from unnest(:ids::bigint[], :newIds::bigint[]) as g (id, new_id)
where b.account_id = :accountId and b.subscriber_id = g.id

-- name: moveOldValues :count
update import_old_values o set subscriber_id = g.new_id
from unnest(:ids::bigint[], :newIds::bigint[]) as g (id, new_id)
where o.account_id = :accountId and o.subscriber_id = g.id

-- name: moveJobParts :count
-- An undo of a change of many finds them by these.
update bulk_job_parts b set ids = array(
  select coalesce(g.new_id, i.id) from unnest(b.ids) with ordinality as i (id, place)
  left join unnest(:ids::bigint[], :newIds::bigint[]) as g (id, new_id) on g.id = i.id
  order by i.place)
where b.account_id = :accountId and b.ids && :ids::bigint[]

-- name: forgetWords :count
-- They are found anew: the change of the row says so.
delete from subscriber_words where account_id = :accountId and subscriber_id = any (:ids::bigint[])

-- name: forgetMilestones :count
-- Counted anew: a subscription that moves is at another place of its list.
delete from list_milestones where account_id = :accountId and list_id = any (:listIds::int[])

-- name: movePairs :count
update shadow_ids i set new_id = g.new_id
from unnest(:ids::bigint[], :newIds::bigint[]) as g (id, new_id)
where i.account_id = :accountId and i.kind = 'subscriber' and i.new_id = g.id

-- name: forgetEqualPairs :count
delete from shadow_ids where account_id = :accountId and kind = 'subscriber'
  and (old_id = new_id or old_id = any (:ids::bigint[]))

-- name: whoAnswers :maybe
select answering, wanted from shadows where account_id = :accountId

-- name: moveJoins :count
update shadow_joins j set subscriber_id = g.new_id
from unnest(:ids::bigint[], :newIds::bigint[]) as g (id, new_id)
where j.account_id = :accountId and j.subscriber_id = g.id
