-- name: lockAnswered :maybe
-- The person's answers so far; their row is locked until the transaction ends.
select s.id, s.opens_agreed, s.clicks_agreed,
  (select max(a.said_at) from measuring_answers a where a.account_id = :accountId
    and a.subscriber_id = s.id and a.opens is not null) as "opensSaid?",
  (select max(a.said_at) from measuring_answers a where a.account_id = :accountId
    and a.subscriber_id = s.id and a.clicks is not null) as "clicksSaid?"
from subscribers s where s.account_id = :accountId and s.id = :subscriberId for no key update of s

-- name: answersOfKeys :many generic
-- What known people with these addresses answered so far.
select s.email_key, s.id, s.opens_agreed, s.clicks_agreed,
  (select max(a.said_at) from measuring_answers a where a.account_id = :accountId
    and a.subscriber_id = s.id and a.opens is not null) as "opensSaid?",
  (select max(a.said_at) from measuring_answers a where a.account_id = :accountId
    and a.subscriber_id = s.id and a.clicks is not null) as "clicksSaid?"
from subscribers s where s.account_id = :accountId and s.email_key = any (:emailKeys::text[])

-- name: setAgreedOfMany :many generic
-- Texts: t, f, or '' for none. Whose answers are not the former ones any more is left out.
update subscribers s set opens_agreed = coalesce(nullif(g.opens, '')::boolean, s.opens_agreed),
  clicks_agreed = coalesce(nullif(g.clicks, '')::boolean, s.clicks_agreed), changed_at = now()
from unnest(:ids::bigint[], :opens::text[], :clicks::text[], :opensBefore::text[],
  :clicksBefore::text[]) as g (id, opens, clicks, opens_before, clicks_before)
where s.account_id = :accountId and s.id = g.id
  and s.opens_agreed is not distinct from nullif(g.opens_before, '')::boolean
  and s.clicks_agreed is not distinct from nullif(g.clicks_before, '')::boolean
returning s.id

-- name: addAnswers :count generic
insert into measuring_answers (account_id, id, subscriber_id, opens, clicks, words, way, said_at)
select t.account_id, g.id, g.subscriber_id, nullif(g.opens, '')::boolean,
  nullif(g.clicks, '')::boolean, g.words, :way, coalesce(nullif(g.said, '')::timestamptz, now())
from tenants t, unnest(:ids::bigint[], :subscriberIds::bigint[], :opens::text[], :clicks::text[],
  :words::text[], :said::text[]) as g (id, subscriber_id, opens, clicks, words, said)
where t.account_id = :accountId

-- name: setAgreed :count
update subscribers set opens_agreed = coalesce(:opens?::boolean, opens_agreed),
  clicks_agreed = coalesce(:clicks?::boolean, clicks_agreed), changed_at = now()
where account_id = :accountId and id = :subscriberId

-- name: addAnswer :count again
insert into measuring_answers (account_id, id, subscriber_id, opens, clicks, words, way, said_at)
select account_id, :id::bigint, :subscriberId::bigint, :opens?::boolean, :clicks?::boolean, :words,
  :way, coalesce(:saidAt?::timestamptz, now())
from tenants where account_id = :accountId
on conflict (account_id, id) do nothing

-- name: checkHits :count again
-- From now on hits are checked one by one.
update tenants set measuring_checked = true where account_id = :accountId
  and not measuring_checked

-- name: hasUnmeasured :one again
-- Whether there may be people whose opens or clicks are not measured.
select measuring_checked as checked from tenants where account_id = :accountId

-- name: measuringOf :maybe
-- How a person is measured now, and the answers it follows from.
select s.id, s.opens_agreed, s.clicks_agreed,
  measured_as(s.opens_agreed, t.unasked_opens) as "opensAs!",
  measured_as(s.clicks_agreed, t.unasked_clicks) as "clicksAs!",
  s.forget_hits_at as "removal?"
from subscribers s join tenants t on t.account_id = :accountId
where s.account_id = :accountId and s.id = :subscriberId

-- name: answersOfPerson :many
-- The newest first.
select id, opens, clicks, words, way, said_at as said, recorded_at as recorded
from measuring_answers
where account_id = :accountId and subscriber_id = any (:subscriberIds::bigint[])
order by said_at desc, id desc limit 200

-- name: removeNoted :count
-- The newest answer of the person, if a member or a program noted it within the hour.
delete from measuring_answers a where a.account_id = :accountId and a.id = :id::bigint
  and a.subscriber_id = :subscriberId and a.way in ('member', 'command', 'api')
  and a.recorded_at > now() - interval '1 hour'
  and not exists (
    select 1 from measuring_answers n where n.account_id = :accountId
      and n.subscriber_id = :subscriberId and (n.recorded_at, n.id) > (a.recorded_at, a.id))

