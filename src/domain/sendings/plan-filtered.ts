/**
 * The plan of a sending with filters, or with blocks of its email shown by filters: the statement
 * planDeliveries of plan.sql, built here because the conditions vary. The two must stay equal; a
 * test compares them.
 */
import type { Db, Tx } from '../../db/db.ts'
import type { Statement } from '../../db/statement.ts'
import type { FrozenFilter } from '../filters/condition.ts'
import { filterSql, intoStatement, type StatementParts } from '../filters/filter-sql.ts'

interface Frozen {
  /** All of them must match. */
  filters: readonly FrozenFilter[]
  /** The filters of blocks: a subscriber who matches gets the block. */
  blocks: readonly FrozenFilter[]
}

/** Generated statements are not prepared: each one differs. */
const made = (text: string): Statement => ({ name: '', text, again: false, deadline: 'long' })

export async function planFiltered(
  tx: Tx,
  { accountId, sendingId, listId }: { accountId: number; sendingId: number; listId: number },
  { filters, blocks }: Frozen,
): Promise<{ candidates: number; planned: number; leftOut: string }> {
  const values: unknown[] = [accountId, sendingId, listId]
  const into = intoStatement(values)
  const shown = blocksSql(blocks, into)
  const matching =
    filters.map(({ condition }) => filterSql(condition, into)).join(' and ') || 'true'
  const { rows } = await tx.run(
    made(`with audience as materialized (
  select s.id, s.email, ${shown} as blocks,
    coalesce(suppression_reason(s.opted_out_at, s.complained_at, s.undeliverable_since),
      case when not (${matching}) then 'filter' end) as left_out
  from subscriptions l join subscribers s on s.account_id = $1 and s.id = \
l.subscriber_id${into.joins()}
  where l.account_id = $1 and l.list_id = $3::int and l.unsubscribed_at is null),
planned as (
  insert into deliveries (account_id, source_kind, source_id, id, email, next_try_at, blocks)
  select $1::bigint, 1, $2::bigint, id, email, now(), blocks from audience where left_out is null
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
returning sendings.candidates, sendings.planned, sendings.left_out::text`),
    values,
  )
  const [candidates, planned, leftOut] = rows[0]!
  return { candidates: Number(candidates), planned: Number(planned), leftOut: leftOut! }
}

/**
 * The same for the emails of a test, whose addresses were given: those of subscribers get the
 * blocks whose filter they match.
 */
export async function markBlocks(
  tx: Tx,
  accountId: number,
  sendingId: number,
  blocks: readonly FrozenFilter[],
): Promise<void> {
  if (blocks.length === 0) return
  const values: unknown[] = [accountId, sendingId]
  const into = intoStatement(values)
  const shown = blocksSql(blocks, into)
  await tx.run(
    made(`update deliveries d set blocks = ${shown} from subscribers s${into.joins()}
where d.account_id = $1 and d.source_kind = 1 and d.source_id = $2::bigint and s.account_id = $1 \
and s.id = d.id`),
    values,
  )
}

/** Of one subscriber, for a preview. */
export async function blocksOf(
  db: Db,
  accountId: number,
  subscriberId: number,
  blocks: readonly FrozenFilter[],
): Promise<number[]> {
  if (blocks.length === 0) return []
  const values: unknown[] = [accountId, subscriberId]
  const into = intoStatement(values)
  const shown = blocksSql(blocks, into)
  const text =
    `select array_to_string(${shown}, ',') from subscribers s${into.joins()} where ` +
    's.account_id = $1 and s.id = $2::bigint'
  const { rows } = await db.run({ name: '', text, again: true }, values)
  return readBlocks(rows[0]?.[0] ?? '')
}

/** Parses ids as the store joins them. */
export const readBlocks = (joined: string): number[] =>
  joined === '' ? [] : joined.split(',').map(Number)

/** The ids of the filters that match, as an array; null if none does. */
export function blocksSql(blocks: readonly FrozenFilter[], into: StatementParts): string {
  if (blocks.length === 0) return 'null::int[]'
  const each = blocks.map(
    ({ id, condition }) =>
      `case when ${filterSql(condition, into)} then ${into.parameter(id)}::int end`,
  )
  return `nullif(array_remove(array[${each.join(', ')}], null), '{}')`
}
