-- Personal data: export and erasure. Deliveries are found sending by sending, through their key;
-- test emails by address.

-- name: knownPerson :maybe long
select id, email, name, format, country_code, phone, array_to_string(fields, :FIELD_SEPARATOR, '')
  as "fields!", created_at as created, updated_at as updated,
  opted_out_at as opted_out, undeliverable_since, undeliverable_reason, complained_at as complained
from subscribers where account_id = :accountId and email_key = :emailKey

-- name: knownSubscriptions :many long
select j.list_id, coalesce(l.name, '') as "name!", j.subscribed_at as subscribed,
  j.unsubscribed_at as unsubscribed, j.unsubscribe_source as source,
  j.unsubscribe_reason as reason, c.source as "consentSource?", c.given_at as consent_given
from subscriptions j left join lists l on l.account_id = :accountId and l.id = j.list_id
left join consents c on c.account_id = :accountId and c.subscriber_id = j.subscriber_id
  and c.list_id = j.list_id
where j.account_id = :accountId and j.subscriber_id = any (:subscriberIds::bigint[])
  order by j.list_id

-- name: knownOptOut :maybe long
select created_at as created, reason, list_id, sending_id, list_text, sending_text,
  key_hash is not null as "erased!"
from opt_outs where account_id = :accountId
  and (email_key = :emailKey or key_hash = :keyHash?) limit 1

-- name: knownDeliveries :many long
select g.id as sending_id, g.newsletter_id, g.list_id, coalesce(g.message->>'subject', '') as
  "subject!", g.test, d.email, d.state, d.attempts, d.reply,
  d.reason, d.changed_at as changed
from sendings g join deliveries d on d.account_id = :accountId and d.source_kind = :SOURCE.sending
  and d.source_id = g.id and d.id = any (:subscriberIds::bigint[])
where g.account_id = :accountId and not g.test
union all
select g.id, g.newsletter_id, g.list_id, coalesce(g.message->>'subject', ''), g.test, d.email,
  d.state, d.attempts, d.reply, d.reason, d.changed_at
from sendings g join deliveries d on d.account_id = :accountId and d.source_kind = :SOURCE.sending
  and d.source_id = g.id and lower(d.email) = any (:spellings::text[])
where g.account_id = :accountId and g.test
order by 1

-- name: knownTriggerMessages :many long
select t.name as trigger_name, h.step, h.newsletter_id, h.list_id,
  coalesce(h.message->>'subject', '') as "subject!", d.email, d.state, d.attempts, d.reply,
  d.reason, d.changed_at as changed, coalesce(g.views, 0) as "views!",
    coalesce(g.clicks, 0) as "clicks!"
from trigger_messages h join deliveries d on d.account_id = :accountId
  and d.source_kind = :SOURCE.trigger and d.source_id = h.id
    and d.id = any (:subscriberIds::bigint[])
left join engagements g on g.account_id = :accountId and g.source_kind = :SOURCE.trigger
  and g.source_id = h.id and g.delivery_id = d.id
join triggers t on t.account_id = :accountId and t.id = h.trigger_id
where h.account_id = :accountId order by h.id

-- name: knownRuns :many long
-- Runs of triggers: the current step, or the ending.
select t.name as trigger_name, e.entry, e.version, e.entered_at as entered, e.step,
  e.ended_at as ended, e.ending
from trigger_entries e join triggers t on t.account_id = :accountId and t.id = e.trigger_id
where e.account_id = :accountId and e.subscriber_id = any (:subscriberIds::bigint[])
  order by e.entered_at, e.trigger_id

-- name: knownSandboxMessages :many long
select b.id, b.subject, b.received_at as received
from sandbox_messages b left join sendings g on g.account_id = :accountId and g.id = b.source_id
where b.account_id = :accountId
  and (lower(b.email) = any (:spellings::text[])
  or (b.source_kind = :SOURCE.trigger and b.delivery_id = any (:subscriberIds::bigint[]))
  or (b.source_kind = :SOURCE.sending and b.delivery_id = any (:subscriberIds::bigint[])
    and g.test is false))
