/** Reads and trims the audit log. */
import type { Db } from '../../db/db.ts'
import { refused } from '../refusal.ts'
import { AUDIT_ACTIONS, auditActions } from './actions.ts'
import { ACTOR_KINDS } from './actor.ts'
import { accountsWithOldAudit, auditEntries, trimAuditEntries } from './audit.sql.ts'

export interface AuditSelection {
  /** A kind of objects: `list`. */
  kind?: string | undefined
  /** One object of that kind. */
  id?: number | string | undefined
  /** `list.edit` */
  action?: string | undefined
  actorKind?: string | undefined
  from?: Date | undefined
  until?: Date | undefined
  /** The last entry of the page before. */
  after?: string | undefined
  most: number
}

export interface AuditEntry {
  id: string
  at: string
  actor: { kind: string; id: number | null; name: string }
  peer: string
  action: string
  object: { kind: string; id: string }
  before: unknown
  after: unknown
}

/** The newest first. */
export async function auditOf(
  db: Db,
  accountId: number,
  { kind, id, action, actorKind, from, until, after, most }: AuditSelection,
): Promise<AuditEntry[]> {
  refuseUnknown('kind of objects', kind, Object.keys(AUDIT_ACTIONS))
  refuseUnknown('action', action, auditActions)
  refuseUnknown('kind of actors', actorKind, ACTOR_KINDS)
  const rows = await auditEntries(db, {
    accountId,
    beforeId: after ?? 'z',
    objectKind: kind ?? null,
    objectId: id === undefined ? null : String(id),
    action: action ?? null,
    actorKind: actorKind ?? null,
    from: from ?? '-infinity',
    until: until ?? 'infinity',
    most,
  })
  return rows.map(row => ({
    id: row.id,
    at: row.at,
    peer: row.peer,
    action: row.action,
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    object: { kind: row.objectKind, id: row.objectId },
    before: valuesIn(row.oldValues),
    after: valuesIn(row.newValues),
  }))
}

const valuesIn = (text: string | null): unknown => (text === null ? null : JSON.parse(text))

function refuseUnknown(what: string, given: string | undefined, known: readonly string[]): void {
  if (given === undefined || known.includes(given)) return
  throw refused('not-valid', 'audit-filter', {
    what,
    given: JSON.stringify(given.slice(0, 40)),
    known: known.join(', '),
  })
}

const TRIMMED = 2000

/** Deletes entries that have had their time. */
export async function trimAudit(db: Db, months: number, stopping: AbortSignal): Promise<void> {
  for (const { accountId } of await accountsWithOldAudit(db, { months })) {
    let trimmed = TRIMMED
    while (trimmed === TRIMMED && !stopping.aborted)
      trimmed = await trimAuditEntries(db, { accountId, months, most: TRIMMED })
  }
}
