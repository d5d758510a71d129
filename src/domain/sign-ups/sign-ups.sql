-- Sign-ups: decided about by the worker, one at a time.

-- name: dueSignUps :many
-- Of all accounts, the longest waiting first. Those of a closed account wait until it is opened.
select account_id, id, state, email_key from sign_ups s where due <= now()
  and not exists (select 1 from accounts a where a.id = s.account_id and a.closed_at is not null)
order by due, id limit :most::int

-- name: signUpToSettle :maybe
-- With all that decides whether it gets an email. `keyHash`: of the address.
select s.state, s.transaction_id, to_json(s.list_ids)::text as "listIds!",
  coalesce(s.expires_at <= now(), false) as "over!", s.form_id, s.language, s.email, s.released,
  coalesce(s.again_at, s.created_at) < now() - make_interval(days => :days::int) as "old!",
  s.again_at is not null as "again!", s.reason = 'planned' as "planned!",
  f.removed_at is null as "formThere!", f.single_opt_in and p.id is null as "single!", g.guid::text as "projectGuid?",
  p.undeliverable_since is not null or exists (
    select 1 from bounces b where b.account_id = :accountId and b.kind = 'hard' and b.counts
      and coalesce(b.email_key, lower(b.email)) = s.email_key and b.subscriber_id is null)
    as "undeliverable!",
  p.complained_at is not null as "complained!",
  p.opted_out_at is not null or exists (
    select 1 from opt_outs o where o.account_id = :accountId
      and (o.email_key = s.email_key or o.key_hash = :keyHash?)) as "optedOut!",
  (select count(*) from sign_ups m where m.account_id = :accountId and m.mailbox_key = s.mailbox_key
    and m.mailed_at > now() - interval '1 hour')::int as "mailedHour!",
  (select count(*) + count(*) filter (where m.mailed_before > now() - interval '1 day')
    from sign_ups m where m.account_id = :accountId and m.mailbox_key = s.mailbox_key
      and m.mailed_at > now() - interval '1 day')::int as "mailedDay!",
  (select count(*) + count(*) filter (where m.mailed_before > now() - interval '30 days')
    from sign_ups m where m.account_id = :accountId and m.mailbox_key = s.mailbox_key
      and m.mailed_at > now() - interval '30 days')::int as "mailedMonth!",
  case when s.network = '' then 0 else (
    select count(*) from sign_ups m where m.account_id = :accountId and m.network = s.network
      and m.mailed_at > now() - interval '1 hour') end::int as "networkHour!"
from sign_ups s
join forms f on f.account_id = :accountId and f.id = s.form_id
left join projects g on g.account_id = :accountId and g.id = f.project_id
left join subscribers p on p.account_id = :accountId and p.email_key = s.email_key
where s.account_id = :accountId and s.id = :id and s.due <= now()
  and s.state in ('new', 'held', 'waiting')

-- name: paceOfForm :one
-- Its confirmation emails of this hour, and of the four weeks before.
select count(*) filter (where mailed_at > now() - interval '1 hour')::int as "hour!",
  count(*)::int as "month!"
from sign_ups where account_id = :accountId and form_id = :formId
  and mailed_at > now() - interval '28 days'

-- name: refuseSignUp :count again
-- The input is not kept: the person did not ask for it, or can't be asked.
update sign_ups set state = 'refused', reason = :reason, due = null, name = '', fields = '{}',
  ip = ''
where account_id = :accountId and id = :id and state in ('new', 'held')

-- name: holdSignUp :count again
update sign_ups set state = 'held', reason = :reason,
  due = now() + make_interval(secs => :seconds::int)
where account_id = :accountId and id = :id and state in ('new', 'held')

-- name: holdForm :count again
-- All that is due of a form whose pace is used up, at once: one by one a storm would keep the
-- worker busy. Those of a file, and released ones, are decided about for themselves.
with those as (
  select id from sign_ups where account_id = :accountId and form_id = :formId
    and state in ('new', 'held') and due <= now() and not released and reason <> 'planned'
  order by id for update skip locked)
