/** Where accounts lie on a cluster (Citus), as this process knows it. */
import type { Statement, StatementResult } from '../statement.ts'
import { ANCHOR } from './places.ts'
import { type ShardGroup, shardGroups } from './shard-groups.ts'

export interface AccountShards {
  /** Undefined where there is no cluster, or the store is not distributed. */
  of(accountId: unknown): Promise<ShardGroup | undefined>
  /** They are not where they were: all is asked for anew. */
  forget(): undefined
}

/** After this all is asked for anew: a node may have been replaced by its standby. */
const LASTS_MILLIS = 30_000

const IS_CLUSTER: Statement = {
  name: 'shards.isCluster',
  text: "select to_regclass('pg_dist_partition') is not null",
  again: true,
}
const SHARD: Statement = {
  name: 'shards.ofAccount',
  text: `select get_shard_id_for_distribution_column('${ANCHOR}', $1::bigint)::text`,
  again: true,
}

interface Known {
  groups: Map<string, ShardGroup>
  /** The id of the group of each account. */
  accounts: Map<unknown, string>
}

export function createAccountShards(
  ask: (statement: Statement, values: unknown[]) => Promise<StatementResult>,
): AccountShards {
  let known: Promise<Known> | undefined
  let readAt = 0
  let isPlain = false

  async function read(): Promise<Known> {
    isPlain = (await ask(IS_CLUSTER, [])).rows[0]![0] === 'f'
    const groups = isPlain
      ? new Map<string, ShardGroup>()
      : await shardGroups(async statement => (await ask(statement, [])).rows)
    return { groups, accounts: new Map() }
  }

  function current(): Promise<Known> {
    if (known && performance.now() - readAt < LASTS_MILLIS) return known
    readAt = performance.now()
    const reading = read()
    known = reading
    reading.catch(() => {
      if (known === reading) known = undefined
    })
    return reading
  }

  return {
    async of(accountId) {
      if (isPlain) return undefined
      const { groups, accounts } = await current()
      if (groups.size === 0) return undefined
      let id = accounts.get(accountId)
      if (id === undefined) {
        id = (await ask(SHARD, [accountId])).rows[0]![0]!
        accounts.set(accountId, id)
      }
      return groups.get(id)
    },
    forget() {
      known = undefined
    },
  }
}
