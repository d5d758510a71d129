/** Writes the audit log, in the transaction of the change. */
import { randomUUID } from 'node:crypto'
import type { Db } from '../../db/db.ts'
import type { AuditAction } from './actions.ts'
import { type Actor, presentActor, presentPeer } from './actor.ts'
import { addAuditEntries, addAuditEntry, blankAuditEntries } from './audit.sql.ts'

/** The kinds that belong to the installation: routes. */
export const INSTALLATION = 0

export interface AuditedChange {
  action: AuditAction
  /** The object: its id, or its name where it has none. Empty: none that may be named. */
  id: number | string
  /** Neither secrets, nor contents of emails, nor what identifies subscribers. */
  before?: object | undefined
  after?: object | undefined
  /** Given by recordOnce(). */
  entryId?: string | undefined
}

const LONGEST_TEXT = 500
/** Of a value: tools of assistants are given any. */
const LONGEST_NAME = 100
const MOST_VALUES = 40

/**
 * Records a change, if it has an actor. Only differing values of `before` and `after` are kept;
 * without a difference nothing is recorded.
 */
export async function recordChange(
  tx: Db,
  accountId: number,
  { action, id, before, after, entryId = nextAuditId() }: AuditedChange,
  actor: Actor | undefined = presentActor(),
): Promise<void> {
  if (!actor) return
  const [oldValues, newValues] = differing(before, after)
  if (before && after && newValues === '{}') return
  const objectId = String(id).slice(0, LONGEST_TEXT)
  const entry = { ...actorColumns(actor), ...actionColumns(action), objectId, oldValues, newValues }
  await addAuditEntry(tx, { accountId, id: entryId, ...entry })
}

/** Records that the same was made of several objects, in one statement. */
export async function recordEach(
  tx: Db,
  accountId: number,
  { action, ids, after }: { action: AuditAction; ids: readonly number[]; after: object },
  actor: Actor,
): Promise<void> {
  const [, newValues] = differing(undefined, after)
  const entries = { ids: ids.map(nextAuditId), objectIds: ids.map(String), newValues }
  await addAuditEntries(tx, {
    accountId,
    ...actorColumns(actor),
    ...actionColumns(action),
    ...entries,
  })
}

/** As columns of the audit log, for statements that write it with their change. */
export const actorColumns = (actor: Actor) => ({
  actorKind: actor.kind,
  actorId: actor.id ?? null,
  actorName: (actor.name ?? '').slice(0, LONGEST_TEXT),
  peer: actor.peer ?? presentPeer(),
})

const actionColumns = (action: AuditAction) => ({
  action,
  objectKind: action.slice(0, action.indexOf('.')),
})

/** Records a change that takes several transactions, in the first of them that is committed. */
export function recordOnce(accountId: number, change: AuditedChange): (tx: Db) => Promise<void> {
  const entryId = nextAuditId()
  return tx => recordChange(tx, accountId, { ...change, entryId })
}

let lastMillis = 0
let inMilli = 0

/** Ordered by time; within a process also in the same millisecond. */
export function nextAuditId(): string {
  const now = Math.max(Date.now(), lastMillis)
  inMilli = now === lastMillis ? inMilli + 1 : 0
  lastMillis = now
  const place = now.toString(16).padStart(12, '0') + inMilli.toString(16).padStart(6, '0')
  // The end of a UUID is 48 random bits, made for many at once: an entry may be one of a thousand.
  return place + randomUUID().slice(24)
}

function differing(before: object | undefined, after: object | undefined) {
  const [old, made] = [entriesOf(before), entriesOf(after)]
  const names = [...new Set([...old.keys(), ...made.keys()])].slice(0, MOST_VALUES)
  const changed = names.filter(
    name => !before || !after || (made.has(name) && old.get(name) !== made.get(name)),
  )
  const written = (values: Map<string, string>) =>
    `{${changed
      .filter(name => values.has(name))
      .map(name => `${JSON.stringify(name)}:${values.get(name)}`)
      .join(',')}}`
  return [before ? written(old) : null, after ? written(made) : null]
}

/** The values as JSON. Long names and texts are cut. */
const entriesOf = (values: object = {}): Map<string, string> =>
  new Map(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [cut(name, LONGEST_NAME), JSON.stringify(bounded(value))]),
  )

function bounded(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (typeof value !== 'string' && (text?.length ?? 0) <= LONGEST_TEXT) return value
  return cut(text ?? '', LONGEST_TEXT)
}

function cut(text: string, longest: number): string {
  const kept = text.slice(0, longest).replaceAll('\0', '').toWellFormed()
  return text.length <= longest ? kept : `${kept}…`
}

/** Removes an erased address from the audit log. */
export const eraseFromAudit = (
  tx: Db,
  accountId: number,
  spellings: readonly string[],
): Promise<number> =>
  blankAuditEntries(tx, { accountId, texts: spellings.map(text => text.toLowerCase()) })
