-- Requests for the link of one's preferences, by a typed address.

-- name: countRequest :one
-- Posts of a network in an hour, which begins with the first; those of forms count, too.
insert into sign_up_networks as c (account_id, network, posts) values (:accountId, :network, 1)
on conflict (account_id, network) do update set
  posts = excluded.posts
    + case when excluded.since - c.since < interval '1 hour' then c.posts else 0 end,
  since = case when excluded.since - c.since < interval '1 hour' then c.since
    else excluded.since end
returning posts

-- name: keepLinkRequest :count again
-- Nothing for a mailbox that waits for its email, or got it less than an hour ago.
insert into link_requests as r (account_id, mailbox_key, email_key, language)
values (:accountId, :mailboxKey, :emailKey, :language)
on conflict (account_id, mailbox_key) do update set email_key = excluded.email_key,
  language = excluded.language, asked_at = excluded.asked_at, due = excluded.due, mailed_at = null
where excluded.asked_at - r.mailed_at >= interval '1 hour'

-- name: dueLinkRequests :many
-- Of all accounts, the longest waiting first.
select account_id, mailbox_key, email_key, language, asked_at as asked from link_requests r
where due <= now()
  and not exists (select 1 from accounts a where a.id = r.account_id and a.closed_at is not null)
order by due limit :most::int

-- name: leaseLinkRequest :count
update link_requests set due = now() + interval '1 minute'
where account_id = :accountId and mailbox_key = :mailboxKey and due <= now()

-- name: readerToMail :maybe
-- The subscriber of an address who may be mailed; none who opted out, complained or bounced.
select p.id, p.email from subscribers p
where p.account_id = :accountId and p.email_key = :emailKey and p.opted_out_at is null
  and p.complained_at is null and p.undeliverable_since is null
  and not exists (
    select 1 from opt_outs o where o.account_id = :accountId and o.email_key = p.email_key)

-- name: senderOfLists :maybe
-- The sender of the oldest list that has one.
select id, from_name, from_email from lists
where account_id = :accountId and from_email <> '' order by id limit 1

-- name: noteMailed :count again
update link_requests set due = null, mailed_at = now()
where account_id = :accountId and mailbox_key = :mailboxKey and mailed_at is null

-- name: postponeLinkRequest :count again
update link_requests set due = now() + make_interval(secs => :seconds::int)
where account_id = :accountId and mailbox_key = :mailboxKey and mailed_at is null

-- name: removeLinkRequest :count again
delete from link_requests
where account_id = :accountId and mailbox_key = :mailboxKey and mailed_at is null

-- name: mailedLinkRequests :many
-- Of all accounts: those whose hour is over.
select account_id, mailbox_key from link_requests where mailed_at < now() - interval '1 hour'
order by mailed_at limit :most::int

-- name: removeMailedLinkRequests :count again
delete from link_requests where account_id = :accountId
  and mailbox_key = any (:mailboxKeys::text[]) and mailed_at < now() - interval '1 hour'

-- name: removeLinkRequestsOfAddress :count long
delete from link_requests where account_id = :accountId and email_key = :emailKey
