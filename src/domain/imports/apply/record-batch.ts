/** The rows stored for a batch beside its subscribers: rejects, and consents to the list. */
import type { Tx } from '../../../db/db.ts'
import { KEPT_REJECTS } from '../../files/file-work.ts'
import type { RunningImport } from '../running.ts'
import { addRejects } from './apply.sql.ts'
import { keepConsents } from './depart.sql.ts'
import type { AgreedConsent } from './given.ts'
import type { Batch, Reject } from './prepare.ts'
import type { ImportVerdict } from './sort-out.ts'

/** Where and when people agreed to the list, of those who are on it now. */
export async function keepAgreed(
  tx: Tx,
  { accountId, listId }: RunningImport,
  { people }: Batch,
  verdicts: ReadonlyMap<string, ImportVerdict>,
): Promise<void> {
  const agreed: ({ id: number } & AgreedConsent)[] = []
  for (const person of people.values()) {
    const consent = 'raw' in person ? person.agreed : undefined
    if (!consent) continue
    const verdict = verdicts.get(person.emailKey)
    const id = verdict && 'id' in verdict ? verdict.id : person.id
    if (id > 0) agreed.push({ id, ...consent })
  }
  if (agreed.length === 0) return
  await keepConsents(tx, {
    accountId,
    listId,
    subscriberIds: agreed.map(({ id }) => id),
    sources: agreed.map(({ source }) => source),
    moments: agreed.map(({ at }) => at as Date),
  })
}

export async function keepRejects(
  tx: Tx,
  { accountId, importId, counts }: RunningImport,
  rejects: Reject[],
): Promise<void> {
  const kept = rejects.slice(0, Math.max(0, KEPT_REJECTS - counts.rejected))
  if (kept.length === 0) return
  // In the order of the file, within the batch.
  kept.sort((a, b) => a.line - b.line)
  await addRejects(tx, {
    accountId,
    importId,
    numbers: kept.map((_, i) => counts.rejected + 1 + i),
    lines: kept.map(({ line }) => line),
    reasons: kept.map(({ reason }) => reason),
    raws: kept.map(({ raw }) => storable(raw)),
  })
}

/** Replaces characters that a PostgreSQL text cannot contain: NUL and lone surrogates. */
const storable = (raw: string): string => raw.replaceAll('\0', '\ufffd').toWellFormed()
