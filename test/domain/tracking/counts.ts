/**
 * All counts of an account worked out anew from its hits, to be compared with those that are kept.
 */
import type { Store } from '../../../src/db/db.ts'

/** Each query answers what is kept and what should be, row by row, where the two differ. */
const DIFFERENCES: Record<string, string> = {
  totals: `
    with facts as (
      select source_kind, source_id, kind, link, at, delivery_id, verdict in ('person', \
'image proxy') as person from hits where account_id = $1
      union all
      select source_kind, source_id, kind, 0, at, delivery_id, verdict in ('person', \
'image proxy') from hits where account_id = $1 and kind = 'click' and link > 0),
    right_ones as (
      select source_kind, source_id, kind, link, count(*) as by_all, \
count(*) filter (where person) as by_people,
        count(distinct delivery_id) filter (where person) as messages, \
min(at) filter (where person) as first_at, max(at) filter (where person) as last_at
      from facts group by 1, 2, 3, 4),
    kept as (select source_kind, source_id, kind, link, by_all, by_people, messages, first_at, \
last_at from hit_totals where account_id = $1)
    (select 'kept' as which, * from kept except all select 'kept', * from right_ones)
    union all (select 'right', * from right_ones except all select 'right', * from kept)`,
  hours: `
    with facts as (
      select source_kind, source_id, kind, link, at, delivery_id, verdict in ('person', \
'image proxy') as person from hits where account_id = $1
      union all
      select source_kind, source_id, kind, 0, at, delivery_id, verdict in ('person', \
'image proxy') from hits where account_id = $1 and kind = 'click' and link > 0),
    firsts as (
      select source_kind, source_id, kind, link, min(at) as at from facts
      where person and delivery_id is not null group by delivery_id, 1, 2, 3, 4),
    counted as (
      select source_kind, source_id, kind, link, at, 1 as by_all, person::int as by_people, \
0 as messages from facts
      union all select source_kind, source_id, kind, link, at, 0, 0, 1 from firsts),
    right_ones as (
      select source_kind, source_id, date_trunc('hour', at, 'UTC') as hour, kind, link, \
sum(by_all) as by_all, sum(by_people) as by_people, sum(messages) as messages
      from counted group by 1, 2, 3, 4, 5),
    kept as (select source_kind, source_id, hour, kind, link, by_all, by_people, messages \
from hit_hours where account_id = $1 and (by_all > 0 or by_people <> 0 or messages <> 0))
    (select 'kept' as which, * from kept except all select 'kept', * from right_ones)
    union all (select 'right', * from right_ones except all select 'right', * from kept)`,
  firstTimes: `
    with by_hour as (select source_kind, source_id, kind, link, \
sum(messages) as messages from hit_hours where account_id = $1 group by 1, 2, 3, 4),
    kept as (select source_kind, source_id, kind, link, \
messages::numeric from hit_totals where account_id = $1)
    (select * from kept except all select * from by_hour) union all (select * from by_hour except \
all select * from kept)`,
  engagements: `
    with right_ones as (
      select source_kind, source_id, delivery_id, count(*) filter (where kind = 'view')::int as \
views, min(at) filter (where kind = 'view') as first_view_at,
        max(at) filter (where kind = 'view') as last_view_at, \
count(*) filter (where kind = 'click')::int as clicks,
        min(at) filter (where kind = 'click') as first_click_at, \
max(at) filter (where kind = 'click') as last_click_at
      from hits where account_id = $1 and delivery_id is not null and verdict in ('person', \
'image proxy') group by 1, 2, 3),
    kept as (
      select source_kind, source_id, delivery_id, views, first_view_at, last_view_at, clicks, \
first_click_at, last_click_at
      from engagements where account_id = $1 and (views > 0 or clicks > 0))
    (select 'kept' as which, * from kept except all select 'kept', * from right_ones)
    union all (select 'right', * from right_ones except all select 'right', * from kept)`,
  clickedLinks: `
    with right_ones as (
      select source_kind, source_id, link, delivery_id, count(*)::int as clicks, \
min(at) as first_click_at, max(at) as last_click_at
      from hits where account_id = $1 and delivery_id is not null and kind = 'click' and link > \
0 and verdict in ('person', 'image proxy') group by 1, 2, 3, 4),
    kept as (select source_kind, source_id, link, delivery_id, clicks, first_click_at, \
last_click_at from clicked_links where account_id = $1)
    (select 'kept' as which, * from kept except all select 'kept', * from right_ones)
    union all (select 'right', * from right_ones except all select 'right', * from kept)`,
  clickedWithoutOpening:
    'select delivery_id from engagements where account_id = $1 and clicks > 0 and views = 0',
  leftBehind: 'select id from hit_arrivals where account_id = $1',
}

/** Empty when every count is right. */
export async function wrongCounts(store: Store, accountId: number): Promise<string[]> {
  const wrong: string[] = []
  for (const [name, text] of Object.entries(DIFFERENCES))
    await store.withClient(async client => {
      const { rows } = await client.query(text, [accountId])
      for (const row of rows) wrong.push(`${name}: ${JSON.stringify(row)}`)
    })
  return wrong
}
