-- Files of emails whose content came with their call.

-- name: lockAttachments :many
-- Those that are there, kept from being removed until the end of the transaction.
select hash from attachments where account_id = :accountId and hash = any (:hashes::text[])
order by hash for key share

-- name: addAttachment :count again
insert into attachments (account_id, hash, bytes) values (:accountId, :hash, :bytes)
on conflict (account_id, hash) do nothing

-- name: addEmailAttachments :count again
insert into email_attachments (account_id, email_id, hash)
select t.account_id, g.email_id, g.hash
from tenants t, unnest(:emailIds::int[], :hashes::text[]) as g (email_id, hash)
where t.account_id = :accountId
on conflict (account_id, email_id, hash) do nothing

-- name: attachmentBytes :many
select hash, bytes from attachments where account_id = :accountId
  and hash = any (:hashes::text[])
