/**
 * Counts rows by a sample of the blocks of a table, so that it takes as long on twenty million rows
 * as on one: rows that were written together lie in one block, so the blocks are what is drawn.
 */
import type pg from 'pg'
import { hasCitus } from './cluster/distribute.ts'
import { withinTime } from './within-time.ts'

const BLOCK_BYTES = 8192
/** All blocks of a smaller table are read. */
const MOST_BLOCKS = 1000
const PATIENCE_MILLIS = 3_000
/** Of a share that no block showed, with 95 % confidence (the rule of three). */
const RULE_OF_THREE = 3

export interface SampleOrder {
  table: string
  /** Of its rows, without indexes. */
  rowBytes: number
  /** SQL conditions without values of callers: the rows that count, and those of them sought. */
  among: string
  sought: string
  /** SQL: what a row counts. */
  weight?: string
}

export interface SampledCount {
  /** About; exact if `error` is 0. */
  all: number
  sought: number
  /** Of the share of those sought in all: plus or minus, with 95 % confidence. */
  error: number
}

/** Undefined: it was not done in time, or a node of the cluster did not answer. */
export async function sampledCount(
  client: pg.ClientBase,
  { table, rowBytes, among, sought, weight = '1' }: SampleOrder,
): Promise<SampledCount | undefined> {
  const blocks = Math.ceil(rowBytes / BLOCK_BYTES)
  const percent = blocks <= MOST_BLOCKS ? 100 : (100 * MOST_BLOCKS) / blocks
  const counts = `coalesce(sum(${weight}), 0)::float8 as total,
     coalesce(sum(${weight}) filter (where ${sought}), 0)::float8 as part`
  const from = (name: string) =>
    `select ${counts} from ${name} tablesample system (${percent}) where ${among}`
  const isDistributed = (await hasCitus(client)) && (await hasShards(client, table))
  const seen = await withinTime(client, PATIENCE_MILLIS, async () => {
    if (!isDistributed) return (await client.query<Seen>(from(table))).rows[0]
    // Citus takes no sample of a distributed table, only of its shards.
    const { rows } = await client.query<Seen & { whole: boolean }>(
      `select bool_and(success) as whole,
         sum(split_part(result, ' ', 1)::float8) filter (where success) as total,
         sum(split_part(result, ' ', 2)::float8) filter (where success) as part
       from run_command_on_shards($1, $2)`,
      [table, `select total || ' ' || part from (${from('%s')}) s`],
    )
    return rows[0]?.whole ? rows[0] : undefined
  })
  if (!seen) return undefined
  const share = seen.total === 0 ? 0 : seen.part / seen.total
  const deviation = 2 * Math.sqrt((share * (1 - share)) / MOST_BLOCKS)
  return {
    all: (seen.total * 100) / percent,
    sought: (seen.part * 100) / percent,
    error: percent === 100 ? 0 : Math.max(deviation, RULE_OF_THREE / MOST_BLOCKS),
  }
}

interface Seen {
  total: number
  part: number
}

async function hasShards(client: pg.ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query(
    'select from pg_dist_partition where logicalrelid = $1::regclass',
    [table],
  )
  return rows.length > 0
}
