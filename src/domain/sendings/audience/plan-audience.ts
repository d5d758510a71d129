/** Freezes the audience of a sending in one statement: its deliveries, and the counts beside it. */
import type { Tx } from '../../../db/db.ts'
import type { FrozenFilter } from '../../filters/condition.ts'
import { changeGenerated } from '../../filters/generated.ts'
import { intoStatement } from '../../filters/statement-parts.ts'
import { audienceSql, type SendingAudience } from './audience.ts'
import { blocksSql } from './blocks.ts'
import { type Timing, timedAudienceSql } from './timing.ts'

interface Planned {
  candidates: number
  planned: number
  /** By reason, as JSON. candidates = planned + left out. */
  leftOut: string
}

/**
 * The subscriber's id is the delivery's id, so planning one twice violates the primary key. The
 * conditions vary: the statement is generated, and not prepared.
 */
export async function planAudience(
  tx: Tx,
  { accountId, sendingId }: { accountId: number; sendingId: number },
  audience: SendingAudience,
  blocks: readonly FrozenFilter[],
  timing?: Timing,
): Promise<Planned> {
  const values: unknown[] = [accountId, sendingId]
  const into = intoStatement(values)
  const columns = { blocks: blocksSql(blocks, into) }
  const people = timing
    ? timedAudienceSql(audience, into, timing, { sendingId: '$2', columns })
    : audienceSql(audience, into, columns)
  const due = timing ? dueSql(timing, into.parameter) : 'now()'
  const text = `with audience as materialized (
  ${people}),
planned as (
  insert into deliveries (account_id, source_kind, source_id, id, email, next_try_at, blocks)
  select $1::bigint, 1, $2::bigint, id, email, ${due}, blocks from audience where left_out is null
  returning 1),
reasons as (
  select left_out, count(*) as count from audience group by left_out),
numbers as (
  select coalesce(sum(count), 0) as candidates, (select count(*) from planned) as planned,
    coalesce(jsonb_object_agg(left_out, count) filter (where left_out is not null), \
'{}') as left_out from reasons)
update sendings set planned_at = now(), candidates = numbers.candidates, \
planned = numbers.planned, left_out = numbers.left_out
from numbers where sendings.account_id = $1 and sendings.id = $2::bigint
returning sendings.candidates, sendings.planned, sendings.left_out::text`
  const { rows } = await changeGenerated(tx, accountId, text, values)
  const [candidates, planned, leftOut] = rows[0]!
  return { candidates: Number(candidates), planned: Number(planned), leftOut: leftOut! }
}

/** Nothing is due before now: a late one is sent at once. */
function dueSql(timing: Timing, parameter: (value: unknown) => string): string {
  const moments = parameter(timing.moments.flat().map(({ at }) => at))
  return `greatest(now(), (${moments}::timestamptz[])[moment + 1])`
}
