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

-- name: countCodeOfPerson :many
-- Before the code is looked at; no row while codes rest, an hour from the last that was allowed.
insert into code_failures as f (person_id, since, failures) values (:personId, now(), 1)
on conflict (person_id) do update set
  failures = case when excluded.since - f.since >= interval '1 hour' then 1
    else f.failures + 1 end,
  since = case when excluded.since - f.since >= interval '1 hour'
    or f.failures + 1 >= :most::int then excluded.since else f.since end
where f.failures < :most::int or excluded.since - f.since >= interval '1 hour'
returning failures

-- name: uncountCodeOfPerson :count
-- It was right.
update code_failures set failures = failures - 1 where person_id = :personId and failures > 0

-- name: forgetCodeFailures :count again
delete from code_failures where person_id = :personId

-- name: restingCodes :many
-- The people whose codes are locked, and until when.
select person_id, since + interval '1 hour' as "until!" from code_failures
where person_id = any (:personIds::bigint[]) and failures >= :most::int
  and since > now() - interval '1 hour'
