-- Published lists, and the newsletters under them.

-- name: findPublication :maybe
select list_id, active, slug, title, description, listed, form_id,
  to_json(shown_filters)::text as "shownFilters!", revision
from publications where account_id = :accountId and list_id = :listId

-- name: lockPublication :maybe
select list_id, active, revision from publications where account_id = :accountId
  and list_id = :listId for update

-- name: addPublication :count again
insert into publications (account_id, list_id, slug, title, description, form_id)
values (:accountId, :listId, :slug, :title, :description, :formId?)
on conflict (account_id, list_id) do nothing

-- name: changePublication :count
update publications set active = :active, slug = :slug, title = :title,
  description = :description, listed = :listed, form_id = :formId?,
  shown_filters = :shownFilters::int[], revision = revision + 1
where account_id = :accountId and list_id = :listId
  and (active, slug, title, description, listed, form_id, shown_filters) is distinct from
    (:active::boolean, :slug, :title, :description, :listed::boolean, :formId?::int,
      :shownFilters::int[])

-- name: raiseRevision :count
update publications set revision = revision + 1
where account_id = :accountId and list_id = :listId

-- name: holdAddress :maybe
-- The list that has an address; it gets a free one.
insert into publication_addresses as a (account_id, slug, list_id)
values (:accountId, :slug, :listId)
on conflict (account_id, slug) do update set list_id = a.list_id
returning list_id

-- name: publicationAt :maybe
-- As the public may see it: undefined for a list that is hidden, and one that is not published.
select p.list_id, p.slug, p.title, p.description, p.listed, p.form_id,
  to_json(p.shown_filters)::text as "shownFilters!", p.revision
from publication_addresses a
join publications p on p.account_id = :accountId and p.list_id = a.list_id and p.active
join lists l on l.account_id = :accountId and l.id = p.list_id and l.archived_at is null
where a.account_id = :accountId and a.slug = :slug

-- name: yearsPublished :many
select extract(year from timezone(interval '1 hour', published_at))::int as "year!",
  count(*)::int as "count!"
from published_newsletters
where account_id = :accountId and list_id = :listId and state = 'published'
group by 1 order by 1 desc

-- name: publishedPage :many
-- The newest first. `words`: a pattern that the title matches, in any language.
select number, title, summary, picture, published_at, corrected_at,
  languages::text as "languages!" from published_newsletters
where account_id = :accountId and list_id = :listId and state = 'published'
  and published_at >= :from::timestamptz and published_at < :until::timestamptz
  and (:words = '' or title ilike :words or exists (
    select 1 from jsonb_array_elements(languages) one where one->>'title' ilike :words))
order by published_at desc, number desc limit :most::int offset :skip::int

-- name: languagesPublished :many
select distinct one->>'language' as "language!" from published_newsletters p,
  jsonb_array_elements(p.languages) one
where p.account_id = :accountId and p.list_id = :listId and p.state = 'published' order by 1

-- name: publishedNumbers :many
-- For the sitemap.
select number, coalesce(corrected_at, published_at) as "changed!",
  languages::text as "languages!" from published_newsletters
where account_id = :accountId and list_id = :listId and state = 'published'
order by published_at desc, number desc limit :most::int

-- name: publishedNewsletter :maybe
select p.number, p.title, p.summary, p.picture, p.published_at, p.corrected_at,
  p.languages::text as "languages!", coalesce(p.own_message, s.message)::text as "message!"
from published_newsletters p left join sendings s on s.account_id = :accountId
  and s.id = p.sending_id
where p.account_id = :accountId and p.list_id = :listId and p.number = :number
  and p.state = 'published' and coalesce(p.own_message, s.message) is not null

-- name: newslettersUnder :many
-- All under a list, for its owner: the newest first, by keyset pagination.
select number, newsletter_id, sending_id, state, title, summary, picture,
  to_json(bare_tags)::text as "bareTags!", published_at as published, corrected_at as corrected,
  languages::text as "languages!"
from published_newsletters
where account_id = :accountId and list_id = :listId
  and (:before?::int is null or number < :before?)
order by number desc limit :most::int