-- name: removeNotedOfMany :many
-- These answers, each if the person has said nothing since it was recorded.
delete from measuring_answers a using unnest(:ids::bigint[], :answerIds::bigint[])
  as g (id, answer_id)
where a.account_id = :accountId and a.id = g.answer_id and a.subscriber_id = g.id
  and not exists (
    select 1 from measuring_answers n where n.account_id = :accountId
      and n.subscriber_id = a.subscriber_id and (n.recorded_at, n.id) > (a.recorded_at, a.id))
returning a.subscriber_id as id

-- name: restoreAgreedOfMany :count
-- What the people's remaining answers say.
update subscribers s set changed_at = now(),
  opens_agreed = (select a.opens from measuring_answers a where a.account_id = :accountId
    and a.subscriber_id = s.id and a.opens is not null order by a.said_at desc, a.id desc limit 1),
  clicks_agreed = (select a.clicks from measuring_answers a where a.account_id = :accountId
    and a.subscriber_id = s.id and a.clicks is not null order by a.said_at desc, a.id desc limit 1)
where s.account_id = :accountId and s.id = any (:ids::bigint[])

-- name: hashAnswers :count long
-- Of an erased person: what was answered, in which words and when, and a hash of the address.
update measuring_answers set key_hash = :keyHash? where account_id = :accountId
  and subscriber_id = any (:subscriberIds::bigint[])

-- name: measuringRule :one
select unasked_opens as opens, unasked_clicks as clicks, unasked_since as "since?",
  forgets_declined as "removesHits" from tenants
where account_id = :accountId

-- name: lockMeasuringRule :one
select unasked_opens as opens, unasked_clicks as clicks, forgets_declined as "removesHits"
from tenants where account_id = :accountId for no key update

-- name: setMeasuringRule :count
update tenants set unasked_opens = :opens, unasked_clicks = :clicks, unasked_since = now(),
  measuring_checked = measuring_checked or :opens <> 'person' or :clicks <> 'person'
where account_id = :accountId

-- name: setRemovesHits :count
update tenants set forgets_declined = :removesHits where account_id = :accountId

-- name: countAnswered :one long
select count(*) filter (where opens_agreed) as "opensAgreed!",
  count(*) filter (where not opens_agreed) as "opensDeclined!",
  count(*) filter (where clicks_agreed) as "clicksAgreed!",
  count(*) filter (where not clicks_agreed) as "clicksDeclined!",
  count(*) as "people!"
from subscribers where account_id = :accountId

-- name: planForgetting :count
-- Of people who may just have declined, where a decline removes their hits, too.
update subscribers s set forget_hits_at = now() + make_interval(mins => :minutes::int)
from tenants t
where t.account_id = :accountId and t.forgets_declined and s.account_id = :accountId
  and s.id = any (:ids::bigint[]) and (not s.opens_agreed or not s.clicks_agreed)
  and s.forget_hits_at is null

-- name: askForgetting :count again
update subscribers set forget_hits_at = now() + make_interval(mins => :minutes::int)
where account_id = :accountId and id = :subscriberId
  and (not opens_agreed or not clicks_agreed)

-- name: keepHits :count again
update subscribers set forget_hits_at = null where account_id = :accountId and id = :subscriberId
  and forget_hits_at is not null

-- name: measuredByList :many long
-- Of each list in use: its people, what they answered, and who of them is measured now.
select l.id, l.name, count(*) as "people!", count(*) filter (where s.opens_agreed) as "opensAgreed!",
  count(*) filter (where not s.opens_agreed) as "opensDeclined!",
  count(*) filter (where measured_as(s.opens_agreed, t.unasked_opens) = 'person') as "opens!",
  count(*) filter (where s.clicks_agreed) as "clicksAgreed!",
  count(*) filter (where not s.clicks_agreed) as "clicksDeclined!",
  count(*) filter (where measured_as(s.clicks_agreed, t.unasked_clicks) = 'person') as "clicks!"
from lists l join tenants t on t.account_id = :accountId
join subscriptions j on j.account_id = :accountId and j.list_id = l.id and j.unsubscribed_at is null
join subscribers s on s.account_id = :accountId and s.id = j.subscriber_id
where l.account_id = :accountId and l.archived_at is null
group by l.id, l.name order by 3 desc, 1 limit :most::int
