-- Personal data in transactions, by address.

-- name: transactionsOfAddress :many long
select t.id, p.name as project, t.identifier, t.email, t.name, t.version,
  array_to_string(t.fields, :FIELD_SEPARATOR, '') as "fields!", t.send_at, d.state, d.reply,
d.reason,
  d.changed_at as changed, coalesce(e.views, 0) as "views!", coalesce(e.clicks, 0) as "clicks!"
from transactions t
join projects p on p.account_id = :accountId and p.id = t.project_id
join deliveries d on d.account_id = :accountId and d.source_kind = :SOURCE.transaction
  and d.source_id = t.project_id and d.id = t.id
left join engagements e on e.account_id = :accountId and e.source_kind = :SOURCE.transaction
  and e.source_id = t.project_id and e.delivery_id = t.id
where t.account_id = :accountId and t.email_key = :emailKey order by t.id

-- name: contentOfEmails :many long
-- Emails to the address whose content came with the call, the newest first.
select r.transaction_id as id, r.role, e.subject, e.content::text as "content!",
  array_to_json(e.tags)::text as "tags!", e.metadata::text as "metadata!"
from transactions t
join email_recipients r on r.account_id = :accountId and r.transaction_id = t.id
join given_emails e on e.account_id = :accountId and e.id = r.email_id
where t.account_id = :accountId and t.email_key = :emailKey
order by r.transaction_id desc limit :most::int

-- name: waitingOfPerson :many long
-- Emails that blankMessages withdraws.
select d.source_id as project_id, d.id
from transactions t join deliveries d on d.account_id = :accountId
  and d.source_kind = :SOURCE.transaction and d.source_id = t.project_id and d.id = t.id
where t.account_id = :accountId and t.email_key = :emailKey and d.next_try_at is not null
  and d.state <> 'uncertain'
order by d.source_id, d.id

-- name: blankMessages :count long
-- Like blankDeliveries for emails of sendings. Claimed ones are stopped at the hand-over, which
-- checks the address.
update deliveries d set email = :ERASED_EMAIL,
  reply = substring(d.reply from '^[245][0-9][0-9](?:[ -][245][.][0-9]+[.][0-9]+)?'),
  state = case when d.next_try_at is null or d.state = 'uncertain' then d.state
    else 'withdrawn' end,
  reason = case when d.next_try_at is null or d.state = 'uncertain' then d.reason
    else 'erased' end, next_try_at = null, changed_at = greatest(d.changed_at,
    (select now() where d.next_try_at is not null and d.state <> 'uncertain'))
from transactions t
where t.account_id = :accountId and t.email_key = :emailKey
  and d.account_id = :accountId and d.source_kind = :SOURCE.transaction
    and d.source_id = t.project_id and d.id = t.id

-- name: blankTransactionPurchases :count long
update conversions c set delivery_id = null, order_number = '', key = 'erased ' || md5(c.key)
  from transactions t
where t.account_id = :accountId and t.email_key = :emailKey
  and c.account_id = :accountId and c.source_kind = :SOURCE.transaction
    and c.source_id = t.project_id and c.delivery_id = t.id

-- name: blankEmails :count long
-- The content of emails to the person, which may tell of them. One that waits for another recipient
-- fails.
update given_emails e set identifier = '', subject = '', content = '{}', metadata = '{}', tags = '{}',
  octets = 0
where e.account_id = :accountId and e.id in (
  select r.email_id from transactions t join email_recipients r
    on r.account_id = :accountId and r.transaction_id = t.id
  where t.account_id = :accountId and t.email_key = :emailKey)

-- name: emailsOfPerson :many long
select r.transaction_id as id from transactions t join email_recipients r
  on r.account_id = :accountId and r.transaction_id = t.id
where t.account_id = :accountId and t.email_key = :emailKey

-- name: blankClickedAddresses :count long
-- The address of a link in an email may tell of the person.
update webhook_events e set details = e.details || '{"url": null}'
from transactions t
where t.account_id = :accountId and t.email_key = :emailKey
  and e.account_id = :accountId and e.source_kind = :SOURCE.transaction and e.kind = 'clicked'
  and e.delivery_id = t.id

-- name: blankTransactions :count long
-- Runs last: the other rows are found by the address. The row and its outcome stay.
update transactions set identifier = '', email = :ERASED_EMAIL,
  email_key = 'erased-' || id || '@erased.invalid', name = '', fields = '{}'
where account_id = :accountId and email_key = :emailKey

-- name: countBatchRejects :one long
select count(*)::int as "rows!" from transaction_rejects where account_id = :accountId
  and exists (select 1 from unnest(:spellings::text[]) as given (spelling)
    where position(given.spelling in lower(raw)) > 0)

-- name: blankBatchRejects :count long
-- Line and reason stay, so that the counts of a batch agree with its rows.
update transaction_rejects set raw = '' where account_id = :accountId
  and exists (select 1 from unnest(:spellings::text[]) as given (spelling)
    where position(given.spelling in lower(raw)) > 0)
