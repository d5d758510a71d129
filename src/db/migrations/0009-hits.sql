-- Hits: opens and clicks as they came, what each was judged to be, and the counts kept up to date with them. docs/decisions/0019-hits.md tells
-- which table answers which question.

-- Lists whose letters are tracked without keeping who it was. A sending made before `until` stays anonymous for good.
create table anonymous_lists (
  account_id bigint not null,
  list_id int not null,
  until timestamptz not null default 'infinity',
  primary key (account_id, list_id)
);

-- The links of a sending, a trigger step or a transaction project, as written in the newsletter; kept when its letters are made.
create table links (
  account_id bigint not null,
  source_kind smallint not null check (source_kind in (1, 2, 3)),
  source_id bigint not null,
  number int not null,
  target text not null,
  primary key (account_id, source_kind, source_id, number)
);

-- Hits as they were answered, some dozens a row, until fold_hits() takes them over: durable at once, counted a moment later.
-- `id` is that of the first hit. The arrays are of one length; moments are milliseconds since 1970.
create table hit_arrivals (
  account_id bigint not null,
  id bigint not null,
  arrived_at timestamptz not null default now(),
  ids bigint[] not null,
  kinds text[] not null,
  source_kinds smallint[] not null,
  source_ids bigint[] not null,
  delivery_ids bigint[] not null,
  link_numbers int[] not null,
  moments bigint[] not null,
  verdicts text[] not null,
  reasons text[] not null,
  agents text[] not null,
  networks text[] not null,
  primary key (account_id, id)
);

-- One open or click. A click of a person who has not been seen to open the letter has an open beside it, of the same id, reason "click".
create table hits (
  account_id bigint not null,
  source_kind smallint not null,
  source_id bigint not null,
  kind text not null check (kind in ('view', 'click')),
  at timestamptz not null,
  id bigint not null,
  -- Null: tracked anonymously.
  delivery_id bigint,
  -- 0: the pixel, or the trap.
  link int not null default 0,
  verdict text not null check (verdict in ('person', 'image proxy', 'privacy prefetch', 'scanner')),
  reason text not null,
  -- Kinds of programs and networks; neither user agent nor address is kept.
  agent text not null default '',
  network text not null default '',
  primary key (account_id, source_kind, source_id, kind, at, id)
) partition by range (at);

create index hits_of_delivery on hits (account_id, source_kind, source_id, delivery_id) where delivery_id is not null;

-- Workers make the months ahead; what has no month yet lies here.
create table hits_default partition of hits default;

-- What people did with one letter.
create table engagements (
  account_id bigint not null,
  source_kind smallint not null,
  source_id bigint not null,
  delivery_id bigint not null,
  views int not null default 0,
  first_view_at timestamptz,
  last_view_at timestamptz,
  clicks int not null default 0,
  first_click_at timestamptz,
  last_click_at timestamptz,
  primary key (account_id, source_kind, source_id, delivery_id)
) with (fillfactor = 80);

-- Of sendings and triggers the delivery is the subscriber: everything that one person did.
create index engagements_of_person on engagements (account_id, delivery_id) where source_kind in (1, 2);

-- Which links of a letter people clicked.
create table clicked_links (
  account_id bigint not null,
  source_kind smallint not null,
  source_id bigint not null,
  link int not null,
  delivery_id bigint not null,
  clicks int not null default 0,
  first_click_at timestamptz not null,
  last_click_at timestamptz not null,
  primary key (account_id, source_kind, source_id, link, delivery_id)
) with (fillfactor = 80);

create index clicked_links_of_person on clicked_links (account_id, delivery_id) where source_kind in (1, 2);

-- Counts of a sending: kind "view", and kind "click" for each link and, as link 0, for all of them. `by_people` and `letters` are those of
-- people, `letters` each letter once; `by_all` has the machines too. Tracked anonymously, `letters` stays 0.
create table hit_totals (
  account_id bigint not null,
  source_kind smallint not null,
  source_id bigint not null,
  kind text not null check (kind in ('view', 'click')),
  link int not null,
  by_all bigint not null default 0,
  by_people bigint not null default 0,
  letters bigint not null default 0,
  first_at timestamptz,
  last_at timestamptz,
  primary key (account_id, source_kind, source_id, kind, link)
) with (fillfactor = 50);