update sign_ups u set state = 'held', reason = 'pace',
  due = now() + make_interval(secs => :seconds::int)
from those where u.account_id = :accountId and u.id = those.id

-- name: holdNewOnes :count again
-- As of now: those that come meanwhile are due with those that were moved.
update forms set held_until = now() + make_interval(secs => :seconds::int)
where account_id = :accountId and id = :formId and (held_until is null or held_until <= now())

-- name: reserveEmail :count
-- Before the email is inserted, so that no two workers write to one mailbox in an hour: the second
-- violates a unique index. If the process ends before it is sent, it is due again.
update sign_ups set state = 'waiting', reason = '', mailed_before = mailed_at, mailed_at = now(),
  mailed_hour = floor(extract(epoch from now()) / 3600)::int, transaction_id = null,
  expires_at = now() + make_interval(days => :days::int), due = now() + interval '1 minute'
where account_id = :accountId and id = :id and (state in ('new', 'held')
  or (state = 'waiting' and again_at is not null and mailed_before is null))

-- name: refuseRepeated :count again
-- What waits for the mailbox that gets its email now: held ones would mail it again for days.
update sign_ups o set state = 'refused', reason = 'repeated', due = null, name = '', fields = '{}',
  ip = ''
from sign_ups s
where s.account_id = :accountId and s.id = :id and o.account_id = :accountId and o.id <> s.id
  and o.mailbox_key = s.mailbox_key and o.state in ('new', 'held')

-- name: postponeEmail :count again
update sign_ups set due = now() + make_interval(secs => :seconds::int)
where account_id = :accountId and id = :id and state = 'waiting'
  and (transaction_id is null or (again_at is not null and mailed_before is null))

-- name: keepFirstEmail :count again
-- There is no second one; the first goes on waiting.
update sign_ups set due = expires_at
where account_id = :accountId and id = :id and state = 'waiting' and mailed_before is null

-- name: askWaitingAgain :count again
-- Once. The second email goes an hour after the first, as any two to one mailbox.
update sign_ups set again_at = now(), due = :mailed::timestamptz + interval '1 hour'
where account_id = :accountId and id = :id and state = 'waiting' and transaction_id is not null
  and again_at is null and expires_at > now()

-- name: askExpiredAgain :count again
-- Once. It is decided about as a new one; what was typed is gone.
update sign_ups set again_at = now(), due = now(), state = 'new', name = '', fields = '{}'
where account_id = :accountId and id = :id and transaction_id is not null and again_at is null
  and (state = 'expired' or (state = 'waiting' and expires_at <= now()))

-- name: waitingOfAddress :maybe
-- The sign-up whose email somebody asked for by typing its address.
select o.id, o.mailed_at as "mailed!" from sign_ups s
join sign_ups o on o.account_id = :accountId and o.email_key = s.email_key
  and o.form_id = s.form_id
where s.account_id = :accountId and s.id = :id and s.state = 'again' and o.state = 'waiting'
  and o.mailed_at is not null
order by o.id desc limit 1

-- name: removeRequest :count again
delete from sign_ups where account_id = :accountId and id = :id and state = 'again'

-- name: noteSent :count again
update sign_ups set transaction_id = :transactionId::int, due = expires_at
where account_id = :accountId and id = :id and state = 'waiting' and transaction_id is null

-- name: expireSignUp :count again
update sign_ups set state = 'expired', due = null, name = '', fields = '{}', ip = ''
where account_id = :accountId and id = :id and state in ('new', 'held', 'waiting')
  and due <= now()

-- name: addressOfSignUp :maybe
select email_key from sign_ups where account_id = :accountId and id = :id

-- name: signUpShown :maybe
-- For the person who has its confirmation email.
select s.state, s.again_at is not null as "again!", s.form_id, s.language, s.email,
  to_json(s.list_ids)::text as "listIds!",
  p.opted_out_at is not null or exists (
    select 1 from opt_outs o where o.account_id = :accountId
      and (o.email_key = s.email_key or o.key_hash = :keyHash?)) as "optedOut!",
  coalesce(s.expires_at <= now(), false) as "over!"
