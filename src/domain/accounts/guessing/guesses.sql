-- Not restricted to an account: who signs in is not known yet.

-- name: guessesOf :one
-- Whether there were too many failures of the name, and whether it is known from this network.
select coalesce((
    select f.level - extract(epoch from now() - f.at) / :leakSeconds::int > :most::int
    from sign_in_failures f where f.subject = :subject), false) as "many!",
  exists (select from sign_in_networks n where n.subject = :subject and n.peer = :peer
    and n.seen_on > current_date - :days::int) as "known!"

-- name: takeTurn :count
-- One attempt in so many seconds, of all networks that are not known.
update sign_in_failures set next_at = now() + :seconds::int * interval '1 second'
where subject = :subject and next_at <= now()

-- name: addGuess :one
insert into sign_in_failures as f (subject, level, at, next_at)
values (:subject, 1, now(), now())
on conflict (subject) do update set at = excluded.at, level = 1 + least(2 * :most::int,
  greatest(0, f.level - extract(epoch from excluded.at - f.at) / :leakSeconds::int))
returning level > :most::int as "many!"

-- name: noteNetwork :count again
insert into sign_in_networks as n (subject, peer, seen_on)
values (:subject, :peer, current_date)
on conflict (subject, peer) do update set seen_on = excluded.seen_on
where n.seen_on < excluded.seen_on

-- name: trimNetworksOf :count again
delete from sign_in_networks where subject = :subject and peer not in (
  select n.peer from sign_in_networks n where n.subject = :subject
  order by n.seen_on desc, n.peer limit :most::int)

-- name: trimNetworks :count again
delete from sign_in_networks where seen_on <= current_date - :days::int

-- name: trimGuesses :count again
-- Those whose failures have leaked away.
delete from sign_in_failures
where level <= extract(epoch from now() - at) / :leakSeconds::int and next_at <= now()

-- name: trimCodeFailures :count again
-- Codes that rested have been used again, or may be.
delete from code_failures where since <= now() - interval '1 hour'
