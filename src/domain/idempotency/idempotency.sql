-- name: beginCall :count
-- One row for the first of all calls with this key.
insert into idempotency_keys (account_id, key_hash, call_hash)
values (:accountId, :keyHash, :callHash) on conflict (account_id, key_hash) do nothing

-- name: findCall :maybe
select call_hash, status, answer from idempotency_keys
where account_id = :accountId and key_hash = :keyHash

-- name: keepAnswer :count again
update idempotency_keys set status = :status, answer = :answer
where account_id = :accountId and key_hash = :keyHash

-- name: forgetCall :count again
delete from idempotency_keys where account_id = :accountId and key_hash = :keyHash

-- name: removeOldCalls :count again
delete from idempotency_keys
where account_id = :accountId and created_at < now() - interval '24 hours'
