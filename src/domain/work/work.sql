-- name: markWork :count again
-- In the transaction that adds the work.
insert into work as w (account_id, kind, source_id, due) values (:accountId, :kind, :sourceId,
  :due::timestamptz)
on conflict (account_id, kind, source_id) do update set due = least(w.due, excluded.due)

-- name: dueWork :many
-- Of all accounts, longest waiting first. Takes no lock.
select account_id, source_id, due from work where kind = :kind and due <= now()
  order by due limit :most::int

-- name: dueWorkOfOpen :many
-- Of all accounts, like dueWork. Work for a closed account waits until it is opened again.
select account_id, source_id, due from work w where kind = :kind and due <= now()
  and not exists (select 1 from accounts a where a.id = w.account_id and a.closed_at is not null)
order by due limit :most::int

-- name: lockWork :maybe
-- A worker that clears a work row locks it first, then checks for work in a separate statement,
-- which sees everything committed before.
select due from work where account_id = :accountId and kind = :kind and source_id = :sourceId
  for update

-- name: setWork :count
update work set due = :due::timestamptz where account_id = :accountId and kind = :kind
  and source_id = :sourceId

-- name: clearWork :count
delete from work where account_id = :accountId and kind = :kind and source_id = :sourceId
