-- Removes the rows of people of sendings that ended long ago.

-- part: due
-- Of the sending s with its counts c; the samples of an A/B test stay as long as the rest. Who gets
-- another sending because they did not open this one is asked when that is planned.
c.people_left and s.planned_at is not null and (c.people_removed_at is not null
    or (s.state in ('finished', 'cancelled') and s.finished_at < :before::timestamptz
      and not exists (select 1 from sendings p where p.account_id = s.account_id
        and (p.id = s.parent_id or p.options->'resend'->'of' @> to_jsonb(s.id)
          or jsonb_path_exists(p.audience_filters, '$.**.sending ? (@ == $id)',
            jsonb_build_object('id', s.id)))
        and (p.state not in ('finished', 'cancelled')
          or (p.id = s.parent_id and p.finished_at >= :before::timestamptz)))))

-- name: accountsToTrim :many long
-- Of all accounts.
select distinct s.account_id from sendings s
join sending_counts c on c.account_id = s.account_id and c.sending_id = s.id
where :PART.due limit 1000

-- name: sendingsToTrim :many long
select s.id from sendings s
join sending_counts c on c.account_id = :accountId and c.sending_id = s.id
where s.account_id = :accountId and :PART.due order by s.id limit :most::int

-- name: markRemoved :one long
-- From here on the outcomes are all that is known. Of what servers said the codes are kept, as in
-- erasures; of our own reasons those that name no address.
update sending_counts set people_removed_at = now(), replies = coalesce((
  select jsonb_agg(jsonb_build_object('state', r.state, 'reply', r.reply, 'count', r.count,
    'last', r.last) order by r.count desc, r.reply)
  from (
    select state::text as state, count(*) as count, max(changed_at) as last,
      coalesce(case
        when reply is not null
          then substring(reply from '^[245][0-9][0-9](?:[ -][245][.][0-9]+[.][0-9]+)?')
        when strpos(reason, '@') = 0 then reason end, '') as reply
    from deliveries where account_id = :accountId and source_kind = :SOURCE.sending
      and source_id = :sendingId
      and state in ('deferred', 'bounced', 'failed', 'uncertain', 'withdrawn')
    group by 1, 4 order by 2 desc limit 200) r), '[]'),
  link_people = coalesce((
  select jsonb_agg(jsonb_build_object('url', l.target, 'clickers', (
    select count(distinct k.delivery_id) from clicked_links k where k.account_id = :accountId
      and k.source_kind = :SOURCE.sending and k.source_id = :sendingId
      and k.link = any (l.numbers))))
  from (
    select target, array_agg(number) as numbers from links where account_id = :accountId
      and source_kind = :SOURCE.sending and source_id = :sendingId
    group by target having count(*) > 1) l), '[]')
where account_id = :accountId and sending_id = :sendingId
returning people_removed_at as "at!"

-- name: lastOfSome :one long
-- Where a look at so many emails after an id ends.
select max(id) as "lastId?" from (
  select id from deliveries where account_id = :accountId and source_kind = :SOURCE.sending
    and source_id = :sendingId and id > :afterId::bigint
  order by id limit :most::int) d

-- name: removeDeliveries :count long
delete from deliveries where account_id = :accountId and source_kind = :SOURCE.sending
  and source_id = :sendingId and id > :afterId::bigint and id <= :lastId::bigint

-- name: removeEngagements :count long
delete from engagements e where e.account_id = :accountId and e.source_kind = :SOURCE.sending
  and e.source_id = :sendingId and e.delivery_id = any (array(
  select n.delivery_id from engagements n where n.account_id = :accountId
    and n.source_kind = :SOURCE.sending and n.source_id = :sendingId
  order by n.delivery_id limit :most::int))

-- name: removeClickedLinks :count long
-- Of the first link with a click.
delete from clicked_links c where c.account_id = :accountId and c.source_kind = :SOURCE.sending
  and c.source_id = :sendingId and c.link = (
    select min(f.link) from clicked_links f where f.account_id = :accountId
      and f.source_kind = :SOURCE.sending and f.source_id = :sendingId)
  and c.delivery_id = any (array(
    select n.delivery_id from clicked_links n where n.account_id = :accountId
      and n.source_kind = :SOURCE.sending and n.source_id = :sendingId and n.link = (
        select min(l.link) from clicked_links l where l.account_id = :accountId
          and l.source_kind = :SOURCE.sending and l.source_id = :sendingId)
    order by n.delivery_id limit :most::int))

-- name: markGone :count long
update sending_counts set people_left = false where account_id = :accountId
  and sending_id = :sendingId
