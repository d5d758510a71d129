-- name: anyErasedAnswer :one again
-- In the order of the index that has only those.
select (select key_hash from measuring_answers where account_id = :accountId
  and key_hash is not null order by key_hash limit 1) is not null as "any!"

-- name: answersOfErased :many
-- The oldest first.
select key_hash as "keyHash!", opens, clicks from measuring_answers
where account_id = :accountId and key_hash = any (:keyHashes::text[]) and key_hash is not null
order by said_at, id

-- name: declineAgain :count
-- Texts: f, or '' for none. What the person has said since stays.
update subscribers s set opens_agreed = coalesce(s.opens_agreed, nullif(g.opens, '')::boolean),
  clicks_agreed = coalesce(s.clicks_agreed, nullif(g.clicks, '')::boolean), changed_at = now()
from unnest(:ids::bigint[], :opens::text[], :clicks::text[]) as g (id, opens, clicks)
where s.account_id = :accountId and s.id = g.id

-- name: bringBackAnswers :count
-- Declines only: whoever is erased and comes back has agreed to nothing.
update measuring_answers a set subscriber_id = g.id, key_hash = null
from unnest(:ids::bigint[], :keyHashes::text[]) as g (id, key_hash)
where a.account_id = :accountId and a.key_hash = g.key_hash and (not a.opens or not a.clicks)
