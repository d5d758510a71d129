-- version 11
-- Counts hits that have arrived and answers how many arrivals it took. Each hit is read once: all
-- that follows reads arrays with the columns of all arrivals.
create or replace function fold_hits(
  p_account_id bigint, p_most int, p_wait boolean, p_hold_seconds int
) returns int
  -- Plans are made while the tables are still empty.
  language plpgsql set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  v_taken bigint[];
  -- Of these, those that were not counted before.
  v_new bigint[];
  v_hidden bigint[];
  v_hidden_messages bigint[];
  -- The hits, in arrays of one length. Who is tracked anonymously has no delivery.
  v_ids bigint[];
  v_kinds text[];
  v_source_kinds smallint[];
  v_source_ids bigint[];
  v_deliveries bigint[];
  v_links int[];
  v_moments bigint[];
  v_verdicts text[];
  v_reasons text[];
  v_agents text[];
  v_networks text[];
  v_have_clicks boolean;
  v_have_suspects boolean;
  -- Emails that were opened or clicked in for the first time.
  v_first_kinds smallint[];
  v_first_sources bigint[];
  v_first_deliveries bigint[];
  v_first_views bigint[];
  v_first_clicks bigint[];
  -- Where a hit was before the first that was counted: the moment that the email was counted at.
  v_was_views bigint[];
  v_was_clicks bigint[];
  -- Where nobody had seen the open that a click implies: the moment of that click.
  v_implied bigint[];
  -- Links that were clicked for the first time in an email.
  v_link_kinds smallint[];
  v_link_sources bigint[];
  v_link_numbers int[];
  v_link_moments bigint[];
  v_link_deliveries bigint[];
  v_link_was bigint[];
  -- Hits by hour (counted from 1970) and link; link 0 stands for all links together.
  v_hours bigint[];
  v_hour_kinds text[];
  v_hour_source_kinds smallint[];
  v_hour_source_ids bigint[];
  v_hour_links int[];
  v_by_all bigint[];
  v_by_people bigint[];
  v_messages bigint[];
  v_firsts bigint[];
  v_lasts bigint[];
  -- Whether people may have said that they are not to be measured, and how each hit is recorded.
  v_checked boolean;
  v_measured text[];
  -- Emails with a click whose opens are not measured: the click implies none.
  v_unopened_kinds smallint[];
  v_unopened_sources bigint[];
  v_unopened_deliveries bigint[];
  v_due timestamptz := now() + p_hold_seconds * interval '1 second';
