-- People whom files called unconfirmed, asked by a form.

-- name: lastPlanned :one
-- Until when the daily quota of a form is given away.
select max(due) as "last?" from sign_ups where account_id = :accountId and form_id = :formId
  and state = 'held' and reason = 'planned'

-- name: planSignUps :count again
-- One after the other; they count as of the moment at which they are asked. Who was planned by the
-- same page before is left out.
with given as (
  select g.*, row_number() over (order by g.id) - 1 as place
  from unnest(:ids::bigint[], :emails::text[], :emailKeys::text[], :mailboxKeys::text[])
    as g (id, email, email_key, mailbox_key)
  where not exists (select 1 from sign_ups o where o.account_id = :accountId
    and o.email_key = g.email_key and o.form_id = :formId::int and o.page = :page::text))
insert into sign_ups (account_id, id, form_id, words_version, language, state, reason, email,
  email_key, mailbox_key, name, fields, list_ids, network, agent, page, created_at, due)
select :accountId, given.id, :formId::int, :version::int, :language::text, 'held', 'planned',
  given.email, given.email_key, given.mailbox_key, '', '{}', :listIds::int[], '', '', :page::text,
  at.moment, at.moment
from given,
  lateral (select :from::timestamptz + given.place * :stepMillis::float8 * interval '1 ms' as moment)
    as at
on conflict (account_id, id) do nothing

-- name: askedByImport :many
-- Imports whose file called people unconfirmed, the newest first, and how far a form has asked
-- them. Of a trimmed import the rows are gone.
with asked as (
  select page, count(*)::int as planned,
    count(*) filter (where state = 'held' and reason = 'planned')::int as still,
    count(*) filter (where mailed_at is not null)::int as mailed,
    count(*) filter (where state = 'confirmed')::int as confirmed,
    max(due) filter (where state = 'held' and reason = 'planned') as until
  from sign_ups where account_id = :accountId and form_id = :formId and page like 'import %'
  group by page)
select i.id as import_id, coalesce(i.name, '') as "file!", i.created_at as created,
  case when i.trimmed_at is null then (i.rejected_by ->> 'unconfirmed')::int else 0 end
    as "unconfirmed!",
  coalesce(a.planned, 0) as "asked!", coalesce(a.still, 0) as "remaining!",
  coalesce(a.mailed, 0) as "mailed!", coalesce(a.confirmed, 0) as "confirmed!", a.until as "until?"
from imports i left join asked a on a.page = 'import ' || i.id
where i.account_id = :accountId and i.rejected_by ->> 'unconfirmed' is not null
  and (i.trimmed_at is null or a.page is not null)
order by i.id desc limit :most::int

-- name: queuedOfForm :one
-- Of the last emails to people of files: those that no relay has taken yet.
with last as (
  select transaction_id from sign_ups where account_id = :accountId and form_id = :formId
    and page like 'import %' and mailed_at is not null
  order by mailed_at desc limit :most::int)
select count(*)::int as "queued!" from last
join forms f on f.account_id = :accountId and f.id = :formId
join deliveries d on d.account_id = :accountId and d.source_kind = :SOURCE.transaction
  and d.source_id = f.project_id and d.id = last.transaction_id
where d.state in ('planned', 'claimed', 'handed over', 'deferred')
