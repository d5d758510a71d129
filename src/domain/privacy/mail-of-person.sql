-- Personal data in mail: bounce messages, their classification, opens and clicks.

-- name: knownBounces :many long
select id, received_at as received, kind, class, status, reply, source_kind, source_id
from bounces where account_id = :accountId
  and (subscriber_id = any (:subscriberIds::bigint[])
    or coalesce(email_key, lower(email)) = :emailKey)
  order by received_at, id

-- name: knownMessages :many long
select m.id, m.received_at as received, m.came_for, m.kind, m.size
from inbound_messages m where m.account_id = :accountId
  and ((m.source_kind in (:SOURCE.sending, :SOURCE.trigger)
    and m.delivery_id = any (:subscriberIds::bigint[]))
  or lower(m.envelope_from) = any (:spellings::text[])
  or m.id in (select b.message_id from bounces b where b.account_id = :accountId
    and (b.subscriber_id = any (:subscriberIds::bigint[])
      or coalesce(b.email_key, lower(b.email)) = :emailKey)))
order by m.id

-- name: knownEngagements :many long
select source_id as sending_id, views, first_view_at as first_view, last_view_at as last_view,
  clicks, first_click_at as first_click, last_click_at as last_click
from engagements where account_id = :accountId and source_kind = :SOURCE.sending
  and delivery_id = any (:subscriberIds::bigint[]) order by source_id

-- name: knownClicks :many long
select c.source_id as sending_id, coalesce(l.target, '') as "target!", c.clicks,
  c.first_click_at as first_click, c.last_click_at as last_click
from clicked_links c left join links l on l.account_id = :accountId
  and l.source_kind = :SOURCE.sending and l.source_id = c.source_id and l.number = c.link
where c.account_id = :accountId and c.source_kind = :SOURCE.sending
  and c.delivery_id = any (:subscriberIds::bigint[]) order by c.source_id, c.link

-- name: blankMessages :count long
-- Messages about the person, from them, or containing the address in plain text. The row and its
-- classification stay.
update inbound_messages m set content = '', envelope_from = '', forward_at = null,
  forward_note = null,
  state = case when m.state = 'new' then 'unreadable' else m.state end
where m.account_id = :accountId
  and ((m.source_kind in (:SOURCE.sending, :SOURCE.trigger)
    and m.delivery_id = any (:subscriberIds::bigint[]))
  or lower(m.envelope_from) = any (:spellings::text[])
  or m.id in (select b.message_id from bounces b where b.account_id = :accountId
    and (b.subscriber_id = any (:subscriberIds::bigint[])
      or coalesce(b.email_key, lower(b.email)) = :emailKey))
  or position(convert_to(:email, 'UTF8') in m.content) > 0
  or exists (select 1 from unnest(:spellings::text[]) as given (spelling)
    where position(convert_to(given.spelling, 'UTF8') in m.content) > 0))
  and (m.content <> '' or m.envelope_from <> '')

-- name: blankHoldExamples :count long
-- The reply that is shown of a hold may name the person: its pattern is what all of them say.
update bounce_holds h set example = h.pattern
where h.account_id = :accountId and h.example <> h.pattern
  and (exists (select 1 from unnest(:spellings::text[]) as given (spelling)
      where strpos(lower(h.example), lower(given.spelling)) > 0)
    or h.id in (select b.hold_id from bounces b where b.account_id = :accountId
      and b.subscriber_id = any (:subscriberIds::bigint[])))

-- name: blankBounceChanges :count long
update bounce_changes c set before = c.before || '{"reply": null}' from bounces b
where c.account_id = :accountId and b.account_id = :accountId and b.id = c.bounce_id
  and c.before is not null
  and (b.subscriber_id = any (:subscriberIds::bigint[])
    or coalesce(b.email_key, lower(b.email)) = :emailKey)

-- name: blankBounces :count long
-- Kind and class are counted; of a reply only the code is kept.
update bounces set email = :ERASED_EMAIL, email_key = null,
  reply = substring(reply from '^[245][0-9][0-9](?:[ -][245][.][0-9]+[.][0-9]+)?'),
  ledger_reply = substring(ledger_reply from '^[245][0-9][0-9](?:[ -][245][.][0-9]+[.][0-9]+)?')
where account_id = :accountId
  and (subscriber_id = any (:subscriberIds::bigint[])
    or coalesce(email_key, lower(email)) = :emailKey)