order by b.id

-- name: knownTestGroups :many long
select name from test_groups where account_id = :accountId
  and lower(email) = any (:spellings::text[])
  order by name

-- name: lockUnplannedSendings :many long
-- Waits for running plans and blocks later ones, so that none reads the person during the erasure.
select id from sendings where account_id = :accountId and planned_at is null
  and state not in ('finished', 'cancelled') order by id for update

-- name: whatBindsUs :maybe
-- Decisions of the subscriber, or replies of a mailbox, that outlive a removal by a program.
select email, opted_out_at is not null or undeliverable_since is not null
  or complained_at is not null or exists (
    select 1 from subscriptions j where j.account_id = :accountId
      and j.subscriber_id = :subscriberId and j.unsubscribed_at is not null) as "binds!"
from subscribers where account_id = :accountId and id = :subscriberId

-- name: blankPerson :count
update subscribers set name = '', country_code = '', phone = '', fields = '{}',
  updated_at = now(), changed_at = now()
where account_id = :accountId and id = :subscriberId

-- name: lockPerson :maybe long
select s.id, s.email, s.email_key, s.opted_out_at is not null as "optedOut!", o.id as "optOutId?",
  o.key_hash as "keyHash?", not s.opens_agreed or not s.clicks_agreed as "declined?",
  exists (select 1 from measuring_answers a where a.account_id = :accountId
    and a.subscriber_id = s.id and a.key_hash is null) as "answersKnown!"
from subscribers s left join opt_outs o on o.account_id = :accountId and o.email_key = s.email_key
where s.account_id = :accountId and s.email_key = :emailKey for update of s

-- name: hashOptOut :count long
-- From here on the address is found as erased. A person who is only marked as opted out gets an
-- opt-out.
insert into opt_outs as known (account_id, id, subscriber_id, email, email_key, key_hash)
select s.account_id, :optOutId::bigint, s.id, s.email, s.email_key, :keyHash from subscribers s
  where s.account_id = :accountId and s.id = :subscriberId
on conflict (account_id, email_key) do update set key_hash = excluded.key_hash,
  changed_at = excluded.changed_at

-- name: blankOptOut :count long
-- Deletes texts, keeps ids. Each row gets a unique invalid address, because programs may mirror the
-- list by address.
update opt_outs set email = 'erased-' || id || '@erased.invalid',
  email_key = 'erased-' || id || '@erased.invalid', reason = '',
  list_text = null, sending_text = null, changed_at = now()
where account_id = :accountId and email_key = :emailKey

-- name: readersOfOptOuts :many long
-- Of all accounts: transactions that have read opt-outs and may write. `among` excludes later
-- ones.
select id as "id!" from readers_of_opt_outs() as id
where :among?::text[] is null or id = any (:among?::text[])

-- name: blankDeliveries :count long
-- Deliveries keep their state, and the code of the reply; waiting ones are withdrawn. Claimed ones
-- are stopped at the hand-over, which checks the subscriber.
update deliveries d set email = :ERASED_EMAIL,
  reply = substring(d.reply from '^[245][0-9][0-9](?:[ -][245][.][0-9]+[.][0-9]+)?'),
  state = case when d.next_try_at is null or d.state = 'uncertain' then d.state
    else 'withdrawn' end,
  reason = case when d.next_try_at is null or d.state = 'uncertain' then d.reason
    else 'erased' end, next_try_at = null, changed_at = greatest(d.changed_at,
    (select now() where d.next_try_at is not null and d.state <> 'uncertain'))
from sendings g
where g.account_id = :accountId and d.account_id = :accountId and d.source_kind = :SOURCE.sending
  and d.source_id = g.id and not g.test and d.id = any (:subscriberIds::bigint[])

