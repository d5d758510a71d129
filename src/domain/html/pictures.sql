-- name: addPicture :count again
insert into message_pictures (account_id, hash, type, bytes) values
  (:accountId, :hash, :type, :bytes)
on conflict (account_id, hash) do nothing

-- name: picturesOf :many
select hash, type, bytes from message_pictures where account_id = :accountId
  and hash = any (:hashes::text[])
