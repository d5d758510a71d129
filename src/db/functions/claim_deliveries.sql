-- version 3
-- Claims due deliveries of a source for a worker, under a lease, and skips rows that others have
-- locked. The lease ends by the clock of the store, which judges it: those of workers may be off.
-- Functions, since a cluster sends them whole to the node of the account, and in simple
-- statements, since it runs one that changes and joins in steps.

-- Answers the ids it took; null: none is due.
create or replace function take_deliveries(
  p_account_id bigint, p_source_kind smallint, p_source_id bigint, p_most int, p_claim_id uuid,
  p_worker uuid, p_lease_seconds float8
) returns bigint[]
  language plpgsql as $$
declare
  v_ids bigint[];
begin
  select array_agg(t.id) into v_ids from (
    select d.id from deliveries d
    where d.account_id = p_account_id and d.source_kind = p_source_kind
      and d.source_id = p_source_id and d.next_try_at <= now()
      and not exists (
        select 1 from accounts a where a.id = p_account_id and a.closed_at is not null)
    order by d.next_try_at, d.id limit p_most for update skip locked) t;
  if v_ids is null then return null; end if;
  insert into claims (account_id, id, source_kind, source_id, worker, ids, leased_until)
  values (p_account_id, p_claim_id, p_source_kind, p_source_id, p_worker, v_ids,
    now() + make_interval(secs => p_lease_seconds));
  update deliveries d set state = 'claimed', next_try_at = null, changed_at = now()
  where d.account_id = p_account_id and d.source_kind = p_source_kind
    and d.source_id = p_source_id and d.id = any (v_ids);
  return v_ids;
end
$$;

-- How an email is written: `html` or `text`, and behind it how opens and clicks are recorded unless
-- both are the person's: `html total none`. One value, so that the statement of claims stays one
-- that clusters send whole, and programs of before read it.
create or replace function written_as(format text, opens text, clicks text) returns text
  language sql immutable parallel safe
as $$
  select case when opens = 'person' and clicks = 'person' then format
    else format || ' ' || opens || ' ' || clicks end
$$;

-- With the data for merging of each.
create or replace function claim_deliveries(
  p_account_id bigint, p_source_kind smallint, p_source_id bigint, p_most int, p_claim_id uuid,
  p_worker uuid, p_lease_seconds float8, p_separator text
) returns table (id bigint, email text, attempts smallint, was_uncertain boolean, name text,
    format text, fields text, blocks text)
  language plpgsql as $$
#variable_conflict use_column
declare
  v_ids bigint[] := take_deliveries(p_account_id, p_source_kind, p_source_id, p_most, p_claim_id,
    p_worker, p_lease_seconds);
begin
  if v_ids is null then return; end if;
  return query
  select d.id, d.email, d.attempts, d.was_uncertain, coalesce(s.name, ''),
    written_as(coalesce(s.format, 'html'), measured_as(s.opens_agreed, t.unasked_opens),
      measured_as(s.clicks_agreed, t.unasked_clicks)),
    array_to_string(coalesce(s.fields, '{}'), p_separator, ''),
    array_to_string(coalesce(d.blocks, '{}'), ',')
  from deliveries d join tenants t on t.account_id = d.account_id
  left join subscribers s on s.account_id = d.account_id and s.id = d.id
  where d.account_id = p_account_id and d.source_kind = p_source_kind
    and d.source_id = p_source_id and d.id = any (v_ids);
end
$$;

-- Values to merge are read from the transaction. A delivery without transaction is claimed too: the
-- hand-over withdraws it.
create or replace function claim_transactions(
  p_account_id bigint, p_source_kind smallint, p_project_id bigint, p_most int, p_claim_id uuid,
  p_worker uuid, p_lease_seconds float8, p_separator text
) returns table (id bigint, email text, attempts smallint, was_uncertain boolean, name text,
    format text, fields text, version text)
  language plpgsql as $$
#variable_conflict use_column
declare
  v_ids bigint[] := take_deliveries(p_account_id, p_source_kind, p_project_id, p_most, p_claim_id,
    p_worker, p_lease_seconds);
begin
  if v_ids is null then return; end if;
  return query
  select d.id, d.email, d.attempts, d.was_uncertain, coalesce(t.name, ''),
    written_as(coalesce(t.format, 'html'), measured_as(s.opens_agreed, a.unasked_opens),
      measured_as(s.clicks_agreed, a.unasked_clicks)),
    array_to_string(coalesce(t.fields, '{}'), p_separator, ''),
    coalesce(t.version, '')
  from deliveries d join tenants a on a.account_id = d.account_id
  left join transactions t on t.account_id = d.account_id and t.id = d.id
  left join subscribers s on s.account_id = d.account_id and s.email_key = t.email_key
  where d.account_id = p_account_id and d.source_kind = p_source_kind
    and d.source_id = p_project_id and d.id = any (v_ids);
end
$$;