-- The same by hour (UTC); `letters` are those whose first time it was.
create table hit_hours (
  account_id bigint not null,
  source_kind smallint not null,
  source_id bigint not null,
  hour timestamptz not null,
  kind text not null check (kind in ('view', 'click')),
  link int not null,
  by_all bigint not null default 0,
  by_people bigint not null default 0,
  letters bigint not null default 0,
  primary key (account_id, source_kind, source_id, hour, kind, link)
) with (fillfactor = 50);

-- Letters to be looked at once more when the hold is over: many clicks at once, a HEAD before the GET, the trap followed.
create table hit_suspicions (
  account_id bigint not null,
  source_kind smallint not null,
  source_id bigint not null,
  delivery_id bigint not null,
  reason text not null check (reason in ('sweep', 'head', 'trap', 'flood')),
  from_at timestamptz not null,
  until_at timestamptz not null,
  agent text not null,
  network text not null,
  due timestamptz not null,
  primary key (account_id, source_kind, source_id, delivery_id, reason)
);

create index hit_suspicions_due on hit_suspicions (due);

-- What was bought after a click. `key` says what is counted once: an order of the account, or, without an order number, a click.
create table conversions (
  account_id bigint not null,
  key text not null,
  at timestamptz not null default now(),
  source_kind smallint not null,
  source_id bigint not null,
  link int not null,
  -- Null: tracked anonymously.
  delivery_id bigint,
  clicked_at timestamptz not null,
  order_number text not null default '',
  value numeric not null,
  -- ISO 4217, or empty.
  currency text not null default '',
  primary key (account_id, key)
);

create index conversions_of_source on conversions (account_id, source_kind, source_id, at);

create table conversion_totals (
  account_id bigint not null,
  source_kind smallint not null,
  source_id bigint not null,
  link int not null,
  currency text not null,
  closures bigint not null default 0,
  value numeric not null default 0,
  primary key (account_id, source_kind, source_id, link, currency)
);

-- What programs show when they report conversions from server to server. The key itself is known to nobody but them.
create table conversion_keys (
  account_id bigint not null,
  hash text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, hash)
);

-- Takes over up to so many rows of arrivals, each once, in one transaction: the hits, what people did, and all counts. Rows are locked in one
-- order by all: engagements, clicked links, totals, hours, each sorted. Without `p_wait`, what another one has in hand is left to it.
-- Letters of sendings and triggers (whose tables come with a later migration) to a list that is tracked anonymously name nobody. Answers how many
-- rows of arrivals it took.
create function fold_hits(p_account_id bigint, p_most int, p_wait boolean, p_hold_seconds int) returns int
  -- Plans are made while the tables are still empty.
  language plpgsql set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  v_taken bigint[];
  v_new bigint[];
  v_hidden bigint[];
  v_hidden_letters bigint[];
  v_kinds smallint[];
  v_sources bigint[];
  v_deliveries bigint[];
  v_new_view timestamptz[];
  v_new_click timestamptz[];
  v_implied bigint[];
  v_link_kinds smallint[];
  v_link_sources bigint[];
  v_links int[];
  v_link_moments timestamptz[];
  v_due timestamptz := now() + p_hold_seconds * interval '1 second';
