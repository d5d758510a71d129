-- name: addFilter :count again
-- Adds nothing if the name is taken.
insert into filters (account_id, id, name, source, condition) values
  (:accountId, :id, :name, :source, :condition::text::jsonb)
on conflict do nothing

-- name: filtersOfAccount :many
select id, name, source, condition::text as "condition!", created_at as created from filters
  where account_id = :accountId order by id

-- name: filtersById :many
select id, name, source, condition::text as "condition!", created_at as created from filters
where account_id = :accountId and id = any (:ids::int[]) order by id

-- name: findFilterByName :maybe
select id from filters where account_id = :accountId and lower(name) = lower(:name)

-- name: changeFilter :count again
update filters set name = :name, source = :source, condition = :condition::text::jsonb
  where account_id = :accountId and id = :id

-- name: lockFilter :maybe
select id, name, source, condition::text as "condition!", created_at as created from filters
where account_id = :accountId and id = :id for update

-- name: usesOfFilter :many long
-- Newsletters with blocks that are shown by it, triggers whose current version asks it, and
-- sendings to whom it matches that have not ended.
select 'newsletter' as "kind!", n.id::bigint as "id!", n.name as "name!" from newsletters n
where n.account_id = :accountId and strpos(n.html, 'filter') > 0
  and n.html ~ ('data-filter\s*=\s*["''][^"'']*\m' || :id::int || '\M|\mfilter_' || :id::int || '\M')
union all
select 'trigger', t.id, t.name from triggers t join lateral (
  select definition from trigger_versions v where v.account_id = :accountId
    and v.trigger_id = t.id order by v.version desc limit 1) v on true
where t.account_id = :accountId and t.removed_at is null
  and jsonb_path_exists(v.definition, '$.**.filterId ? (@ == $id)',
    jsonb_build_object('id', :id::int))
union all
select 'sending', s.id, coalesce(s.message->>'name', '') from sendings s
where s.account_id = :accountId and not s.test and s.state not in ('finished', 'cancelled')
  and (s.audience_filters @> jsonb_build_array(jsonb_build_object('id', :id::int))
    or s.blocks @> jsonb_build_array(jsonb_build_object('id', :id::int)))
order by 1, 2

-- name: removeFilter :count again
delete from filters where account_id = :accountId and id = :id

-- name: sendingsKnown :many
-- Which of the given sendings exist, and whether their engagement is anonymous, not tracked, or was
-- removed with their people.
select s.id, exists (
  select 1 from anonymous_lists l where l.account_id = :accountId and l.list_id = s.list_id
    and s.created_at < l.until) as "anonymous!",
  (s.message->'untracked' is not null) as "untracked!", exists (
  select 1 from sending_counts c where c.account_id = :accountId and c.sending_id = s.id
    and c.people_removed_at is not null) as "removed!"
from sendings s where s.account_id = :accountId and s.id = any (:ids::bigint[])

-- name: listIsAnonymous :one
select exists (select 1 from anonymous_lists where account_id = :accountId and list_id = :listId
  and until = 'infinity') as "anonymous!"

-- name: namedKnown :many
-- Which of the given lists, newsletters, imports and forms there are.
select 'list' as "kind!", l.id::bigint as "id!" from lists l
where l.account_id = :accountId and l.id = any (:lists::bigint[])
union all
select 'newsletter', n.id from newsletters n
where n.account_id = :accountId and n.id = any (:newsletters::bigint[])
union all
select 'import', i.id from imports i
where i.account_id = :accountId and i.id = any (:imports::bigint[])
union all
select 'form', f.id from forms f
where f.account_id = :accountId and f.id = any (:forms::bigint[])

-- name: sendingsOfNewsletters :many
select id, newsletter_id from sendings where account_id = :accountId
  and newsletter_id = any (:newsletters::bigint[]) and not test

-- name: isInStatistics :one replica
-- Whether the planner knows how many subscribers the account has, and on how many lists. Else it
-- expects none.
select count(*) = 2 as "known!" from pg_stats where schemaname = current_schema()
  and tablename in ('subscribers', 'subscriptions') and attname = 'account_id'
  and :accountId = any (most_common_vals::text::bigint[])
