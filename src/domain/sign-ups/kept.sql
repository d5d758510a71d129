-- Sign-ups as they are kept, and removed.

-- name: keepSignUps :many again node
-- Sign-ups of one account. None is kept beyond so many of a network in an hour. While the pace of a
-- form is used up they are held back at once: the worker would have to move each of them. Through
-- the coordinator of a cluster this runs in steps: planned whole, with the account of a table, its
-- shards would get wrong SQL.
with clock as materialized (select now() as now from tenants where account_id = :accountId),
given as (
  select *, row_number() over (partition by network order by id) as place,
    count(*) over (partition by network) as together
  from unnest(:ids::bigint[], :formIds::int[], :versions::int[], :languages::text[],
    :emails::text[], :emailKeys::text[], :mailboxKeys::text[], :names::text[], :fields::text[],
    :listIds::text[], :measured::text[], :networks::text[], :ips::text[], :agents::text[],
    :pages::text[])
    as given (id, form_id, words_version, language, email, email_key, mailbox_key, name, fields,
      list_ids, measured, network, ip, agent, page)),
counted as (
  insert into sign_up_networks as c (account_id, network, since, posts)
  select :accountId, given.network, clock.now, count(*)::int from clock, given
  where given.network <> '' group by given.network, clock.now order by given.network
  on conflict (account_id, network) do update set
    posts = excluded.posts
      + case when excluded.since - c.since < interval '1 hour' then c.posts else 0 end,
    since = case when excluded.since - c.since < interval '1 hour' then c.since
      else excluded.since end
  returning c.network, c.posts)
insert into sign_ups as u (account_id, id, form_id, words_version, language, state, reason, due,
  email, email_key, mailbox_key, name, fields, list_ids, measured, network, ip, agent,
  page)
select :accountId, given.id, given.form_id, given.words_version, given.language,
  case when held.until is null then :state::text else 'held' end,
  case when held.until is null then '' else 'pace' end, coalesce(held.until, clock.now),
  given.email, given.email_key, given.mailbox_key, given.name, given.fields::text[],
  given.list_ids::int[], nullif(given.measured, '')::boolean, given.network, given.ip, given.agent, given.page
from clock cross join given
left join counted on counted.network = given.network
left join forms f on f.account_id = :accountId and f.id = given.form_id
cross join lateral (
  select case when :state::text = 'new' and f.held_until > clock.now then f.held_until end
    as until) held
where coalesce(counted.posts - given.together + given.place <= :most::int, true)
on conflict (account_id, id) do nothing
returning u.id

-- name: oldSignUps :many
-- Of all accounts: those that came to nothing, and confirmed ones, whose proof stays.
select account_id, id from sign_ups where due is null
  and created_at < now() - make_interval(days => :days::int)
order by account_id, id limit :most::int

-- name: removeSignUps :count again
delete from sign_ups where account_id = :accountId and id = any (:ids::bigint[]) and due is null

-- name: oldNetworks :many
-- Of all accounts: counts of an hour that is over.
select account_id, network from sign_up_networks where since < now() - interval '1 hour'
order by since limit :most::int

-- name: removeNetworks :count again
delete from sign_up_networks where account_id = :accountId and network = any (:networks::text[])
  and since < now() - interval '1 hour'
