-- name: standingOfReader :maybe
-- What the reader of a letter of a sending (1) or a trigger (2) can still decide: who they are,
-- which list it was, and what they have said before. The names of list and sender are kept with the
-- letter, for when the list is gone. Whoever left by this very letter may return for a day: later,
-- or with another letter, it may be somebody else who has the link.
select coalesce(g.test, false) as "test!", coalesce(g.list_id, h.list_id) as "listId?",
  l.id is not null as "listKnown!",
  coalesce(l.name, g.letter->>'listName', h.letter->>'listName', '') as "listName!",
  coalesce(nullif(g.letter->>'fromName', ''), nullif(h.letter->>'fromName', ''),
    nullif(l.from_name, ''), g.letter->>'fromEmail', h.letter->>'fromEmail', '') as "sender!",
  s.email as "email?", s.opted_out_at is not null as "optedOut!",
    j.unsubscribed_at is not null as "unsubscribed!",
  case when s.opted_out_at is not null then coalesce(o.created_at > now() - interval '1 day', false)
    else coalesce(j.unsubscribed_at > now() - interval '1 day'
      and j.unsubscribe_source in ('page', 'one-click'), false)
  end as "mayReturn!"
from tenants t
left join sendings g on g.account_id = :accountId and g.id = :sourceId
  and :sourceKind::int = :SOURCE.sending
left join trigger_letters h on h.account_id = :accountId and h.id = :sourceId
  and :sourceKind::int = :SOURCE.trigger
left join lists l on l.account_id = :accountId and l.id = coalesce(g.list_id, h.list_id)
left join subscribers s on s.account_id = :accountId and s.id = :subscriberId
left join subscriptions j on j.account_id = :accountId and j.subscriber_id = s.id
  and j.list_id = coalesce(g.list_id, h.list_id)
left join opt_outs o on o.account_id = :accountId and o.email_key = s.email_key
  and o.list_id = coalesce(g.list_id, h.list_id) and (g.id is null or o.sending_id = g.id)
where t.account_id = :accountId

-- name: standingOfReceiver :maybe
-- What the receiver of a transaction's letter can still decide. None: they were erased, or what is
-- kept of it has run out.
select t.email, coalesce(nullif(p.from_name, ''), nullif(n.from_name, ''), l.from_name,
  nullif(p.from_email, ''), n.from_email, '') as "sender!",
  s.opted_out_at is not null or o.id is not null as "optedOut!",
  coalesce(o.created_at > now() - interval '1 day' and o.list_id is null
    and o.sending_id is null, false)
    as "mayReturn!"
from transactions t
join projects p on p.account_id = :accountId and p.id = t.project_id
left join newsletters n on n.account_id = :accountId and n.id = p.newsletter_id
left join lists l on l.account_id = :accountId and l.id = n.list_id
left join subscribers s on s.account_id = :accountId and s.email_key = t.email_key
left join opt_outs o on o.account_id = :accountId and o.email_key = t.email_key
where t.account_id = :accountId and t.id = :transactionId::int and t.email <> :ERASED_EMAIL
