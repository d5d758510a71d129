/** Blocks of an email that only some subscribers get: those who match their filters. */
import type { Db, Tx } from '../../../db/db.ts'
import type { Statement } from '../../../db/statement.ts'
import type { FrozenFilter } from '../../filters/condition.ts'
import { filterSql } from '../../filters/filter-sql.ts'
import { intoStatement, type StatementParts } from '../../filters/statement-parts.ts'

/** Generated statements are not prepared: each one differs. */
const made = (text: string): Statement => ({ name: '', text, again: false, deadline: 'long' })

/** In a test, whose addresses were given: those of subscribers get the blocks they match. */
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
