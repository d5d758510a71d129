-- name: consentOfReader :maybe
-- The choices of the reader of an email of a sending (1) or a trigger (2): the subscriber, the
-- lists of the email, and their consent so far. The names of list and sender are stored with the
-- email, in case the list is deleted. A reader who unsubscribed by this very email may return
-- within a day: later, or by another email, the link may be in the hands of another person.
with source as materialized (
  select id, list_id, message, test, options, id as sending_id from sendings
    where account_id = :accountId and id = :sourceId and :sourceKind::int = :SOURCE.sending
  union all
  select id, list_id, message, false, '{}'::jsonb, null from trigger_messages
    where account_id = :accountId and id = :sourceId and :sourceKind::int = :SOURCE.trigger)
select coalesce(g.test, false) as "test!", g.list_id as "listId?",
  l.id is not null as "listKnown!",
  coalesce((
      select string_agg(n.name, ', ' order by n.id) from lists n join subscriptions o
        on o.account_id = :accountId and o.subscriber_id = s.id and o.list_id = n.id
      where n.account_id = :accountId and o.unsubscribed_at is null
        and g.options->'moreLists' is not null and n.id = any (of.ids)),
    l.name, g.message->>'listName', '') as "listName!",
  coalesce(nullif(g.message->>'fromName', ''), nullif(l.from_name, ''),
    g.message->>'fromEmail', '') as "sender!",
  s.id as "subscriberId?", s.email as "email?", s.opted_out_at is not null as "optedOut!",
    j.unsubscribed_at is not null as "unsubscribed!",
  case when s.opted_out_at is not null then coalesce(o.created_at > now() - interval '1 day', false)
    else coalesce(j.unsubscribed_at > now() - interval '1 day'
      and j.unsubscribe_source in ('page', 'one-click', 'preferences'), false)
  end as "mayReturn!",
  array_to_string(array(select o.list_id from subscriptions o where o.account_id = :accountId
    and o.subscriber_id = s.id and o.list_id = any (of.ids) and o.unsubscribed_at is null),
    ',') as "onLists!",
  array_to_string(array(select o.list_id from subscriptions o where o.account_id = :accountId
    and o.subscriber_id = s.id and o.list_id = any (of.ids)
    and o.unsubscribed_at > now() - interval '1 day'
    and o.unsubscribe_source in ('page', 'one-click', 'preferences')), ',') as "leftLists!"
from tenants t
left join source g on true
left join lists l on l.account_id = :accountId and l.id = g.list_id
left join subscribers s on s.account_id = :accountId and s.id = :subscriberId
cross join lateral (
  select array(select g.list_id
    union select jsonb_array_elements_text(g.options->'moreLists')::int) as ids) of
left join lateral (
  select unsubscribed_at, unsubscribe_source from subscriptions
  where account_id = :accountId and subscriber_id = s.id and list_id = any (of.ids)
  order by unsubscribed_at desc nulls first limit 1) j on true
left join opt_outs o on o.account_id = :accountId and o.email_key = s.email_key
  and o.list_id = g.list_id and (g.sending_id is null or o.sending_id = g.sending_id)
where t.account_id = :accountId

-- name: consentOfReceiver :maybe
-- The choices of the recipient of a transaction's email. No row: the address was erased, or its
-- retention period is over.
select t.email, coalesce(nullif(p.from_name, ''), nullif(n.from_name, ''), l.from_name,
  nullif(p.from_email, ''), n.from_email, '') as "sender!",
  s.opted_out_at is not null or o.id is not null as "optedOut!",
  coalesce(o.created_at > now() - interval '1 day' and o.list_id is null
    and o.sending_id is null, false)
    as "mayReturn!"
from transactions t
join projects p on p.account_id = :accountId and p.id = t.project_id
left join newsletters n on n.account_id = :accountId and n.id = p.newsletter_id
left join lists l on l.account_id = :accountId and l.id = n.list_id
left join subscribers s on s.account_id = :accountId and s.email_key = t.email_key
left join opt_outs o on o.account_id = :accountId and o.email_key = t.email_key
where t.account_id = :accountId and t.id = :transactionId::int and t.email <> :ERASED_EMAIL

-- name: noteDeparture :count again
-- The email by which a person left: for the report of its sending.
insert into email_departures as d (account_id, sending_id, subscriber_id, everything)
select account_id, :sendingId::bigint, :subscriberId::bigint, :everything::boolean from tenants
where account_id = :accountId
on conflict (account_id, sending_id, subscriber_id) do update
  set everything = d.everything or excluded.everything

-- name: forgetDeparture :count again
delete from email_departures where account_id = :accountId and sending_id = :sendingId
  and subscriber_id = :subscriberId

-- name: subscriberOfAddress :maybe
select id from subscribers where account_id = :accountId and email_key = :emailKey