begin
  if p_wait then
    select array_agg(t.id) into v_taken from (
      select a.id from hit_arrivals a where a.account_id = p_account_id order by a.id limit p_most for update) t;
  else
    select array_agg(t.id) into v_taken from (
      select a.id from hit_arrivals a where a.account_id = p_account_id order by a.id limit p_most for update skip locked) t;
  end if;
  if v_taken is null then return 0; end if;

  -- A batch that was sent twice, because nobody knew whether it had arrived, may have been taken over in between.
  select array_agg(a.id) into v_new from hit_arrivals a
  where a.account_id = p_account_id and a.id = any (v_taken) and not exists (
    select 1 from hits h where h.account_id = a.account_id and h.source_kind = a.source_kinds[1] and h.source_id = a.source_ids[1]
      and h.kind = a.kinds[1] and h.at = timestamptz 'epoch' + a.moments[1] * interval '1 millisecond' and h.id = a.ids[1]);

  select array_agg(s.id) into v_hidden
  from sendings s join anonymous_lists l on l.account_id = s.account_id and l.list_id = s.list_id
  where s.account_id = p_account_id and s.created_at < l.until and s.id in (
    select unnest(a.source_ids) from hit_arrivals a where a.account_id = p_account_id and a.id = any (v_new));
  v_hidden := coalesce(v_hidden, '{}');

  select array_agg(t.id) into v_hidden_letters
  from trigger_letters t join anonymous_lists l on l.account_id = t.account_id and l.list_id = t.list_id
  where t.account_id = p_account_id and t.created_at < l.until and t.id in (
    select unnest(a.source_ids) from hit_arrivals a where a.account_id = p_account_id and a.id = any (v_new));
  v_hidden_letters := coalesce(v_hidden_letters, '{}');

  insert into hits (account_id, source_kind, source_id, kind, at, id, delivery_id, link, verdict, reason, agent, network)
  select a.account_id, g.source_kind, g.source_id, g.kind, timestamptz 'epoch' + g.moment * interval '1 millisecond', g.id,
    case when (g.source_kind = 1 and g.source_id = any (v_hidden)) or (g.source_kind = 2 and g.source_id = any (v_hidden_letters)) then null else g.delivery_id end, g.link, g.verdict, g.reason, g.agent, g.network
  from hit_arrivals a, unnest(a.ids, a.kinds, a.source_kinds, a.source_ids, a.delivery_ids, a.link_numbers, a.moments, a.verdicts, a.reasons, a.agents, a.networks)
    as g (id, kind, source_kind, source_id, delivery_id, link, moment, verdict, reason, agent, network)
  where a.account_id = p_account_id and a.id = any (v_new) and g.kind <> 'look';

  -- The planner takes arrays for short, and would compare each row with each.
  perform set_config('enable_nestloop', 'off', true);

  with given as (
    select g.source_kind, g.source_id, g.delivery_id, (array_agg(g.id order by g.moment, g.id) filter (where g.kind = 'click'))[1] as click_id,
      count(*) filter (where g.kind = 'view') as views, count(*) filter (where g.kind = 'click') as clicks,
      timestamptz 'epoch' + min(g.moment) filter (where g.kind = 'view') * interval '1 millisecond' as first_view,
      timestamptz 'epoch' + max(g.moment) filter (where g.kind = 'view') * interval '1 millisecond' as last_view,
      timestamptz 'epoch' + min(g.moment) filter (where g.kind = 'click') * interval '1 millisecond' as first_click,
      timestamptz 'epoch' + max(g.moment) filter (where g.kind = 'click') * interval '1 millisecond' as last_click
    from hit_arrivals a, unnest(a.ids, a.kinds, a.source_kinds, a.source_ids, a.delivery_ids, a.moments, a.verdicts)
      as g (id, kind, source_kind, source_id, delivery_id, moment, verdict)
    where a.account_id = p_account_id and a.id = any (v_new) and g.kind <> 'look' and g.verdict in ('person', 'image proxy')
      and not (g.source_kind = 1 and g.source_id = any (v_hidden)) and not (g.source_kind = 2 and g.source_id = any (v_hidden_letters))
    group by 1, 2, 3),
  saved as (
    insert into engagements as e (account_id, source_kind, source_id, delivery_id, views, first_view_at, last_view_at, clicks, first_click_at, last_click_at)
    select t.account_id, g.source_kind, g.source_id, g.delivery_id, g.views, g.first_view, g.last_view, g.clicks, g.first_click, g.last_click
    from tenants t, given g where t.account_id = p_account_id order by g.source_kind, g.source_id, g.delivery_id
    on conflict (account_id, source_kind, source_id, delivery_id) do update set
      views = e.views + excluded.views, first_view_at = least(e.first_view_at, excluded.first_view_at), last_view_at = greatest(e.last_view_at, excluded.last_view_at),
      clicks = e.clicks + excluded.clicks, first_click_at = least(e.first_click_at, excluded.first_click_at), last_click_at = greatest(e.last_click_at, excluded.last_click_at)
    returning source_kind, source_id, delivery_id, views, clicks),
  news as (
    -- Where a count is now what was added to it, it was nothing before.
    select s.source_kind, s.source_id, s.delivery_id,
      case when s.views = g.views and (g.views > 0 or g.clicks > 0) then coalesce(g.first_view, g.first_click) end as new_view,
      case when g.clicks > 0 and s.clicks = g.clicks then g.first_click end as new_click,
      case when s.views = 0 then g.click_id end as implied
    from saved s join given g using (source_kind, source_id, delivery_id))
  select array_agg(n.source_kind), array_agg(n.source_id), array_agg(n.delivery_id), array_agg(n.new_view), array_agg(n.new_click), array_agg(n.implied)
  into v_kinds, v_sources, v_deliveries, v_new_view, v_new_click, v_implied
  from news n where n.new_view is not null or n.new_click is not null;

  perform set_config('enable_nestloop', 'on', true);

  -- A click implies an open.
  update engagements e set views = 1, first_view_at = n.moment, last_view_at = n.moment
  from unnest(v_kinds, v_sources, v_deliveries, v_new_view, v_implied) as n (source_kind, source_id, delivery_id, moment, implied)
  where e.account_id = p_account_id and n.implied is not null and e.source_kind = n.source_kind and e.source_id = n.source_id and e.delivery_id = n.delivery_id;

  insert into hits (account_id, source_kind, source_id, kind, at, id, delivery_id, link, verdict, reason)
  select t.account_id, n.source_kind, n.source_id, 'view', n.moment, n.implied, n.delivery_id, 0, 'person', 'click'
  from tenants t, unnest(v_kinds, v_sources, v_deliveries, v_new_view, v_implied) as n (source_kind, source_id, delivery_id, moment, implied)
  where t.account_id = p_account_id and n.implied is not null;

  perform set_config('enable_nestloop', 'off', true);

  with given as (
    select g.source_kind, g.source_id, g.link, g.delivery_id, count(*) as clicks,
      timestamptz 'epoch' + min(g.moment) * interval '1 millisecond' as first_click, timestamptz 'epoch' + max(g.moment) * interval '1 millisecond' as last_click
    from hit_arrivals a, unnest(a.kinds, a.source_kinds, a.source_ids, a.delivery_ids, a.link_numbers, a.moments, a.verdicts)
      as g (kind, source_kind, source_id, delivery_id, link, moment, verdict)
    where a.account_id = p_account_id and a.id = any (v_new) and g.kind = 'click' and g.link > 0 and g.verdict in ('person', 'image proxy')
      and not (g.source_kind = 1 and g.source_id = any (v_hidden)) and not (g.source_kind = 2 and g.source_id = any (v_hidden_letters))
    group by 1, 2, 3, 4),
  saved as (
    insert into clicked_links as c (account_id, source_kind, source_id, link, delivery_id, clicks, first_click_at, last_click_at)
    select t.account_id, g.source_kind, g.source_id, g.link, g.delivery_id, g.clicks, g.first_click, g.last_click
    from tenants t, given g where t.account_id = p_account_id order by g.source_kind, g.source_id, g.link, g.delivery_id
    on conflict (account_id, source_kind, source_id, link, delivery_id) do update set clicks = c.clicks + excluded.clicks,
      first_click_at = least(c.first_click_at, excluded.first_click_at), last_click_at = greatest(c.last_click_at, excluded.last_click_at)
    returning source_kind, source_id, link, delivery_id, clicks)
  select array_agg(g.source_kind), array_agg(g.source_id), array_agg(g.link), array_agg(g.first_click)
  into v_link_kinds, v_link_sources, v_links, v_link_moments
  from saved s join given g using (source_kind, source_id, link, delivery_id) where s.clicks = g.clicks;

  perform set_config('enable_nestloop', 'on', true);

  -- Every hour first, then from the same rows the totals; only the order of the locks matters, and it is the same for all.
  with facts as (
    select g.source_kind, g.source_id, g.kind, g.link, timestamptz 'epoch' + g.moment * interval '1 millisecond' as at, 1 as by_all,
      case when g.verdict in ('person', 'image proxy') then 1 else 0 end as by_people, 0 as letters
    from hit_arrivals a, unnest(a.kinds, a.source_kinds, a.source_ids, a.link_numbers, a.moments, a.verdicts) as g (kind, source_kind, source_id, link, moment, verdict)
    where a.account_id = p_account_id and a.id = any (v_new) and g.kind <> 'look'
    union all
    select n.source_kind, n.source_id, 'view', 0, n.new_view, case when n.implied is null then 0 else 1 end, case when n.implied is null then 0 else 1 end, 1
    from unnest(v_kinds, v_sources, v_new_view, v_implied) as n (source_kind, source_id, new_view, implied) where n.new_view is not null
    union all
    select n.source_kind, n.source_id, 'click', 0, n.new_click, 0, 0, 1
    from unnest(v_kinds, v_sources, v_new_click) as n (source_kind, source_id, new_click) where n.new_click is not null
    union all
    select n.source_kind, n.source_id, 'click', n.link, n.at, 0, 0, 1
    from unnest(v_link_kinds, v_link_sources, v_links, v_link_moments) as n (source_kind, source_id, link, at)),
  both_links as (
    select source_kind, source_id, kind, link, at, by_all, by_people, letters from facts
    union all
    select source_kind, source_id, kind, 0, at, by_all, by_people, 0 from facts where kind = 'click' and link > 0 and by_all > 0),
  hours as (
    insert into hit_hours as o (account_id, source_kind, source_id, hour, kind, link, by_all, by_people, letters)
    select t.account_id, f.source_kind, f.source_id, date_trunc('hour', f.at, 'UTC') as hour, f.kind, f.link, sum(f.by_all), sum(f.by_people), sum(f.letters)
    from tenants t, both_links f where t.account_id = p_account_id group by 1, 2, 3, 4, 5, 6 order by 2, 3, 4, 5, 6
    on conflict (account_id, source_kind, source_id, hour, kind, link) do update
      set by_all = o.by_all + excluded.by_all, by_people = o.by_people + excluded.by_people, letters = o.letters + excluded.letters
    returning 1),
  finished as (select count(*) as hours from hours)
  insert into hit_totals as o (account_id, source_kind, source_id, kind, link, by_all, by_people, letters, first_at, last_at)
  select t.account_id, f.source_kind, f.source_id, f.kind, f.link, sum(f.by_all), sum(f.by_people), sum(f.letters),
    min(f.at) filter (where f.by_people > 0), max(f.at) filter (where f.by_people > 0)
  from tenants t, finished n, both_links f where t.account_id = p_account_id and n.hours > 0 group by 1, 2, 3, 4, 5 order by 2, 3, 4, 5
  on conflict (account_id, source_kind, source_id, kind, link) do update
    set by_all = o.by_all + excluded.by_all, by_people = o.by_people + excluded.by_people, letters = o.letters + excluded.letters,
      first_at = least(o.first_at, excluded.first_at), last_at = greatest(o.last_at, excluded.last_at);

  insert into hit_suspicions as s (account_id, source_kind, source_id, delivery_id, reason, from_at, until_at, agent, network, due)
  select distinct on (t.account_id, g.source_kind, g.source_id, g.delivery_id, g.reason) t.account_id, g.source_kind, g.source_id, g.delivery_id, g.reason,
    g.from_at, g.until_at, g.agent, g.network, v_due
  from tenants t, (
    select g.source_kind, g.source_id, g.delivery_id, case when g.kind = 'look' then 'head' else 'trap' end as reason,
      timestamptz 'epoch' + g.moment * interval '1 millisecond' as from_at, timestamptz 'epoch' + g.moment * interval '1 millisecond' as until_at, g.agent, g.network
    from hit_arrivals a, unnest(a.kinds, a.source_kinds, a.source_ids, a.delivery_ids, a.link_numbers, a.moments, a.agents, a.networks)
      as g (kind, source_kind, source_id, delivery_id, link, moment, agent, network)
    where a.account_id = p_account_id and a.id = any (v_new) and (g.kind = 'look' or (g.kind = 'click' and g.link = 0))
      and not (g.source_kind = 1 and g.source_id = any (v_hidden)) and not (g.source_kind = 2 and g.source_id = any (v_hidden_letters))
    union all
    select e.source_kind, e.source_id, e.delivery_id, 'sweep', min(timestamptz 'epoch' + g.moment * interval '1 millisecond'),
      max(timestamptz 'epoch' + g.moment * interval '1 millisecond'), '', ''
    from hit_arrivals a, unnest(a.kinds, a.source_kinds, a.source_ids, a.delivery_ids, a.moments, a.verdicts)
      as g (kind, source_kind, source_id, delivery_id, moment, verdict), engagements e
    where a.account_id = p_account_id and a.id = any (v_new) and g.kind = 'click' and g.verdict in ('person', 'image proxy')
      and e.account_id = p_account_id and e.source_kind = g.source_kind and e.source_id = g.source_id and e.delivery_id = g.delivery_id and e.clicks >= 3
    group by 1, 2, 3) g
  where t.account_id = p_account_id order by 1, 2, 3, 4, 5
  on conflict (account_id, source_kind, source_id, delivery_id, reason) do update
    set from_at = least(s.from_at, excluded.from_at), until_at = greatest(s.until_at, excluded.until_at);

  delete from hit_arrivals a where a.account_id = p_account_id and a.id = any (v_taken);
  return array_length(v_taken, 1);
end $$;
