-- name: webMessageOf :maybe
-- A transaction's email as it was sent: its values, and the version of the newsletter that was
-- current at the hand-over, if that is its content.
select t.email, t.name, measured_as(s.clicks_agreed, a.unasked_clicks) as "clicks!", array_to_string(t.fields, :FIELD_SEPARATOR, '') as "fields!", p.marketing,
  l.newsletter_id as "newsletterId?", l.newsletter_version as "newsletterVersion?",
  l.number as "number?", r.email_id as "emailId?",
  coalesce((e.content ->> 'trackClicks')::boolean, false) as "tracksClicks!",
  e.content -> 'template' ->> 'data' as "data?",
  coalesce((e.content -> 'template' ->> 'newsletter')::boolean, false) as "ofNewsletter!",
  exists (select 1 from tracking_exemptions x left join newsletters n
      on n.account_id = :accountId and n.id = l.newsletter_id
    where x.account_id = :accountId
    and ((x.noun = 'project' and x.id = p.id) or (x.noun = 'list' and x.id = n.list_id)
      or (x.noun = 'newsletter' and x.id = l.newsletter_id))) as "untracked!"
from transactions t
join tenants a on a.account_id = :accountId
left join subscribers s on s.account_id = :accountId and s.email_key = t.email_key
join projects p on p.account_id = :accountId and p.id = t.project_id
left join project_versions v on v.account_id = :accountId and v.project_id = p.id
  and v.name = t.version
join deliveries d on d.account_id = :accountId and d.source_kind = :SOURCE.transaction
  and d.source_id = t.project_id and d.id = t.id
left join email_recipients r on r.account_id = :accountId and r.transaction_id = t.id
left join given_emails e on e.account_id = :accountId and e.id = r.email_id
left join lateral (
  select x.newsletter_id, x.newsletter_version, x.number from project_messages x
  where x.account_id = :accountId and x.project_id = p.id
    and x.newsletter_id = coalesce(v.newsletter_id, p.newsletter_id)
    and x.created_at <= coalesce(d.changed_at, now())
  order by x.created_at desc, x.number desc limit 1) l on true
where t.account_id = :accountId and t.id = :transactionId::int and t.project_id = :projectId::int
  and t.email <> :ERASED_EMAIL and e.content is distinct from '{}'
