/** The rows stored for a batch beside its subscribers: rejects, and consents to the list. */
import type { Tx } from '../../../db/db.ts'
import { KEPT_REJECTS } from '../../files/file-work.ts'
import type { GivenAnswer } from '../../measuring/answer.ts'
import { type ManyAnswers, noteMany } from '../../measuring/answer-many.ts'
import type { RunningImport } from '../running.ts'
import { addRejects } from './apply.sql.ts'
import type { WrongIds } from './chosen-people.ts'
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

/** What the rows of the batch say of measuring, by the key of the address. */
export function measuringOf({ people }: Batch): Map<string, GivenAnswer> {
  const given = new Map<string, GivenAnswer>()
  for (const person of people.values())
    if ('raw' in person && person.measuring) given.set(person.emailKey, person.measuring)
  return given
}

/** Those whose answer is refused are not applied, like those with a wrong id. */
export const withRefused = (wrong: WrongIds, { refused }: ManyAnswers): WrongIds =>
  refused.size === 0
    ? wrong
    : new Map([...Array.from(refused, key => [key, 'measuring-declined'] as const), ...wrong])

export async function keepMeasuring(
  tx: Tx,
  { accountId }: RunningImport,
  batch: {
    batch: Batch
    verdicts: ReadonlyMap<string, ImportVerdict>
    answers: ManyAnswers
    ids: readonly number[]
  },
): Promise<void> {
  const { people } = batch.batch
  const noted = Array.from(batch.answers.noted, ([emailKey, one]) => {
    const verdict = batch.verdicts.get(emailKey)
    const id = verdict && 'id' in verdict ? verdict.id : (people.get(emailKey)?.id ?? 0)
    return { id, noted: one }
  })
  const those = noted.filter(({ id }) => id > 0)
  await noteMany(tx, accountId, those, batch.ids)
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
