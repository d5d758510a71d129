-- Feeds of triggers: the next look, the remembered items, and the new ones.

-- name: dueFeeds :many
-- Of all accounts: feeds of running triggers to look at now. A new one, or one of a new version, is
-- looked at immediately, so that what it has now is not new later.
select t.account_id, t.id as trigger_id, t.version, v.definition::text as "definition!",
  f.version as "lookedVersion?", f.url as "url?", f.due_at as "due?", f.begun as "begun?"
from triggers t
join trigger_versions v on v.account_id = t.account_id and v.trigger_id = t.id
  and v.version = t.version
left join trigger_feeds f on f.account_id = t.account_id and f.trigger_id = t.id
where t.state = 'running' and t.removed_at is null and v.definition->'start'->>'on' = 'feed'
  and (f.trigger_id is null or f.due_at <= now() or f.version <> t.version)
  and (f.claimed_until is null or f.claimed_until < now())
  and not exists (select 1 from accounts a where a.id = t.account_id and a.closed_at is not null)
order by f.due_at nulls first, t.account_id, t.id limit :most::int

-- name: addFeed :count again
insert into trigger_feeds (account_id, trigger_id, version, url, due_at)
select t.account_id, t.id, :version, :url, now()
from triggers t where t.account_id = :accountId and t.id = :triggerId
on conflict (account_id, trigger_id) do nothing

-- name: claimFeed :maybe
-- None: another process looks at it. Another address is another feed, which begins anew.
update trigger_feeds f set claim = :claim::uuid,
  claimed_until = now() + make_interval(secs => :leaseSeconds::float8),
  version = :version, url = :url, begun = f.begun and f.url = :url,
  etag = case when f.url = :url then f.etag end,
  last_modified = case when f.url = :url then f.last_modified end
where f.account_id = :accountId and f.trigger_id = :triggerId
  and (f.due_at <= now() or f.version <> :version)
  and (f.claimed_until is null or f.claimed_until < now())
returning f.begun, f.etag, f.last_modified, f.failures

-- name: postponeFeed :count
-- The look is not made: the schedule has changed, or it is too late for it.
update trigger_feeds set due_at = :dueAt::timestamptz, version = :version
where account_id = :accountId and trigger_id = :triggerId
  and (claimed_until is null or claimed_until < now())

-- name: lockFeed :maybe
-- Of whoever still has the claim.
select begun from trigger_feeds where account_id = :accountId and trigger_id = :triggerId
  and claim = :claim::uuid for update

-- name: knownItems :many
select item_key as key from trigger_feed_items
where account_id = :accountId and trigger_id = :triggerId and item_key = any (:keys::text[])

-- name: rememberItems :count again
insert into trigger_feed_items (account_id, trigger_id, item_key)
select t.account_id, t.id, k.key
from triggers t cross join unnest(:keys::text[]) as k (key)
where t.account_id = :accountId and t.id = :triggerId
on conflict (account_id, trigger_id, item_key) do update set seen_at = excluded.seen_at

-- name: forgetItems :count
-- Beyond so many hashes, those that the feed has not had for the longest time.
delete from trigger_feed_items where account_id = :accountId and trigger_id = :triggerId
  and seen_at < (
    select i.seen_at from trigger_feed_items i
    where i.account_id = :accountId and i.trigger_id = :triggerId
    order by i.seen_at desc offset :most::int limit 1)

-- name: addIssue :one
insert into trigger_feed_issues as i (account_id, trigger_id, details)
values (:accountId, :triggerId, :details::text::jsonb) returning i.made_at as at

-- name: forgetIssues :count
delete from trigger_feed_issues where account_id = :accountId and trigger_id = :triggerId
  and made_at < (
    select i.made_at from trigger_feed_issues i
    where i.account_id = :accountId and i.trigger_id = :triggerId
    order by i.made_at desc offset :most::int limit 1)

-- name: saveLook :count
-- `fresh` is null where the feed only began.
update trigger_feeds set claim = null, claimed_until = null, begun = true, etag = :etag?,
  last_modified = :lastModified?, looked_at = now(), fresh = :fresh?, trouble = null, failures = 0,
  due_at = :dueAt::timestamptz, title = :title, latest = :latest::text::jsonb
where account_id = :accountId and trigger_id = :triggerId and claim = :claim::uuid

-- name: saveUnchanged :count
-- The server said that the feed is as it was.
update trigger_feeds set claim = null, claimed_until = null, looked_at = now(), fresh = 0,
  trouble = null, failures = 0, due_at = :dueAt::timestamptz
where account_id = :accountId and trigger_id = :triggerId and claim = :claim::uuid

-- name: saveFailedLook :count
update trigger_feeds set claim = null, claimed_until = null, looked_at = now(), fresh = null,
  trouble = :trouble, failures = failures + 1, due_at = :dueAt::timestamptz
where account_id = :accountId and trigger_id = :triggerId and claim = :claim::uuid

-- name: issueToEnter :maybe
-- The issue that people are just entering by, or the next one.
select i.made_at as at, i.made_at = :seenAt::timestamptz as "begun!" from trigger_feed_issues i
where i.account_id = :accountId and i.trigger_id = :triggerId
  and (i.made_at > :seenAt::timestamptz
    or (i.made_at = :seenAt::timestamptz and :seenId::bigint < :last::bigint))
order by i.made_at limit 1

-- name: peopleOfList :many long
-- A page of subscribers of a list.
select s.id from subscribers s
where s.account_id = :accountId and s.id > :afterId and exists (
  select 1 from subscriptions j where j.account_id = :accountId and j.subscriber_id = s.id
    and j.list_id = :listId and j.unsubscribed_at is null)
order by s.id limit :most::int

-- name: issuesInMessage :many
-- Of the runs that have sent an email to these subscribers.
select g.subscriber_id as "id!", l.trigger_id, e.cause_at as "at!"
from trigger_messages l
join trigger_passages g on g.account_id = :accountId and g.trigger_id = l.trigger_id
  and g.subscriber_id = any (:ids::bigint[]) and g.message_id = l.id
join trigger_entries e on e.account_id = :accountId and e.trigger_id = l.trigger_id
  and e.subscriber_id = g.subscriber_id and e.entry = g.entry
where l.account_id = :accountId and l.id = :messageId

-- name: findIssue :maybe
select details::text as "details!" from trigger_feed_issues
where account_id = :accountId and trigger_id = :triggerId and made_at = :at::timestamptz

-- name: feedOfTrigger :maybe
select url, title, due_at as due, looked_at as looked, fresh, trouble, failures, begun,
  latest::text as "latest!"
from trigger_feeds where account_id = :accountId and trigger_id = :triggerId

-- name: feedsOfNewsletter :many
-- Of the triggers that start by a feed and send this newsletter: the newest first, as it was read.
select t.id as trigger_id, v.definition->'start'->>'url' as "url!", f.title as "title?",
  f.latest::text as "latest?"
from triggers t
join trigger_versions v on v.account_id = :accountId and v.trigger_id = t.id
  and v.version = t.version
left join trigger_feeds f on f.account_id = :accountId and f.trigger_id = t.id
where t.account_id = :accountId and t.removed_at is null and v.definition->'start'->>'on' = 'feed'
  and v.definition->'steps' @> jsonb_build_array(
    jsonb_build_object('do', 'send', 'newsletterId', :newsletterId::bigint))
order by t.id desc limit 10