from sign_ups s
left join subscribers p on p.account_id = :accountId and p.email_key = s.email_key
where s.account_id = :accountId and s.id = :id

-- name: lockSignUp :maybe
select state, form_id, words_version, language, email, email_key, name, measured,
  to_json(fields)::text as "fields!", to_json(list_ids)::text as "listIds!",
  coalesce(expires_at <= now(), false) as "over!"
from sign_ups where account_id = :accountId and id = :id for update

-- name: noteConfirmed :count again
update sign_ups set state = 'confirmed', confirmed_at = now(), lifts = :lifts::boolean, due = now()
where account_id = :accountId and id = :id

-- name: noteJoined :count again
-- Without an email, by a form that does not ask for confirmation.
update sign_ups set state = 'confirmed', confirmed_at = now(), single_opt_in = true, due = now()
where account_id = :accountId and id = :id and state = 'waiting' and transaction_id is null

-- name: addProof :count again
insert into consent_proofs (account_id, id, email, email_key, form_id, form_name, words_version,
  language, shown, given, list_ids, signed_up_at, confirmed_at, network, confirmed_network, agent,
  page, transaction_id)
select s.account_id, s.id, s.email, s.email_key, s.form_id, f.name, s.words_version, s.language,
  :shown, :given, s.list_ids, s.created_at, s.confirmed_at, coalesce(nullif(s.ip, ''), s.network),
  case when f.keep_ip and :ip::text <> '' then :ip::text else :network end, s.agent, s.page,
  s.transaction_id
from sign_ups s join forms f on f.account_id = :accountId and f.id = s.form_id
where s.account_id = :accountId and s.id = :id
on conflict (account_id, id) do nothing

-- name: signUpToApply :maybe
-- `liftable`: the person confirmed after the opt-out.
select s.form_id, s.email, s.name, s.single_opt_in, s.measured, s.language,
  s.words_version, to_json(s.fields)::text as "fields!",
  to_json(s.list_ids)::text as "listIds!", s.confirmed_at as "confirmed!", f.name as "form!",
  s.lifts and not exists (select 1 from opt_outs o where o.account_id = :accountId
    and o.email_key = s.email_key and o.created_at > s.confirmed_at) as "liftable!"
from sign_ups s join forms f on f.account_id = :accountId and f.id = s.form_id
where s.account_id = :accountId and s.id = :id and s.state = 'confirmed' and s.due is not null

-- name: leaverOf :maybe
-- Who leaves by a form, if the account knows them.
select to_json(s.list_ids)::text as "listIds!", f.name as "form!", p.id as "subscriberId?"
from sign_ups s join forms f on f.account_id = :accountId and f.id = s.form_id
left join subscribers p on p.account_id = :accountId and p.email_key = s.email_key
where s.account_id = :accountId and s.id = :id and s.state = 'leaving'

-- name: noteLeft :count again
update sign_ups set state = 'left', due = null, subscriber_id = :subscriberId?::bigint
where account_id = :accountId and id = :id and state = 'leaving'

-- name: noteApplied :count again
-- The input is in the subscriber and in the proof by now.
update sign_ups set due = null, subscriber_id = :subscriberId?::bigint, name = '', fields = '{}',
  ip = ''
where account_id = :accountId and id = :id and due is not null

-- name: proofOfSubscriber :count again
update consent_proofs set subscriber_id = :subscriberId?::bigint
where account_id = :accountId and id = :id

-- name: signUpsOfForm :many
-- The newest first, by keyset pagination.
select s.id, s.state, s.reason, s.email, s.language, s.network, s.page, s.created_at as created,
  s.mailed_at as mailed, s.confirmed_at as confirmed, s.expires_at as expires, s.transaction_id,
  s.subscriber_id
from sign_ups s where s.account_id = :accountId and s.form_id = :formId and s.id < :before::bigint
  and s.state <> 'again' and (:state?::text is null or s.state = :state?::text)
