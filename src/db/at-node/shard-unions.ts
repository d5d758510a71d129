/** Statements that ask all shards of a node at once. */
import { createHash } from 'node:crypto'
import type { Statement } from '../statement.ts'
import { inShards, type ShardGroup } from './shard-groups.ts'

export interface ShardUnions {
  /** For each node one of its groups, and the statement for all of them. */
  of(statement: Statement, groups: readonly ShardGroup[]): readonly [ShardGroup, Statement][]
}

export function createShardUnions(): ShardUnions {
  type Made = Map<Statement, [ShardGroup, Statement][]>
  const made = new WeakMap<readonly ShardGroup[], Made>()
  return {
    of(statement, groups) {
      const known: Made = made.get(groups) ?? new Map()
      made.set(groups, known)
      const unions = known.get(statement) ?? unionsOf(statement, groups)
      known.set(statement, unions)
      return unions
    },
  }
}

function unionsOf(statement: Statement, groups: readonly ShardGroup[]): [ShardGroup, Statement][] {
  const nodes = Map.groupBy(groups, ({ host, port }) => `${host}:${port}`).values()
  return [...nodes].map(all => {
    const text = all.map(({ names }) => `(${inShards(statement.text, names)})`).join('\nunion all ')
    // Shards move: a session may have prepared it for others.
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
    return [all[0]!, { ...statement, name: `${statement.name}.${hash}`, text }]
  })
}
