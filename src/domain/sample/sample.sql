-- Finds the sample data by its marks: the list by its description, its newsletter by that list, its
-- subscribers by their addresses.

-- name: sampleList :maybe long
select id from lists where account_id = :accountId and description = :description
  order by id limit 1

-- name: knownOfSample :one long
select count(*)::int as "count!" from subscribers where account_id = :accountId
  and email_key = any (:emailKeys::text[])

-- name: sendingsOfSample :many long
-- By the frozen message: the newsletter may have been removed.
select id from sendings where account_id = :accountId and list_id = :listId
  and message->>'name' = :name order by id

-- name: removeWorkOfSendings :count long
delete from work where account_id = :accountId and kind in (:WORK.plan, :WORK.deliver)
  and source_id = any (:sendingIds::bigint[])

-- name: removeClaimsOfSendings :count long
delete from claims where account_id = :accountId and source_kind = :SOURCE.sending
  and source_id = any (:sendingIds::bigint[])

-- name: removeCountsOfSendings :count long
with outcomes as (
  delete from sending_outcomes where account_id = :accountId
    and sending_id = any (:sendingIds::bigint[]))
delete from sending_counts where account_id = :accountId
  and sending_id = any (:sendingIds::bigint[])

-- name: removeDeliveriesOfSendings :count long
delete from deliveries where account_id = :accountId and source_kind = :SOURCE.sending
  and source_id = any (:sendingIds::bigint[])

-- name: removeMessagesOfSendings :count long
delete from sandbox_messages where account_id = :accountId and source_kind = :SOURCE.sending
  and source_id = any (:sendingIds::bigint[])

-- name: removeHitsOfSendings :count long
-- Hits on its emails, if any were opened.
with
  in_hits as (delete from hits
    where account_id = :accountId and source_kind = :SOURCE.sending
      and source_id = any (:sendingIds::bigint[])),
  in_engagements as (delete from engagements
    where account_id = :accountId and source_kind = :SOURCE.sending
      and source_id = any (:sendingIds::bigint[])),
  in_clicked_links as (delete from clicked_links
    where account_id = :accountId and source_kind = :SOURCE.sending
      and source_id = any (:sendingIds::bigint[])),
  in_departures as (delete from email_departures
    where account_id = :accountId and sending_id = any (:sendingIds::bigint[])),
  in_hit_totals as (delete from hit_totals
    where account_id = :accountId and source_kind = :SOURCE.sending
      and source_id = any (:sendingIds::bigint[])),
  in_hit_hours as (delete from hit_hours
    where account_id = :accountId and source_kind = :SOURCE.sending
      and source_id = any (:sendingIds::bigint[])),
  in_hit_programs as (delete from hit_programs
    where account_id = :accountId and source_kind = :SOURCE.sending
      and source_id = any (:sendingIds::bigint[])),
  in_hit_suspicions as (delete from hit_suspicions
    where account_id = :accountId and source_kind = :SOURCE.sending
      and source_id = any (:sendingIds::bigint[])),
  in_conversions as (delete from conversions
    where account_id = :accountId and source_kind = :SOURCE.sending
      and source_id = any (:sendingIds::bigint[])),
  in_conversion_totals as (delete from conversion_totals
    where account_id = :accountId and source_kind = :SOURCE.sending
      and source_id = any (:sendingIds::bigint[]))
delete from links where account_id = :accountId and source_kind = :SOURCE.sending
  and source_id = any (:sendingIds::bigint[])

-- name: removeSendings :count long
delete from sendings where account_id = :accountId and id = any (:sendingIds::bigint[])

-- name: removeSampleNewsletters :count long
with versions as (
  delete from newsletter_versions v using newsletters n
  where v.account_id = :accountId and n.account_id = v.account_id and v.newsletter_id = n.id
    and n.list_id = :listId and n.name = :name)
delete from newsletters where account_id = :accountId and list_id = :listId and name = :name

-- name: removeOptOutsOfSample :count long
with gone as (
  delete from opt_outs where account_id = :accountId and email_key = any (:emailKeys::text[])
  returning id)
insert into change_tombstones as t (account_id, kind, object_id)
select :accountId, :CHANGED.optOut, id from gone
on conflict (account_id, kind, object_id, list_id) do update set removed_at = excluded.removed_at

-- name: answerInSample :count long
-- Made-up answers about measuring, as of a form: so the report of the sample has both.
with answered as (
  update subscribers s set opens_agreed = g.agreed, clicks_agreed = g.agreed,
    changed_at = now()
  from unnest(:emailKeys::text[], :agreed::boolean[], :ids::bigint[]) as g (email_key, agreed, id)
  where s.account_id = :accountId and s.email_key = g.email_key
  returning s.id, g.id as answer_id, g.agreed),
checked as (
  update tenants set measuring_checked = true where account_id = :accountId)
insert into measuring_answers (account_id, id, subscriber_id, opens, clicks, words, way, said_at)
select t.account_id, a.answer_id, a.id, a.agreed, a.agreed, :words, 'form', now()
from tenants t, answered a where t.account_id = :accountId

-- name: removeSamplePeople :many long
-- With their subscriptions. Departures from other lists are recorded for the milestones.
with gone as (
  delete from subscribers where account_id = :accountId and email_key = any (:emailKeys::text[])
    returning id),
answers as (
  delete from measuring_answers a using gone where a.account_id = :accountId
    and a.subscriber_id = gone.id),
left_lists as (
  delete from subscriptions s using gone where s.account_id = :accountId
    and s.subscriber_id = gone.id
  returning s.list_id, s.subscribed_at, s.subscriber_id, s.unsubscribed_at),
noted as (
  insert into list_departures (account_id, list_id, subscribed_at, subscriber_id)
  select t.account_id, list_id, subscribed_at, subscriber_id from left_lists, tenants t
    where t.account_id = :accountId and unsubscribed_at is null),
ended as (
  insert into change_tombstones as t (account_id, kind, object_id, list_id)
  select :accountId, e.kind, e.id, e.list_id from (
    select :CHANGED.subscriber::smallint as kind, id, 0 as list_id from gone
    union all select :CHANGED.subscription::smallint, subscriber_id, list_id from left_lists) e
  on conflict (account_id, kind, object_id, list_id) do update set removed_at = excluded.removed_at)
select id as "id!" from gone