order by s.id desc limit :size::int

-- name: funnelOfForm :many
-- Its sign-ups of so many days, by state and reason; and how many were mailed.
select state, reason, count(*)::int as "people!",
  count(*) filter (where mailed_at is not null and not single_opt_in)::int as "mailed!"
from sign_ups where account_id = :accountId and form_id = :formId
  and created_at > now() - make_interval(days => :days::int)
  and state not in ('leaving', 'left', 'again')
group by state, reason order by state, reason

-- name: countsOfForms :many
select form_id, count(*) filter (where state = 'waiting')::int as "waiting!",
  count(*) filter (where state = 'held' and reason <> 'planned')::int as "held!",
  count(*) filter (where state = 'confirmed')::int as "confirmed!",
  count(*) filter (where state = 'expired')::int as "expired!",
  count(*) filter (where state = 'refused')::int as "refused!", count(*)::int as "signedUp!"
from sign_ups where account_id = :accountId
  and created_at > now() - make_interval(days => :days::int)
  and state not in ('leaving', 'left', 'again')
group by form_id

-- name: heldByForm :many
select f.id, f.name, count(*)::int as "held!" from sign_ups s
join forms f on f.account_id = :accountId and f.id = s.form_id
where s.account_id = :accountId and s.state = 'held' and s.reason <> 'planned' group by f.id, f.name order by f.id

-- name: releaseHeld :count
update sign_ups set released = true, due = now()
where account_id = :accountId and form_id = :formId and state = 'held' and reason <> 'planned'

-- name: refuseHeld :count
update sign_ups set state = 'refused', reason = 'stopped', due = null, name = '', fields = '{}',
  ip = ''
where account_id = :accountId and form_id = :formId and state = 'held'

-- name: proofsOfAddress :many
-- Of one person, the newest first.
select id, form_id, form_name, words_version, language, shown, given,
  to_json(list_ids)::text as "listIds!", signed_up_at as signed_up, confirmed_at as confirmed,
  network, confirmed_network, agent, page, transaction_id
from consent_proofs where account_id = :accountId and email_key = :emailKey
order by confirmed_at desc, id desc limit 100

-- name: growthByForm :many
-- People who confirmed for a list, by form and day.
select form_id, form_name, to_char(confirmed_at, 'YYYY-MM-DD') as "day!", count(*)::int as "people!"
from consent_proofs where account_id = :accountId and list_ids @> array[:listId::int]
  and confirmed_at > now() - make_interval(days => :days::int)
group by form_id, form_name, 3 order by 3, form_id

-- name: emailOfSubscriber :maybe
select email_key from subscribers where account_id = :accountId and id = :subscriberId

-- name: removeSignUpsOfAddress :count long
delete from sign_ups where account_id = :accountId and email_key = :emailKey

-- name: blankProofs :count long
-- Of an erased person: the consent, its words and time, and a hash of the address.
update consent_proofs set email = '', email_key = null, key_hash = :keyHash?, subscriber_id = null,
  given = '{}', network = '', confirmed_network = '', agent = '', page = ''
where account_id = :accountId and email_key = :emailKey

-- name: signUpsOfAddress :many long
select s.id, f.name as form, s.state, s.reason, s.language, s.name,
  coalesce(nullif(s.ip, ''), s.network) as "network!", s.agent, s.page,
  array_to_string(s.fields, :FIELD_SEPARATOR, '') as "fields!", s.created_at as created,
  s.mailed_at as mailed, s.confirmed_at as confirmed
from sign_ups s join forms f on f.account_id = :accountId and f.id = s.form_id
where s.account_id = :accountId and s.email_key = :emailKey order by s.id

-- name: confirmedByForm :many long
-- People who confirmed since a moment, by form, for all lists or for one.
select form_id as "id!", max(form_name) as "name!", count(*)::int as "people!" from consent_proofs
where account_id = :accountId and confirmed_at >= :since::timestamptz
  and (:listId?::int is null or list_ids @> array[:listId?::int])
group by form_id order by 3 desc limit :most::int
