-- version 1
-- Results of projects: docs/decisions/0097-results-of-projects.md. Functions, since a cluster sends
-- them whole to the node of the account.

-- The segments of ids in which a project has emails, the newest first: a look at the ledger's key
-- for each of them.
create or replace function project_segments(
  p_account_id bigint, p_project_id bigint, p_above bigint, p_size int, p_most int
) returns table (segment int)
  language plpgsql as $$
declare
  v_id bigint;
  v_below bigint := 2147483648;
begin
  for i in 1 .. p_most loop
    select d.id into v_id from deliveries d
    where d.account_id = p_account_id and d.source_kind = 3 and d.source_id = p_project_id
      and d.id < v_below and d.id > p_above
    order by d.id desc limit 1;
    exit when v_id is null;
    segment := v_id / p_size;
    v_below := segment::bigint * p_size;
    return next;
  end loop;
end
$$;

-- Counts the emails of a segment anew, and answers how many they are. Two that count the same one
-- wait for each other, and leave what the later one saw.
create or replace function count_project(
  p_account_id bigint, p_project_id bigint, p_segment int, p_size int
) returns int
  language plpgsql as $$
declare
  v_from bigint := p_segment::bigint * p_size;
  v_count record;
  v_emails int := 0;
begin
  delete from project_counts where account_id = p_account_id and project_id = p_project_id
    and segment = p_segment;
  for v_count in
    select t.version, ((t.created_at at time zone 'utc') + interval '1 hour')::date as day,
      count(*) as emails,
      count(*) filter (where d.state in ('planned', 'claimed', 'handed over')) as waiting,
      count(*) filter (where d.state = 'accepted') as delivered,
      count(*) filter (where d.state = 'deferred') as deferred,
      count(*) filter (where d.state = 'bounced') as bounced,
      count(*) filter (where d.state = 'failed') as failed,
      count(*) filter (where d.state = 'uncertain') as uncertain,
      count(*) filter (where d.state = 'withdrawn') as withdrawn,
      count(*) filter (where m.opens) as opens_measured,
      count(*) filter (where m.opens and e.views > 0) as opened,
      count(*) filter (where m.clicks) as clicks_measured,
      count(*) filter (where m.clicks and e.clicks > 0) as clicked,
      max(t.created_at) as newest
    from deliveries d
    join transactions t on t.account_id = p_account_id and t.id = d.id
    left join engagements e on e.account_id = p_account_id and e.source_kind = 3
      and e.source_id = p_project_id and e.delivery_id = d.id
    left join email_recipients r on r.account_id = p_account_id and r.transaction_id = d.id
    cross join lateral (select
      d.state = 'accepted' and r.email_id is null and d.opens_unmeasured is not true as opens,
      d.state = 'accepted' and r.email_id is null and d.clicks_unmeasured is not true as clicks) m
    where d.account_id = p_account_id and d.source_kind = 3 and d.source_id = p_project_id
      and d.id >= v_from and d.id < v_from + p_size
      and t.id >= v_from and t.id < v_from + p_size
    group by 1, 2 order by 1, 2
  loop
    insert into project_counts as c (account_id, project_id, segment, version, day, emails, waiting,
      delivered, deferred, bounced, failed, uncertain, withdrawn, opens_measured, opened,
      clicks_measured, clicked, newest, counted_at)
    values (p_account_id, p_project_id, p_segment, v_count.version, v_count.day, v_count.emails,
      v_count.waiting, v_count.delivered, v_count.deferred, v_count.bounced, v_count.failed,
      v_count.uncertain, v_count.withdrawn, v_count.opens_measured, v_count.opened,
      v_count.clicks_measured, v_count.clicked, v_count.newest, now())
    on conflict (account_id, project_id, segment, version, day) do update set
      emails = excluded.emails, waiting = excluded.waiting, delivered = excluded.delivered,
      deferred = excluded.deferred, bounced = excluded.bounced, failed = excluded.failed,
      uncertain = excluded.uncertain, withdrawn = excluded.withdrawn,
      opens_measured = excluded.opens_measured, opened = excluded.opened,
      clicks_measured = excluded.clicks_measured, clicked = excluded.clicked,
      newest = excluded.newest, counted_at = excluded.counted_at;
    v_emails := v_emails + v_count.emails;
  end loop;
  return v_emails;
end
$$;
