-- Not restricted to an account: people are of all accounts.

-- name: codeOfPerson :maybe
select email, sealed_code_secret, code_set_at is not null as "set!" from people
where id = :personId

-- name: keepCodeSecret :count
-- Not over one that is in use.
update people set sealed_code_secret = :sealedSecret where id = :personId and code_set_at is null

-- name: markCodeSet :count
-- Not without a secret: a proof may have taken it meanwhile.
update people set code_set_at = now()
where id = :personId and code_set_at is null and sealed_code_secret is not null

-- name: useCodeStep :count
-- Each code counts once, also when two calls bring it at the same time.
update people set last_code_step = :step where id = :personId and last_code_step < :step

-- name: dropCodeSecret :count again
update people set sealed_code_secret = null, code_set_at = null, last_code_step = 0
where id = :personId

-- name: addRecoveryCodes :count
insert into recovery_codes (person_id, code_hash)
select :personId, code_hash from unnest(:hashes::text[]) as given (code_hash)

-- name: useRecoveryCode :count
delete from recovery_codes where person_id = :personId and code_hash = :codeHash

-- name: dropRecoveryCodes :count again
delete from recovery_codes where person_id = :personId
