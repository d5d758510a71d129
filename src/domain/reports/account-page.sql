-- name: countPeople :one long
select count(*) as "count!" from subscribers where account_id = :accountId

-- name: countOptOuts :one long
select count(*) as "count!" from opt_outs where account_id = :accountId

-- name: newestPeople :many long
-- Ids rise with time, within a few hundred of each other (see db/ids.ts): near enough, and read from the primary key.
select id, email, name, created_at as created, opted_out_at is not null as "opted_out!"
from subscribers where account_id = :accountId order by id desc limit :most::int
