-- name: standingOfReader :maybe
-- What the reader of a letter of a sending can still decide: who they are, which list it was, and what they have said before.
-- The names of list and sender are kept in the sending, for when the list is gone.
select coalesce(g.test, false) as "test!", g.list_id as "listId?", l.id is not null as "listKnown!",
  coalesce(l.name, g.letter->>'listName', '') as "listName!",
  coalesce(nullif(g.letter->>'fromName', ''), nullif(l.from_name, ''), g.letter->>'fromEmail', '') as "sender!",
  s.email as "email?", s.opted_out_at is not null as "optedOut!", j.unsubscribed_at is not null as "unsubscribed!"
from tenants t
left join sendings g on g.account_id = :accountId and g.id = :sendingId
left join lists l on l.account_id = :accountId and l.id = g.list_id
left join subscribers s on s.account_id = :accountId and s.id = :subscriberId
left join subscriptions j on j.account_id = :accountId and j.subscriber_id = s.id and j.list_id = g.list_id
where t.account_id = :accountId
