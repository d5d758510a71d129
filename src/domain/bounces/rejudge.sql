-- Judging stored messages again after a change of the rules, and undoing that.

-- name: bouncesOfMessages :many long
select id, message_id as "messageId!", source_kind, source_id, delivery_id, subscriber_id, email,
  kind, class, status, reply, rule from bounces
where account_id = :accountId and message_id = any (:messageIds::bigint[]) order by id

-- name: addRun :count long
insert into bounce_runs (account_id, id) values (:accountId, :runId)

-- name: noteChanges :count long
-- Saves bounces before they are changed; null for those added by the run.
insert into bounce_changes (account_id, run_id, bounce_id, before)
select b.account_id, :runId::int, b.id, case when b.id = any (:addedIds::bigint[]) then null
  else jsonb_build_object('kind', b.kind, 'class', b.class, 'status', b.status, 'reply', b.reply,
    'rule', b.rule) end
from bounces b where b.account_id = :accountId and b.id = any (:ids::bigint[])
on conflict (account_id, run_id, bounce_id) do nothing

-- name: changeBounces :count long
update bounces b set kind = given.kind, class = given.class, status = given.status,
  reply = given.reply, rule = given.rule
from unnest(:ids::bigint[], :kinds::text[], :classes::text[], :statuses::text[], :replies::text[],
  :rules::text[])
  as given (id, kind, class, status, reply, rule)
where b.account_id = :accountId and b.id = given.id

-- name: rejudgedMessages :count long
update inbound_messages m set kind = given.kind, class = given.class
from unnest(:ids::bigint[], :kinds::text[], :classes::text[]) as given (id, kind, class)
where m.account_id = :accountId and m.id = given.id

-- name: lockRun :maybe long
select created_at as created, undone_at as undone from bounce_runs where account_id = :accountId
  and id = :runId for update

-- name: changesOfRun :many long
select c.bounce_id, c.before is null as "added!", coalesce(c.before->>'kind', '') as "kind!",
  coalesce(c.before->>'class', '') as "class!",
  c.before->>'status' as status, c.before->>'reply' as reply,
    coalesce(c.before->>'rule', '') as "rule!", b.kind as "kindNow!", b.subscriber_id
from bounce_changes c join bounces b on b.account_id = :accountId and b.id = c.bounce_id
where c.account_id = :accountId and c.run_id = :runId order by c.bounce_id

-- name: removeBounces :count long
delete from bounces where account_id = :accountId and id = any (:ids::bigint[])

-- name: runUndone :count long
update bounce_runs set undone_at = now() where account_id = :accountId and id = :runId

-- name: liftComplaints :count long
-- Lifts opt-outs with the reason "complaint" of subscribers without remaining complaints.
with people as (
  select s.id from subscribers s where s.account_id = :accountId
    and s.id = any (:subscriberIds::bigint[]) and not exists (
    select 1 from bounces b where b.account_id = :accountId and b.subscriber_id = s.id
      and b.kind = 'complaint')),
lifted as (
  delete from opt_outs o using people where o.account_id = :accountId
    and o.subscriber_id = people.id and o.reason = 'complaint'
  returning o.subscriber_id, o.id),
ended as (
  insert into change_tombstones as t (account_id, kind, object_id)
  select :accountId, :CHANGED.optOut, id from lifted
  on conflict (account_id, kind, object_id, list_id) do update set removed_at = excluded.removed_at)
update subscribers s set complained_at = null, opted_out_at = case
  when lifted.subscriber_id is null then s.opted_out_at end, changed_at = now()
from people left join lifted on lifted.subscriber_id = people.id
where s.account_id = :accountId and s.id = people.id
