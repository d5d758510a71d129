-- version 1
-- Records the outcomes of many emails, and what mailbox providers said: settleDeliveries of
-- deliveries.sql. A function, since a cluster sends it whole to the node of the account, and runs a
-- statement that changes one table and inserts what it changed into another in steps.
-- Deletes finished claims before it changes the deliveries, as in recoverClaim. Answers how many
-- deliveries it changed: what providers said of others is not counted.
create or replace function settle_deliveries(
  p_account_id bigint, p_source_kind smallint, p_source_id bigint, p_done_claims uuid[],
  p_ids bigint[], p_states text[], p_replies text[], p_reasons text[], p_next_tries timestamptz[],
  p_tries int[], p_unspent int[], p_providers text[], p_outcomes text[], p_routes int[],
  p_provider_replies text[], p_part smallint, p_erased text
) returns int
  language plpgsql as $$
declare
  v_ids bigint[];
  v_said record;
begin
  delete from claims where account_id = p_account_id and id = any (p_done_claims);
  with settled as (
    update deliveries d set state = given.state, reason = given.reason,
      next_try_at = given.next_try_at,
      reply = case when d.email = p_erased then d.reply else coalesce(given.reply, d.reply) end,
      attempts = d.attempts - given.unspent, was_uncertain = d.was_uncertain
        or given.state = 'uncertain', changed_at = now()
    from unnest(p_ids, p_states, p_replies, p_reasons, p_next_tries, p_tries, p_unspent)
      as given (id, state, reply, reason, next_try_at, tries, unspent)
    where d.account_id = p_account_id and d.source_kind = p_source_kind
      and d.source_id = p_source_id and d.id = given.id
      and d.attempts = given.tries and d.state in ('claimed', 'handed over', 'uncertain')
    returning d.id)
  select array_agg(id) into v_ids from settled;
  for v_said in
    select given.provider, given.outcome, given.route, given.reply, count(*) as messages
    from unnest(p_ids, p_providers, p_outcomes, p_routes, p_provider_replies)
      as given (id, provider, outcome, route, reply)
    where given.outcome is not null and given.id = any (v_ids)
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
  loop
    insert into provider_days as p
      (account_id, day, provider, outcome, route_id, reply, part, messages)
    values (p_account_id, (now() at time zone 'utc')::date, v_said.provider, v_said.outcome,
      v_said.route, v_said.reply, p_part, v_said.messages)
    on conflict (account_id, day, provider, outcome, route_id, reply, part)
    do update set messages = p.messages + excluded.messages;
  end loop;
  return coalesce(cardinality(v_ids), 0);
end
$$;
