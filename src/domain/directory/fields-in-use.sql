-- name: valuesOfField :many long
-- Its most frequent values.
select left(btrim(fields[:field::int]), 200) as "value!", count(*)::int as "people!"
from subscribers where account_id = :accountId
  and btrim(fields[:field::int]) <> ''
group by 1 order by 2 desc, 1 limit :most::int

-- name: misfitsOfField :many long
-- Values that do not match the pattern, the most frequent first; and, with each, how many people
-- have one of all of those.
select left(value, 200) as "value!", sum(count(*)) over ()::int as "people!" from (
  select btrim(fields[:field::int]) as value from subscribers
  where account_id = :accountId) s
where value <> '' and value !~ :pattern group by left(value, 200)
order by count(*) desc, 1 limit :most::int

-- name: othersThanChoices :many long
-- As above: values that are none of the choices, ignoring case.
select left(value, 200) as "value!", sum(count(*)) over ()::int as "people!" from (
  select btrim(fields[:field::int]) as value from subscribers
  where account_id = :accountId) s
where value <> '' and lower(value) <> all (:choices::text[]) group by left(value, 200)
order by count(*) desc, 1 limit :most::int

-- name: usesOfField :many long
-- Its uses, of each kind the newest :most. Emails name it in a tag or a condition of Liquid.
select 'filter' as "kind!", id as "id!", name as "name!" from (
  select id, name, condition from filters where account_id = :accountId
  order by id desc limit :most::int) f
where jsonb_path_exists(condition, '$.**.column ? (@ == $field)',
  jsonb_build_object('field', :field::int))
union all
select 'newsletter', id, name from (
  select id, name, html, source from newsletters where account_id = :accountId
  order by id desc limit :most::int) n
where html ~* :tag or source ~* :tag
union all
select 'template', t.id, t.name from templates t join template_versions v
  on v.account_id = :accountId and v.template_id = t.id and v.version = t.version
where t.account_id = :accountId and v.source ~* :tag
union all
select 'trigger', t.id, t.name from triggers t join lateral (
  select source, definition from trigger_versions v where v.account_id = :accountId
    and v.trigger_id = t.id order by v.version desc limit 1) v on true
where t.account_id = :accountId and t.removed_at is null
  and (jsonb_path_exists(v.definition, '$.**.field ? (@ == $field)',
    jsonb_build_object('field', :field::int))
    or jsonb_path_exists(v.definition, '$.**.column ? (@ == $field)',
      jsonb_build_object('field', :field::int)))
order by 1, 2 desc
