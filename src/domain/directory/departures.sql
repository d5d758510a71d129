-- Who has left.

-- name: departures :many long
-- Who left a list, or all of them by an opt-out, the newest first, by keyset pagination. A list has
-- its own and the opt-outs that came from its emails. Erased people have no address.
select g.subscriber_id as "subscriberId!", coalesce(s.email, '') as "email!",
  coalesce(s.name, '') as "name!",
  g.departed as "at!", g.list_id as "listId!", coalesce(l.name, '') as "listName!",
  g.everything as "everything!", g.source as "source!", g.reason as "reason!", g.sending_id
from (
  select subscriber_id, unsubscribed_at as departed, list_id, false as everything,
    coalesce(unsubscribe_source, '') as source, coalesce(unsubscribe_reason, '') as reason,
    null::bigint as sending_id
  from subscriptions
  where account_id = :accountId and unsubscribed_at is not null
    and (:listId?::int is null or list_id = :listId?)
    and (unsubscribed_at, subscriber_id, list_id)
      < (:beforeAt::timestamptz, :beforeId::bigint, :beforeList::int)
  union all
  select subscriber_id, created_at, coalesce(list_id, 0), true,
    case when by_program then 'program' else '' end, reason, sending_id
  from opt_outs
  where account_id = :accountId and key_hash is null
    and (:listId?::int is null or list_id = :listId?)
    and (created_at, subscriber_id, coalesce(list_id, 0))
      < (:beforeAt::timestamptz, :beforeId::bigint, :beforeList::int)
  order by 2 desc, 1 desc, 3 desc limit :most::int) g
left join subscribers s on s.account_id = :accountId and s.id = g.subscriber_id
left join lists l on l.account_id = :accountId and l.id = g.list_id
order by g.departed desc, g.subscriber_id desc, g.list_id desc

-- name: countReachable :one long
-- Who can get emails: on a list, not opted out, and their mailbox takes emails.
select count(*)::int as "count!" from subscribers s
where s.account_id = :accountId and s.opted_out_at is null and s.complained_at is null
  and (s.undeliverable_since is null or s.undeliverable_until <= now())
  and exists (select 1 from subscriptions j where j.account_id = :accountId
    and j.subscriber_id = s.id and j.unsubscribed_at is null)
