-- version 2
-- Inserts a single call: the rule of insertTransactions in insert.sql, with the same answer. A
-- function, since a cluster sends it whole to the node of the account, and runs that statement in
-- steps. A statement of one table without subquery is the cheapest to plan there.
-- No project in the answer: it does not exist or is paused.
create or replace function save_transaction(
  p_account_id bigint, p_id int, p_guid uuid, p_version text, p_identifier text, p_email text,
  p_email_key text, p_name text, p_format text, p_fields text[], p_send_at timestamptz, p_key uuid,
  out project_id int, out transaction_id int, out due_now boolean
) language plpgsql as $$
#variable_conflict use_column
declare
  v_now timestamptz := now();
  v_due_at timestamptz := greatest(p_send_at, v_now);
  v_project int;
  v_repeats text;
  v_due timestamptz;
  v_first int := p_id;
  v_since timestamptz;
begin
  select p.id, p.repeats, p.due into v_project, v_repeats, v_due from projects p
  where p.account_id = p_account_id and p.guid = p_guid and p.active for key share;
  if v_project is null then return; end if;

  if p_key is not null and v_repeats <> 'off' then
    insert into transaction_repeats as r
      (account_id, project_id, key, transaction_id, until, since)
    values (p_account_id, v_project, p_key, p_id,
      case when v_repeats = 'forever' then 'infinity' else v_now + interval '24 hours' end, v_now)
    on conflict (account_id, project_id, key) do update set
      transaction_id = case when r.until <= excluded.since then excluded.transaction_id
        else r.transaction_id end,
      since = case when r.until <= excluded.since then excluded.since else r.since end,
      until = case when r.until <= excluded.since then excluded.until else r.until end,
      repeated = case when r.until <= excluded.since then 0
        when r.transaction_id = excluded.transaction_id then r.repeated else r.repeated + 1 end
    returning r.transaction_id, r.since into v_first, v_since;
  end if;
  project_id := v_project;
  transaction_id := v_first;
  due_now := v_due_at = v_now;
  if v_since is null then
    perform from transactions t where t.account_id = p_account_id and t.id = p_id;
    if found then return; end if;
  elsif v_first <> p_id or v_since <> v_now then return;
  end if;

  insert into transactions (account_id, id, project_id, version, identifier, email, email_key, name,
    format, fields, send_at)
  values (p_account_id, p_id, v_project, p_version, p_identifier, p_email, p_email_key, p_name,
    p_format, p_fields, v_due_at);
  insert into deliveries (account_id, source_kind, source_id, id, email, next_try_at)
  values (p_account_id, 3, v_project, p_id, p_email,
    case when v_due_at > v_now then v_due_at else v_now - interval '1 day' end);
  if v_due > v_due_at then
    update projects p set due = least(p.due, v_due_at)
    where p.account_id = p_account_id and p.id = v_project;
  end if;
end
$$;
