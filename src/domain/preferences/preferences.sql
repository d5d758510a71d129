-- The page of preferences: what an account offers there, and what a reader chose.

-- name: findPreferencePage :maybe
select offered_lists as lists, array_to_string(offered_fields, ',') as "fields!", language_field
from preference_pages
where account_id = :accountId

-- name: lockPreferencePage :count
-- A lock until the transaction ends.
insert into preference_pages (account_id, offered_lists, offered_fields) values (:accountId, '[]', '{}')
on conflict (account_id) do update set account_id = excluded.account_id

-- name: keepPreferencePage :count again
update preference_pages set offered_lists = :lists, offered_fields = :fields::text[],
  language_field = :languageField?::smallint
where account_id = :accountId

-- name: readerPreferences :maybe
select id, email, name, format, array_to_string(fields, :FIELD_SEPARATOR, '') as "fields!",
  case when paused_until > now() then paused_until end as "paused?",
  opted_out_at is not null or complained_at is not null as "wantsNothing!"
from subscribers where account_id = :accountId and id = :subscriberId

-- name: listsOfReader :many
-- The lists that are offered, those that the person is on, and those that they left within a day.
-- `left`: earlier, or by another way, so that only a new consent brings them back: the link may be
-- in the hands of another person.
select l.id, l.name, l.description,
  j.subscriber_id is not null and j.unsubscribed_at is null as "isOn!",
  j.unsubscribed_at is not null and not just_left as "left!", just_left as "justLeft!"
from lists l left join subscriptions j on j.account_id = :accountId and j.list_id = l.id
  and j.subscriber_id = :subscriberId
cross join lateral (select coalesce(j.unsubscribed_at > now() - interval '1 day'
  and j.unsubscribe_source in ('page', 'one-click', 'preferences'), false) as just_left) of
where l.account_id = :accountId and l.archived_at is null
  and (l.id = any (:offered::int[]) or just_left
    or (j.subscriber_id is not null and j.unsubscribed_at is null))
order by l.id

-- name: lockReader :maybe
select id from subscribers where account_id = :accountId and id = :subscriberId for update

-- name: pauseReader :count again
-- Null ends a pause.
update subscribers set paused_until = :until?, updated_at = now(), changed_at = now()
where account_id = :accountId and id = :subscriberId
  and paused_until is distinct from :until?
