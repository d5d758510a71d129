/** Statements with the names of the shards of a group in place of those of the tables. */
import { UNDISTRIBUTED } from '../cluster/places.ts'
import type { Statement } from '../statement.ts'
import { inShards, type ShardGroup } from './shard-groups.ts'

/** A statement or transaction that has to go by the coordinator. */
export class NotHere extends Error {}

const CHANGED = /\b(?:insert\s+into|update|delete\s+from|copy)\s+(\w+)/gi

/** Each is made once for a group, by its name. It throws NotHere. */
export function createPlacedStatements(): (group: ShardGroup, statement: Statement) => Statement {
  const placed = new WeakMap<ShardGroup, Map<string, Statement>>()
  return (group, statement) => {
    const known = placed.get(group) ?? new Map<string, Statement>()
    placed.set(group, known)
    const found = known.get(statement.name)
    if (found) return found
    requireHere(statement.text)
    const text = inShards(statement.text, group.names)
    // One without a name is not prepared.
    if (statement.name === '') return { ...statement, text }
    const made = { ...statement, name: `${statement.name}.${group.id}`, text }
    known.set(statement.name, made)
    return made
  }
}

const changedBy = (text: string): string[] => [...text.matchAll(CHANGED)].map(([, table]) => table!)

/** A reference table, the same on all nodes, changes on all of them. */
function requireHere(text: string): void {
  const isLocal = (word: string) => UNDISTRIBUTED[word] === 'local'
  if (changedBy(text).some(table => table in UNDISTRIBUTED) || text.match(/\w+/g)!.some(isLocal))
    throw new NotHere()
}

/** Whether a statement that names no account reads or changes what lies on other nodes. */
export function needsAllNodes(text: string, { names }: ShardGroup): boolean {
  const words = text.match(/(?<![.\w])[a-z]\w*/g) ?? []
  return (
    changedBy(text).some(table => UNDISTRIBUTED[table] === 'reference') ||
    words.some(word => names.has(word) && !(word in UNDISTRIBUTED))
  )
}