-- name: blankTriggerDeliveries :count long
-- The same for emails of triggers.
update deliveries d set email = :ERASED_EMAIL,
  reply = substring(d.reply from '^[245][0-9][0-9](?:[ -][245][.][0-9]+[.][0-9]+)?'),
  state = case when d.next_try_at is null or d.state = 'uncertain' then d.state
    else 'withdrawn' end,
  reason = case when d.next_try_at is null or d.state = 'uncertain' then d.reason
    else 'erased' end, next_try_at = null, changed_at = greatest(d.changed_at,
    (select now() where d.next_try_at is not null and d.state <> 'uncertain'))
from trigger_messages h
where h.account_id = :accountId and d.account_id = :accountId and d.source_kind = :SOURCE.trigger
  and d.source_id = h.id and d.id = any (:subscriberIds::bigint[])

-- name: blankTestDeliveries :count long
update deliveries d set email = :ERASED_EMAIL,
  reply = substring(d.reply from '^[245][0-9][0-9](?:[ -][245][.][0-9]+[.][0-9]+)?'),
  state = case when d.next_try_at is null or d.state = 'uncertain' then d.state
    else 'withdrawn' end,
  reason = case when d.next_try_at is null or d.state = 'uncertain' then d.reason
    else 'erased' end, next_try_at = null, changed_at = greatest(d.changed_at,
    (select now() where d.next_try_at is not null and d.state <> 'uncertain'))
from sendings g
where g.account_id = :accountId and d.account_id = :accountId and d.source_kind = :SOURCE.sending
  and d.source_id = g.id and g.test and lower(d.email) = any (:spellings::text[])

-- name: removeSandboxMessages :count long
delete from sandbox_messages b where b.account_id = :accountId and (
  lower(b.email) = any (:spellings::text[])
  or (b.source_kind = :SOURCE.trigger and b.delivery_id = any (:subscriberIds::bigint[]))
    or (b.source_kind = :SOURCE.sending and b.delivery_id = any (:subscriberIds::bigint[])
  and exists (select 1 from sendings g where g.account_id = :accountId and g.id = b.source_id
    and not g.test)))

-- name: removeFromTestGroups :count long
delete from test_groups where account_id = :accountId and lower(email) = any (:spellings::text[])

-- name: removeSubscriptionsOfPerson :count long
-- After leaveLists, which records departures: only unsubscribed rows are left.
with gone as (
  delete from subscriptions where account_id = :accountId
    and subscriber_id = any (:subscriberIds::bigint[])
  returning subscriber_id, list_id)
insert into change_tombstones as t (account_id, kind, object_id, list_id)
select :accountId, :CHANGED.subscription, subscriber_id, list_id from gone
on conflict (account_id, kind, object_id, list_id) do update set removed_at = excluded.removed_at

-- name: removeConsents :count long
delete from consents where account_id = :accountId
  and subscriber_id = any (:subscriberIds::bigint[])

-- name: removePerson :count long
with gone as (
  delete from subscribers where account_id = :accountId and id = any (:subscriberIds::bigint[])
  returning id)
insert into change_tombstones as t (account_id, kind, object_id)
select :accountId, :CHANGED.subscriber, id from gone
on conflict (account_id, kind, object_id, list_id) do update
  set removed_at = excluded.removed_at, new_id = null

-- name: blankFormerValues :count long
-- The undo data of bulk jobs.
update bulk_job_parts p set former = (
  select array_agg(case when given.id = any (:subscriberIds::bigint[]) then null
    else given.former end order by given.place)
  from unnest(p.ids, p.former) with ordinality as given (id, former, place))
where p.account_id = :accountId and p.former is not null and p.ids && :subscriberIds::bigint[]

-- name: dropViewsWith :count long
-- Saved searches for the address.
delete from saved_views
where account_id = :accountId and exists (
  select from unnest(:texts::text[]) as wanted (part)
  where strpos(lower(name || view::text), part) > 0)
