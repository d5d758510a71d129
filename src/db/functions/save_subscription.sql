-- version 4
-- Saves a subscriber and the subscription to a list: a single call, with the rule of
-- saveSubscriptions in subscribers.sql. A function, since a cluster sends it whole to the node of
-- the account, and runs one statement with two inserts in steps, for seven times the processor
-- time. On one server it costs what the statement did; for batches that did not hold. A statement
-- of one table without subquery is the cheapest to plan there, and the only one it keeps a plan of.
-- Given values replace stored ones, empty values do not; an opted-out subscriber is not changed.
-- Locks the row of the address, existing or new, so that a concurrent opt-out of it waits or is
-- seen. The look for erased addresses is sufficient: docs/decisions/0016-erasing.md.
-- Answers the id, negative if they are opted out (one value, since a row costs a tenth more); null
-- if the list does not exist, or for an erased, opted-out address; and, without a hash, for any
-- address of an account with erased ones who had opted out or answered on measuring.
create or replace function save_subscription(
  p_account_id bigint, p_list_id int, p_id bigint, p_email text, p_email_key text, p_name text,
  p_format text, p_keep_format boolean, p_country_code text, p_phone text, p_fields text[],
  p_key_hash text
) returns bigint
  language plpgsql
as $$
declare
  v_moment timestamptz;
  v_id bigint;
  v_opted_out boolean;
begin
  select greatest(now(), l.settled_until) into v_moment
  from lists l where l.account_id = p_account_id and l.id = p_list_id for key share;
  if v_moment is null then return null; end if;
  if p_key_hash is null then
    perform from opt_outs o where o.account_id = p_account_id and o.key_hash is not null
    union all
    select from measuring_answers a where a.account_id = p_account_id and a.key_hash is not null
    limit 1;
  else
    perform from opt_outs o where o.account_id = p_account_id and o.key_hash = p_key_hash;
  end if;
  if found then return null; end if;

  insert into subscribers as known
    (account_id, id, email, email_key, name, format, country_code, phone, fields)
  values (p_account_id, p_id, p_email, p_email_key, p_name, p_format, p_country_code, p_phone,
    p_fields)
  on conflict (account_id, email_key) do update set
    name = case when known.opted_out_at is null and excluded.name <> ''
      then excluded.name else known.name end,
    format = case when known.opted_out_at is null and not p_keep_format
      then excluded.format else known.format end,
    country_code = case when known.opted_out_at is null and excluded.country_code <> ''
      then excluded.country_code else known.country_code end,
    phone = case when known.opted_out_at is null and excluded.phone <> ''
      then excluded.phone else known.phone end,
    fields = case when known.opted_out_at is null and excluded.fields <> '{}'
      then merge_fields(known.fields, excluded.fields) else known.fields end,
    updated_at = case when known.opted_out_at is null
      then excluded.updated_at else known.updated_at end,
    changed_at = excluded.changed_at
  returning known.id, known.opted_out_at is not null into v_id, v_opted_out;
  if v_opted_out then return -v_id; end if;

  insert into subscriptions as s (account_id, subscriber_id, list_id, subscribed_at)
  values (p_account_id, v_id, p_list_id, v_moment)
  on conflict (account_id, subscriber_id, list_id) do update set
    subscribed_at = excluded.subscribed_at, unsubscribed_at = null,
    unsubscribe_source = null, unsubscribe_reason = null, changed_at = excluded.changed_at
    where s.unsubscribed_at is not null;
  return v_id;
end
$$;