-- name: newsletterUnder :maybe
select number, newsletter_id, sending_id, state, title, summary, picture,
  to_json(bare_tags)::text as "bareTags!", published_at as published, corrected_at as corrected,
  languages::text as "languages!"
from published_newsletters
where account_id = :accountId and list_id = :listId and number = :number

-- name: placesOfNewsletter :many
-- Where a newsletter stands.
select p.list_id, p.number, p.state, p.sending_id, p.title, p.published_at as published,
  p.corrected_at as corrected, u.slug, u.active, l.name as "listName!"
from published_newsletters p
join publications u on u.account_id = :accountId and u.list_id = p.list_id
join lists l on l.account_id = :accountId and l.id = p.list_id
where p.account_id = :accountId and p.newsletter_id = :newsletterId
order by p.list_id, p.number desc limit 100

-- name: countUnder :one
select count(*) filter (where state = 'published')::int as "published!",
  count(*) filter (where state = 'waiting')::int as "waiting!"
from published_newsletters where account_id = :accountId and list_id = :listId

-- name: sendingsToPublish :many
-- Finished sendings to a list that do not stand under it, the newest: no tests, no samples of A/B
-- tests, and nothing that was sent again.
select s.id from sendings s
where s.account_id = :accountId and s.state = 'finished' and not s.test and s.parent_id is null
  and not s.options ? 'resend' and (s.planned > 0 or s.options ? 'split')
  and (s.list_id = :listId or s.options->'moreLists' @> to_jsonb(:listId::int))
  and not exists (select 1 from published_newsletters p where p.account_id = :accountId
    and p.list_id = :listId and p.sending_id = s.id)
order by s.finished_at desc, s.id desc limit :most::int

-- name: sendingToPublish :maybe
-- The same of one, with the published lists that it went to.
select s.id, s.newsletter_id, s.message::text as "message!", s.finished_at as "finished!",
  to_json(array(select p.list_id from publications p where p.account_id = :accountId
    and (p.list_id = s.list_id or s.options->'moreLists' @> to_jsonb(p.list_id))
    and (p.active or p.list_id = :evenList?::int) order by 1))::text as "listIds!"
from sendings s
where s.account_id = :accountId and s.id = :sendingId and s.state = 'finished' and not s.test
  and s.parent_id is null and not s.options ? 'resend' and (s.planned > 0 or s.options ? 'split')

-- name: addPublished :count
-- Under a locked publication. The same email of the same newsletter stands there once.
insert into published_newsletters (account_id, list_id, number, newsletter_id, sending_id,
  own_message, state, title, summary, picture, languages, bare_tags, published_at)
select t.account_id, :listId, 1 + coalesce((select max(number) from published_newsletters
    where account_id = :accountId and list_id = :listId), 0), :newsletterId, :sendingId?::bigint,
  :ownMessage?::text::jsonb, :state, :title, :summary, :picture,
  :languages::text::jsonb, :bareTags::text[],
  coalesce(:publishedAt?::timestamptz, now())
from tenants t where t.account_id = :accountId and not exists (
  select 1 from published_newsletters p left join sendings s on s.account_id = :accountId
    and s.id = p.sending_id
  where p.account_id = :accountId and p.list_id = :listId and p.newsletter_id = :newsletterId
    and (p.sending_id = :sendingId?::bigint
      or md5(coalesce(p.own_message, s.message)->>'html') = md5(:html)
      and coalesce(p.own_message, s.message)->>'text' = :text
      and coalesce(p.own_message, s.message)->>'subject' = :subject
      and coalesce(p.own_message, s.message)->'translated'
        is not distinct from :translated?::text::jsonb))

-- name: setPublishedState :count
update published_newsletters set state = :state
where account_id = :accountId and list_id = :listId and number = :number and state <> :state

-- name: correctPublished :count
update published_newsletters set own_message = :ownMessage::text::jsonb, title = :title,
  summary = :summary, picture = :picture, languages = :languages::text::jsonb,
  bare_tags = :bareTags::text[], corrected_at = now()
where account_id = :accountId and list_id = :listId and number = :number

-- name: lastNumber :one
select coalesce(max(number), 0) as "number!" from published_newsletters
where account_id = :accountId and list_id = :listId