begin
  if p_wait then
    select array_agg(t.id) into v_taken from (
      select a.id from hit_arrivals a where a.account_id = p_account_id order by a.id limit p_most
        for update) t;
  else
    -- Only rows before the first that another worker has locked: while it counts an open, the click
    -- after it would count as a second one.
    with oldest as materialized (
      select a.id from hit_arrivals a where a.account_id = p_account_id order by a.id limit p_most),
    unlocked as materialized (
      select a.id from hit_arrivals a where a.account_id = p_account_id order by a.id limit p_most
        for update skip locked)
    select array_agg(u.id) into v_taken from unlocked u
    where u.id < all (select id from oldest except select id from unlocked);
  end if;
  if v_taken is null then return 0; end if;

  select t.measuring_checked into v_checked from tenants t where t.account_id = p_account_id;

  -- A batch that was sent twice, because nobody knew whether it had arrived, may have been counted
  -- in between: then its first hit is there, or another, if the first was not kept.
  select array_agg(a.id) into v_new from hit_arrivals a
  where a.account_id = p_account_id and a.id = any (v_taken) and not exists (
    select 1 from hits h where h.account_id = a.account_id and h.source_kind = a.source_kinds[1]
      and h.source_id = a.source_ids[1] and h.kind = a.kinds[1] and h.id = a.ids[1]
      and h.at = timestamptz 'epoch' + a.moments[1] * interval '1 millisecond')
    and not (v_checked and exists (
      select 1 from unnest(a.source_kinds, a.source_ids, a.kinds, a.ids, a.moments)
          as g (source_kind, source_id, kind, id, moment)
        join hits h on h.account_id = p_account_id and h.source_kind = g.source_kind
          and h.source_id = g.source_id and h.kind = g.kind and h.id = g.id
          and h.at = timestamptz 'epoch' + g.moment * interval '1 millisecond'));

  select array_agg(g.id), array_agg(g.kind), array_agg(g.source_kind), array_agg(g.source_id),
    array_agg(nullif(g.delivery_id, 0)), array_agg(g.link), array_agg(g.moment),
    array_agg(g.verdict),
    array_agg(g.reason), array_agg(g.agent), array_agg(g.network),
    bool_or(g.kind = 'click'), bool_or(g.kind = 'look' or (g.kind = 'click' and g.link = 0))
  into v_ids, v_kinds, v_source_kinds, v_source_ids, v_deliveries, v_links, v_moments, v_verdicts,
    v_reasons, v_agents, v_networks,
    v_have_clicks, v_have_suspects
  from hit_arrivals a,
    unnest(a.ids, a.kinds, a.source_kinds, a.source_ids, a.delivery_ids, a.link_numbers, a.moments,
      a.verdicts, a.reasons, a.agents, a.networks)
    as g (id, kind, source_kind, source_id, delivery_id, link, moment, verdict, reason, agent,
      network)
  where a.account_id = p_account_id and a.id = any (v_new);

  select array_agg(s.id) into v_hidden
  from sendings s join anonymous_lists l on l.account_id = s.account_id and l.list_id = s.list_id
  where s.account_id = p_account_id and s.created_at < l.until and s.id = any (v_source_ids);

  -- Of a sending whose people are removed no one is noted again.
  v_hidden := coalesce(v_hidden, '{}') || array(
    select c.sending_id from sending_counts c where c.account_id = p_account_id
      and c.sending_id = any (v_source_ids) and c.people_removed_at is not null);

  select array_agg(t.id) into v_hidden_messages
  from trigger_messages t join anonymous_lists l on l.account_id = t.account_id
    and l.list_id = t.list_id
  where t.account_id = p_account_id and t.created_at < l.until and t.id = any (v_source_ids);

  if v_hidden <> '{}' or v_hidden_messages is not null then
    select array_agg(case when (g.source_kind = 1 and g.source_id = any (coalesce(v_hidden, '{}')))
      or (g.source_kind = 2 and g.source_id = any (coalesce(v_hidden_messages, '{}'))) then null
        else g.delivery_id end order by g.n)
    into v_deliveries
    from unnest(v_source_kinds, v_source_ids, v_deliveries) with ordinality
      as g (source_kind, source_id, delivery_id, n);
  end if;

  -- Who declined leaves no hit; who is counted in total only, one that names nobody. The person's
  -- answer and the rule of now decide, also of emails that went out before. An email that was handed
  -- over unmeasured stays so: no rate counts it.
  if v_checked then
    select array_agg(case when g.kind = 'view' then m.opens else m.clicks end order by g.n),
      array_agg(g.source_kind) filter (where m.unopened),
      array_agg(g.source_id) filter (where m.unopened),
      array_agg(g.delivery_id) filter (where m.unopened)
    into v_measured, v_unopened_kinds, v_unopened_sources, v_unopened_deliveries
    from unnest(v_kinds, v_source_kinds, v_source_ids, v_deliveries) with ordinality
        as g (kind, source_kind, source_id, delivery_id, n)
      join tenants t on t.account_id = p_account_id
      left join deliveries d on d.account_id = p_account_id and d.source_kind = g.source_kind
        and d.source_id = g.source_id and d.id = g.delivery_id
      left join transactions x on g.source_kind = 3 and x.account_id = p_account_id
        and x.id = g.delivery_id
      left join subscribers s on s.account_id = p_account_id and s.id = g.delivery_id
        and g.source_kind < 3
      left join subscribers r on r.account_id = p_account_id and r.email_key = x.email_key
      cross join lateral (select
        measured_as(coalesce(s.opens_agreed, r.opens_agreed), t.unasked_opens) as opens,
        measured_as(coalesce(s.clicks_agreed, r.clicks_agreed), t.unasked_clicks) as clicks) a
      cross join lateral (select
        case when g.delivery_id is null then 'total' when a.opens <> 'person' then a.opens
          when d.opens_unmeasured or (s.id is null and g.source_kind < 3) then 'total'
          else 'person' end as opens,
        case when g.delivery_id is null then 'total' when a.clicks <> 'person' then a.clicks
          when d.clicks_unmeasured or (s.id is null and g.source_kind < 3) then 'total'
          else 'person' end as clicks) b
      cross join lateral (select b.opens, b.clicks,
        g.kind <> 'view' and b.clicks = 'person' and b.opens <> 'person' as unopened) m;
    if 'none' = any (v_measured) or 'total' = any (v_measured) then
      select array_agg(g.id order by g.n), array_agg(g.kind order by g.n),
        array_agg(g.source_kind order by g.n), array_agg(g.source_id order by g.n),
        array_agg(case when g.measured = 'person' then g.delivery_id end order by g.n),
        array_agg(g.link order by g.n), array_agg(g.moment order by g.n),
        array_agg(g.verdict order by g.n), array_agg(g.reason order by g.n),
        array_agg(g.agent order by g.n), array_agg(g.network order by g.n)
      into v_ids, v_kinds, v_source_kinds, v_source_ids, v_deliveries, v_links, v_moments,
        v_verdicts, v_reasons, v_agents, v_networks
      from unnest(v_ids, v_kinds, v_source_kinds, v_source_ids, v_deliveries, v_links, v_moments,
          v_verdicts, v_reasons, v_agents, v_networks, v_measured) with ordinality
        as g (id, kind, source_kind, source_id, delivery_id, link, moment, verdict, reason, agent,
          network, measured, n)
      where g.measured <> 'none';
    end if;
  end if;

  insert into hits (account_id, source_kind, source_id, kind, at, id, delivery_id, link, verdict,
    reason, agent, network)
  select t.account_id, g.source_kind, g.source_id, g.kind,
    timestamptz 'epoch' + g.moment * interval '1 millisecond', g.id,
    g.delivery_id, g.link, g.verdict, g.reason, g.agent, g.network
  from tenants t,
    unnest(v_ids, v_kinds, v_source_kinds, v_source_ids, v_deliveries, v_links, v_moments,
      v_verdicts, v_reasons, v_agents, v_networks)
    as g (id, kind, source_kind, source_id, delivery_id, link, moment, verdict, reason, agent,
      network)
  where t.account_id = p_account_id and g.kind <> 'look';

  -- The planner takes arrays for short, and would compare each row with each.
  perform set_config('enable_nestloop', 'off', true);

  with given as (
    select g.source_kind, g.source_id, g.delivery_id,
      count(*) filter (where g.kind = 'view') as views,
      count(*) filter (where g.kind = 'click') as clicks,
      min(g.moment) filter (where g.kind = 'view') as first_view,
        max(g.moment) filter (where g.kind = 'view') as last_view,
      min(g.moment) filter (where g.kind = 'click') as first_click,
        max(g.moment) filter (where g.kind = 'click') as last_click
    from unnest(v_kinds, v_source_kinds, v_source_ids, v_deliveries, v_moments, v_verdicts)
      as g (kind, source_kind, source_id, delivery_id, moment, verdict)
    where g.kind <> 'look' and by_person(g.verdict) and g.delivery_id is not null
    group by 1, 2, 3),
  saved as (
    insert into engagements as e (account_id, source_kind, source_id, delivery_id,
      views, first_view_at, last_view_at, clicks, first_click_at, last_click_at)
    select t.account_id, g.source_kind, g.source_id, g.delivery_id,
      g.views, timestamptz 'epoch' + g.first_view * interval '1 millisecond',
        timestamptz 'epoch' + g.last_view * interval '1 millisecond',
      g.clicks, timestamptz 'epoch' + g.first_click * interval '1 millisecond',
        timestamptz 'epoch' + g.last_click * interval '1 millisecond'
    from tenants t, given g where t.account_id = p_account_id
    order by g.source_kind, g.source_id, g.delivery_id
    on conflict (account_id, source_kind, source_id, delivery_id) do update set
      views = e.views + excluded.views,
      -- The first of earlier batches is returned; that of a late hit is set below.
      first_view_at = coalesce(e.first_view_at, excluded.first_view_at),
      last_view_at = greatest(e.last_view_at, excluded.last_view_at),
      clicks = e.clicks + excluded.clicks,
      first_click_at = coalesce(e.first_click_at, excluded.first_click_at),
      last_click_at = greatest(e.last_click_at, excluded.last_click_at)
    returning source_kind, source_id, delivery_id, views, clicks,
      (extract(epoch from first_view_at - timestamptz 'epoch') * 1000)::bigint as was_view,
      (extract(epoch from first_click_at - timestamptz 'epoch') * 1000)::bigint as was_click),
  news as (
    -- Where a count is now what was added to it, it was nothing before. A hit before the first one
    -- is the new first one.
    select s.source_kind, s.source_id, s.delivery_id,
      case when g.first_view < s.was_view then g.first_view
        when s.views = g.views and (g.views > 0 or g.clicks > 0)
        then coalesce(g.first_view, case when u.yes is null then g.first_click end)
        end as new_view,
      case when g.first_click < s.was_click or (g.clicks > 0 and s.clicks = g.clicks)
        then g.first_click end as new_click,
      case when s.views = 0 and u.yes is null then g.first_click end as implied,
      case when g.first_view < s.was_view then s.was_view end as was_view,
      case when g.first_click < s.was_click then s.was_click end as was_click
    from saved s join given g using (source_kind, source_id, delivery_id)
      left join (
        select distinct q.source_kind, q.source_id, q.delivery_id, true as yes
        from unnest(v_unopened_kinds, v_unopened_sources, v_unopened_deliveries)
          as q (source_kind, source_id, delivery_id)) u
        using (source_kind, source_id, delivery_id))
  select array_agg(n.source_kind), array_agg(n.source_id), array_agg(n.delivery_id),
    array_agg(n.new_view), array_agg(n.new_click), array_agg(n.implied),
    array_agg(n.was_view), array_agg(n.was_click)
  into v_first_kinds, v_first_sources, v_first_deliveries, v_first_views, v_first_clicks, v_implied,
    v_was_views, v_was_clicks
  from news n where n.new_view is not null or n.new_click is not null;

  if v_have_clicks then
    -- A click implies an open, of the click's id.
    insert into hits (account_id, source_kind, source_id, kind, at, id, delivery_id, link, verdict,
      reason)
    select distinct on (g.source_kind, g.source_id, g.delivery_id)
      t.account_id, g.source_kind, g.source_id, 'view',
        timestamptz 'epoch' + g.moment * interval '1 millisecond', g.id, g.delivery_id, 0,
      'person', 'click'
    from tenants t,
      unnest(v_first_kinds, v_first_sources, v_first_deliveries, v_implied)
        as n (source_kind, source_id, delivery_id, moment)
      join unnest(v_ids, v_kinds, v_source_kinds, v_source_ids, v_deliveries, v_moments, v_verdicts)
        as g (id, kind, source_kind, source_id, delivery_id, moment, verdict)
          using (source_kind, source_id, delivery_id, moment)
    where t.account_id = p_account_id and g.kind = 'click' and by_person(g.verdict)
    order by g.source_kind, g.source_id, g.delivery_id, g.id;

    with given as (
      select g.source_kind, g.source_id, g.link, g.delivery_id, count(*) as clicks,
        min(g.moment) as first_click, max(g.moment) as last_click
      from unnest(v_kinds, v_source_kinds, v_source_ids, v_deliveries, v_links, v_moments,
        v_verdicts)
        as g (kind, source_kind, source_id, delivery_id, link, moment, verdict)
      where g.kind = 'click' and g.link > 0 and by_person(g.verdict)
        and g.delivery_id is not null
      group by 1, 2, 3, 4),
    saved as (
      insert into clicked_links as c
        (account_id, source_kind, source_id, link, delivery_id, clicks, first_click_at, last_click_at)
      select t.account_id, g.source_kind, g.source_id, g.link, g.delivery_id, g.clicks,
        timestamptz 'epoch' + g.first_click * interval '1 millisecond',
          timestamptz 'epoch' + g.last_click * interval '1 millisecond'
      from tenants t, given g where t.account_id = p_account_id
      order by g.source_kind, g.source_id, g.link, g.delivery_id
      on conflict (account_id, source_kind, source_id, link, delivery_id) do update set
        clicks = c.clicks + excluded.clicks,
        first_click_at = coalesce(c.first_click_at, excluded.first_click_at),
        last_click_at = greatest(c.last_click_at, excluded.last_click_at)
      returning source_kind, source_id, link, delivery_id, clicks,
        (extract(epoch from first_click_at - timestamptz 'epoch') * 1000)::bigint as was)
    select array_agg(g.source_kind), array_agg(g.source_id), array_agg(g.link),
      array_agg(g.first_click), array_agg(g.delivery_id),
      array_agg(case when g.first_click < s.was then s.was end)
    into v_link_kinds, v_link_sources, v_link_numbers, v_link_moments, v_link_deliveries, v_link_was
    from saved s join given g using (source_kind, source_id, link, delivery_id)
      where s.clicks = g.clicks or g.first_click < s.was;
  end if;

  perform set_config('enable_nestloop', 'on', true);

  if v_have_clicks then
    update engagements e set views = 1, first_view_at = to_timestamp(n.moment / 1000.0),
      last_view_at = to_timestamp(n.moment / 1000.0)
    from unnest(v_first_kinds, v_first_sources, v_first_deliveries, v_implied)
      as n (source_kind, source_id, delivery_id, moment)
    where e.account_id = p_account_id and n.moment is not null
      and e.source_kind = n.source_kind and e.source_id = n.source_id
        and e.delivery_id = n.delivery_id;
  end if;

  -- Late hits: the email moves to the hour of its new first hit (below, with all counts).
  if exists (select from unnest(v_was_views || v_was_clicks || v_link_was) w where w is not null) then
    update engagements e set
      first_view_at = least(e.first_view_at, to_timestamp(n.new_view / 1000.0)),
      first_click_at = least(e.first_click_at, to_timestamp(n.new_click / 1000.0))
    from unnest(v_first_kinds, v_first_sources, v_first_deliveries, v_first_views, v_first_clicks,
        v_was_views, v_was_clicks)
      as n (source_kind, source_id, delivery_id, new_view, new_click, was_view, was_click)
    where e.account_id = p_account_id and (n.was_view is not null or n.was_click is not null)
      and e.source_kind = n.source_kind and e.source_id = n.source_id
        and e.delivery_id = n.delivery_id;
    update clicked_links c
      set first_click_at = to_timestamp(n.moment / 1000.0)
    from unnest(v_link_kinds, v_link_sources, v_link_numbers, v_link_deliveries, v_link_moments,
        v_link_was) as n (source_kind, source_id, link, delivery_id, moment, was)
    where c.account_id = p_account_id and n.was is not null and c.source_kind = n.source_kind
      and c.source_id = n.source_id and c.link = n.link and c.delivery_id = n.delivery_id;
  end if;

  with facts as (
    select g.source_kind, g.source_id, g.kind, g.link, g.moment, 1 as by_all,
      case when by_person(g.verdict) then 1 else 0 end as by_people, 0 as messages
    from unnest(v_kinds, v_source_kinds, v_source_ids, v_links, v_moments, v_verdicts)
      as g (kind, source_kind, source_id, link, moment, verdict)
    where g.kind <> 'look'
    union all
    select n.source_kind, n.source_id, 'view', 0, n.new_view,
      case when n.implied is null then 0 else 1 end,
      case when n.implied is null then 0 else 1 end, 1
    from unnest(v_first_kinds, v_first_sources, v_first_views, v_implied)
      as n (source_kind, source_id, new_view, implied) where n.new_view is not null
    union all
    select n.source_kind, n.source_id, 'click', 0, n.new_click, 0, 0, 1
    from unnest(v_first_kinds, v_first_sources, v_first_clicks)
      as n (source_kind, source_id, new_click) where n.new_click is not null
    union all
    select n.source_kind, n.source_id, 'click', n.link, n.moment, 0, 0, 1
    from unnest(v_link_kinds, v_link_sources, v_link_numbers, v_link_moments)
      as n (source_kind, source_id, link, moment)
    union all
    select n.source_kind, n.source_id, n.kind, n.link, n.was, 0, 0, -1
    from (
      select source_kind, source_id, 'view', 0, was
        from unnest(v_first_kinds, v_first_sources, v_was_views) as v (source_kind, source_id, was)
      union all
      select source_kind, source_id, 'click', 0, was
        from unnest(v_first_kinds, v_first_sources, v_was_clicks) as k (source_kind, source_id, was)
      union all
      select source_kind, source_id, 'click', link, was
        from unnest(v_link_kinds, v_link_sources, v_link_numbers, v_link_was)
          as l (source_kind, source_id, link, was)) as n (source_kind, source_id, kind, link, was)
    where n.was is not null),
  counted as (
    select source_kind, source_id, kind, link, moment / 3600000 as hour, sum(by_all) as by_all,
      sum(by_people) as by_people, sum(messages) as messages,
      min(moment) filter (where by_people > 0) as first,
      max(moment) filter (where by_people > 0) as last
    from facts group by 1, 2, 3, 4, 5),
  both_links as (
    select source_kind, source_id, kind, link, hour, by_all, by_people, messages, first, last
      from counted
    union all
    select source_kind, source_id, kind, 0, hour, by_all, by_people, 0, first, last from counted
      where kind = 'click' and link > 0 and by_all > 0)
  select array_agg(b.source_kind), array_agg(b.source_id), array_agg(b.kind), array_agg(b.link),
    array_agg(b.hour), array_agg(b.by_all), array_agg(b.by_people), array_agg(b.messages),
    array_agg(b.first), array_agg(b.last)
  into v_hour_source_kinds, v_hour_source_ids, v_hour_kinds, v_hour_links, v_hours, v_by_all,
    v_by_people, v_messages, v_firsts, v_lasts
  from both_links b;

  -- Every hour first, then the totals; only the order of the locks matters, and it is the same for
  -- all.
  insert into hit_hours as o
    (account_id, source_kind, source_id, hour, kind, link, by_all, by_people, messages)
  select t.account_id, c.source_kind, c.source_id,
    timestamptz 'epoch' + c.hour * interval '1 hour' as hour, c.kind, c.link,
    sum(c.by_all), sum(c.by_people), sum(c.messages)
  from tenants t,
    unnest(v_hour_source_kinds, v_hour_source_ids, v_hour_kinds, v_hour_links, v_hours, v_by_all,
      v_by_people, v_messages)
    as c (source_kind, source_id, kind, link, hour, by_all, by_people, messages)
  where t.account_id = p_account_id group by 1, 2, 3, 4, 5, 6 order by 2, 3, 4, 5, 6
  on conflict (account_id, source_kind, source_id, hour, kind, link) do update
    set by_all = o.by_all + excluded.by_all, by_people = o.by_people + excluded.by_people,
      messages = o.messages + excluded.messages;

  insert into hit_totals as o
    (account_id, source_kind, source_id, kind, link, by_all, by_people, messages, first_at, last_at)
  select t.account_id, c.source_kind, c.source_id, c.kind, c.link, sum(c.by_all), sum(c.by_people),
    sum(c.messages),
    timestamptz 'epoch' + min(c.first) * interval '1 millisecond',
      timestamptz 'epoch' + max(c.last) * interval '1 millisecond'
  from tenants t,
    unnest(v_hour_source_kinds, v_hour_source_ids, v_hour_kinds, v_hour_links, v_by_all,
      v_by_people, v_messages, v_firsts, v_lasts)
    as c (source_kind, source_id, kind, link, by_all, by_people, messages, first, last)
  where t.account_id = p_account_id group by 1, 2, 3, 4, 5 order by 2, 3, 4, 5
  on conflict (account_id, source_kind, source_id, kind, link) do update
    set by_all = o.by_all + excluded.by_all, by_people = o.by_people + excluded.by_people,
      messages = o.messages + excluded.messages,
      first_at = least(o.first_at, excluded.first_at),
      last_at = greatest(o.last_at, excluded.last_at);

  -- A HEAD, the trap, and many clicks in one email.
  if v_have_clicks or v_have_suspects then
    insert into hit_suspicions as s (account_id, source_kind, source_id, delivery_id, reason,
      from_at, until_at, agent, network, due)
    select distinct on (t.account_id, g.source_kind, g.source_id, g.delivery_id, g.reason)
      t.account_id, g.source_kind, g.source_id, g.delivery_id, g.reason,
      timestamptz 'epoch' + g.first * interval '1 millisecond',
      timestamptz 'epoch' + g.last * interval '1 millisecond', g.agent, g.network, v_due
    from tenants t, (
      select g.source_kind, g.source_id, g.delivery_id,
        case when g.kind = 'look' then 'head' else 'trap' end as reason,
        g.moment as first, g.moment as last, g.agent, g.network
      from unnest(v_kinds, v_source_kinds, v_source_ids, v_deliveries, v_links, v_moments,
        v_agents, v_networks)
        as g (kind, source_kind, source_id, delivery_id, link, moment, agent, network)
      where v_have_suspects and g.delivery_id is not null
        and (g.kind = 'look' or (g.kind = 'click' and g.link = 0))
      union all
      select e.source_kind, e.source_id, e.delivery_id, 'sweep', c.first, c.last, '', ''
      from (
        select g.source_kind, g.source_id, g.delivery_id,
          min(g.moment) as first, max(g.moment) as last
        from unnest(v_kinds, v_source_kinds, v_source_ids, v_deliveries, v_moments, v_verdicts)
          as g (kind, source_kind, source_id, delivery_id, moment, verdict)
        where g.kind = 'click' and by_person(g.verdict)
          and g.delivery_id is not null
        group by 1, 2, 3) c
        join engagements e on e.account_id = p_account_id and e.source_kind = c.source_kind
          and e.source_id = c.source_id and e.delivery_id = c.delivery_id
      where e.clicks >= 3) g
    where t.account_id = p_account_id order by 1, 2, 3, 4, 5
    on conflict (account_id, source_kind, source_id, delivery_id, reason) do update
      set from_at = least(s.from_at, excluded.from_at),
        until_at = greatest(s.until_at, excluded.until_at),
        -- The hold begins again with each sign. Bounded: some machines never end.
        -- By functions that are immutable: a cluster takes no others here.
        due = greatest(s.due, least(excluded.due,
          to_timestamp(extract(epoch from s.from_at - timestamptz 'epoch') + 40)));
  end if;

  delete from hit_arrivals a where a.account_id = p_account_id and a.id = any (v_taken);
  return array_length(v_taken, 1);
end $$;
