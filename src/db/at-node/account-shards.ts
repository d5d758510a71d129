/** A cache of the shards of each account (tenant) on a cluster (Citus), in this process. */

import { ANCHOR } from '../cluster/places.ts'
import type { Statement, StatementResult } from '../statement.ts'
import { type ShardGroup, shardGroups } from './shard-groups.ts'

export interface AccountShards {
  /** Undefined where there is no cluster, or the store is not distributed. */
  of(accountId: unknown): Promise<ShardGroup | undefined>
  /** From the cache. */
  known(accountId: unknown): ShardGroup | undefined
  /** Some group that this process knows. */
  any(): ShardGroup | undefined
  /** All groups; none where there is no cluster. The same array until they are read anew. */
  all(): Promise<readonly ShardGroup[]>
  /**
   * Cache invalidation after shards have moved: all is read anew, and the stale entries serve until
   * then.
   */
  forget(): undefined
}

/**
 * The cache expires: a node may have been replaced by its standby. Stale entries serve until there
 * is an answer: each statement asks its node whether the shards lie there.
 */
const LASTS_MILLIS = 30_000
/** When the coordinator is asked again after it gave no answer. */
const AGAIN_MILLIS = 1_000

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
  all: readonly ShardGroup[]
  /** The id of the group of each account. */
  accounts: Map<unknown, string>
}

/** `onRead`: called with all groups each time that they are read. */
export function createAccountShards(
  ask: (statement: Statement, values: unknown[]) => Promise<StatementResult>,
  onRead: (groups: readonly ShardGroup[]) => void,
): AccountShards {
  let known: Known | undefined
  let reading: Promise<Known> | undefined
  let readAgainAt = 0
  let isPlain = false

  async function read(): Promise<Known> {
    isPlain = (await ask(IS_CLUSTER, [])).rows[0]![0] === 'f'
    const groups = isPlain
      ? new Map<string, ShardGroup>()
      : await shardGroups(async statement => (await ask(statement, [])).rows)
    // The shards of a split have new ids.
    const kept = [...(known?.accounts ?? [])].filter(([, id]) => groups.has(id))
    known = { groups, all: [...groups.values()], accounts: new Map(kept) }
    onRead(known.all)
    return known
  }

  function current(): Known | Promise<Known> {
    if (!reading && (!known || performance.now() >= readAgainAt)) {
      readAgainAt = performance.now() + LASTS_MILLIS
      reading = read().finally(() => {
        reading = undefined
      })
      reading.catch(() => {
        readAgainAt = performance.now() + AGAIN_MILLIS
      })
    }
    return known ?? reading!
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
    known: accountId => known?.groups.get(known.accounts.get(accountId) ?? ''),
    any: () => known?.all[0],
    all: async () => (isPlain ? [] : (await current()).all),
    forget() {
      readAgainAt = 0
    },
  }
}
