/** Counts an audience before it is planned, by the rules of the plan. */
import type { Db } from '../../../db/db.ts'
import { readGenerated } from '../../filters/generated.ts'
import { intoStatement } from '../../filters/statement-parts.ts'
import { baseOf, type MeasuredBase } from '../../measuring/measured-base.ts'
import { audienceCountSql, audienceSql, LEFT_OUT, type SendingAudience } from './audience.ts'

export interface AudienceCount {
  /** Present and former members of each list; none of a sending to others. */
  lists: { id: number; members: number; unsubscribed: number }[]
  /** Of all lists together, or the recipients of the other sending. */
  members: number
  /** All that applies, in order: members = these + willGet. */
  leftOut: { reason: NotMailed; people: number }[]
  willGet: number
  /** Of those who will get it. */
  measured: MeasuredBase
}

export type NotMailed = 'repeated' | 'unsubscribed' | (typeof LEFT_OUT)[number]

export async function countAudience(
  db: Db,
  accountId: number,
  audience: SendingAudience,
): Promise<AudienceCount> {
  const values: unknown[] = [accountId]
  const into = intoStatement(values)
  const reasons = audienceCountSql(audience, into)
  const onLists = audience.resend ? '' : ofLists(audience.lists, into.parameter)
  const text = `select 'who', coalesce(left_out, ''), count, opens, clicks
from (${reasons}) reasons${onLists}`
  const found = await readGenerated(db, accountId, text, values)
  const counted = { who: new Map(), on: new Map(), left: new Map() } as Counted
  const measured = { opens: 0, clicks: 0 }
  for (const [kind, key, count, opens, clicks] of found.rows) {
    if (kind === 'who' && key === '') {
      measured.opens += Number(opens)
      measured.clicks += Number(clicks)
    }
    const of = counted[kind as keyof Counted]
    of.set(key!, (of.get(key!) ?? 0) + Number(count))
  }
  const people = sum(counted.who)
  const [only, ...others] = audience.lists
  // The people on a single list were counted with the audience.
  if (only !== undefined && others.length === 0) counted.on.set(String(only), people)
  const on = audience.resend ? people : sum(counted.on)
  const unsubscribed = sum(counted.left)
  const willGet = counted.who.get('') ?? 0
  return {
    lists: audience.resend ? [] : audience.lists.map(id => membersOf(id, counted)),
    members: on + unsubscribed,
    leftOut: [
      { reason: 'repeated' as const, people: on - people },
      { reason: 'unsubscribed' as const, people: unsubscribed },
      ...LEFT_OUT.map(reason => ({ reason, people: counted.who.get(reason) ?? 0 })),
    ].filter(({ people }) => people > 0),
    willGet,
    measured: baseOf(willGet, measured),
  }
}

/** The values of a data field of those who will get it, the most frequent first. */
export async function valuesOfAudience(
  db: Db,
  accountId: number,
  audience: SendingAudience,
  field: number,
  most: number,
): Promise<{ value: string; people: number }[]> {
  const values: unknown[] = [accountId]
  const into = intoStatement(values)
  const rows = audienceSql(audience, into, { value: fieldSql(field) })
  const found = await readGenerated(
    db,
    accountId,
    `select value, count(*) from (${rows}) audience where left_out is null
  group by value order by 2 desc, 1 limit ${into.parameter(most)}::int`,
    values,
  )
  return found.rows.map(([value, people]) => ({ value: value!, people: Number(people) }))
}

/** A number by its type, never user input. */
export const fieldSql = (field: number): string =>
  `lower(btrim(coalesce(s.fields[${Math.trunc(field)}], '')))`

/** By list: the people who have left it, and of several lists, those on each. */
function ofLists(lists: readonly number[], parameter: (value: unknown) => string): string {
  const these = `account_id = $1 and list_id = any (${parameter(lists)}::int[])`
  const counted = (kind: string, which: string) => ` union all
select '${kind}', list_id::text, count(*), 0, 0 from subscriptions
  where ${these} and unsubscribed_at is ${which} group by list_id`
  return counted('left', 'not null') + (lists.length > 1 ? counted('on', 'null') : '')
}

type Counted = Record<'who' | 'on' | 'left', Map<string, number>>

const sum = (counts: Map<string, number>): number =>
  [...counts.values()].reduce((total, count) => total + count, 0)

function membersOf(id: number, { on, left }: Counted): AudienceCount['lists'][number] {
  const unsubscribed = left.get(String(id)) ?? 0
  return { id, members: (on.get(String(id)) ?? 0) + unsubscribed, unsubscribed }
}
