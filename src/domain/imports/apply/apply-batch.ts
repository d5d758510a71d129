/**
 * Applies a batch of an import and its progress in one transaction: exactly once, or not at all.
 *
 * New subscribers are written by COPY. When another transaction inserts one of them concurrently,
 * the unique index refuses the batch; it is retried and then finds that subscriber. Subscribers
 * that change are locked first, in the same order in all imports. docs/decisions/0015-imports.md
 * has the argument.
 *
 * An insert of several subscribers locks existing and new ones in one pass, a batch first the
 * existing and then the new: both may wait for each other. PostgreSQL detects the deadlock (40P01),
 * and atomically() retries.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { arrayLiteral } from '../../../db/array-literal.ts'
import { passIds } from '../../../db/chosen-ids.ts'
import { atomically, type Store, type Tx } from '../../../db/db.ts'
import { dropBlock, isTakenId, takeIds } from '../../../db/ids.ts'
import { violatedConstraint } from '../../../db/unique-violation.ts'
import { ClaimLost } from '../../files/file-work.ts'
import { judgeMany } from '../../measuring/answer-many.ts'
import { erasedAmong } from '../../opt-outs/erased.ts'
import { bringBackDeclines } from '../../opt-outs/erased-declines.ts'
import { hasListener, publish } from '../../webhooks/publish.ts'
import { subscribedEvent } from '../../webhooks/publish-joined.ts'
import { notePeopleChanged } from '../../words/note-change.ts'
import { noteProgress } from '../imports.sql.ts'
import { packIds } from '../packed-ids.ts'
import type { ImportCounts, RunningImport } from '../running.ts'
import {
  addPart,
  beginBatch,
  changePeople,
  joinPeople,
  keepOldValues,
  momentOfBatch,
} from './apply.sql.ts'
import { chosenIdOf, highestChosen, type WrongIds, wrongIds } from './chosen-people.ts'
import { depart, departureIds, IdsMissing } from './depart.ts'
import { type ImportRow, rawOf } from './given.ts'
import { judgePeople } from './known-people.ts'
import { makePeople, takeSpareIds } from './make-people.ts'
import { type Batch, keysOf, type Reject } from './prepare.ts'
import { keepAgreed, keepMeasuring, keepRejects, measuringOf, withRefused } from './record-batch.ts'
import type { RejectReason } from './reject-reasons.ts'
import type { ImportVerdict, PersonValues } from './sort-out.ts'

/** The list was deleted. */
export class ListGone extends Error {}

/**
 * A retry means that another transaction has committed, so this limit is never reached in practice.
 */
const MOST_RACES = 200

/** Applies the batch and updates `run`. */
export async function applyBatch(db: Store, run: RunningImport, batch: Batch): Promise<void> {
  // Before the transaction, which must not wait for a second connection while it holds one.
  await batch.prefetched
  await takeSpareIds(db, run, batch)
  const highest = highestChosen(batch)
  if (highest > 0) await passIds(db, run.accountId, 'subscriber', highest)
  const said = measuringOf(batch).size
  const answerIds = said === 0 ? [] : await takeIds(db, run.accountId, 'measuring answer', said)
  let leaving = await departureIds(db, run.accountId, batch, 0)
  for (let races = 0; ; races++) {
    try {
      const applied = await atomically(db, tx => apply(db, tx, run, batch, leaving, answerIds), {
        accountId: run.accountId,
      })
      for (const id of applied.created) run.created.add(id)
      for (const id of applied.met) run.met.add(id)
      // The words of subscribers wait while an import makes many.
      if (applied.written > 0) notePeopleChanged(db, run.accountId, applied.written)
      run.spareIds.length -= applied.fromSpare
      Object.assign(run, {
        position: applied.position,
        parts: applied.parts,
        counts: applied.counts,
        lockFirst: applied.lockFirst,
      })
      return
    } catch (error) {
      if (error instanceof IdsMissing) {
        leaving = await departureIds(db, run.accountId, batch, error.count)
        continue
      }
      if (isTakenId(error) && races < MOST_RACES) {
        // Another transaction gave one of them to a subscriber.
        dropBlock(db, run.accountId, 'subscriber')
        run.spareIds = []
        await takeSpareIds(db, run, batch)
        continue
      }
      if (
        violatedConstraint(error) !== 'subscribers_account_id_email_key_key' ||
        races === MOST_RACES
      )
        throw error
      await pause(Math.random() * 20)
    }
  }
}

interface Sorted {
  made: ImportRow[]
  changed: { id: number; values: PersonValues }[]
  joining: number[]
  /** Ids of existing subscribers that appear for the first time. */
  met: number[]
  rejects: Reject[]
  counts: ImportCounts
}

async function apply(
  db: Store,
  tx: Tx,
  run: RunningImport,
  batch: Batch,
  leaving: Awaited<ReturnType<typeof departureIds>>,
  answerIds: readonly number[],
) {
  const { accountId, importId, listId } = run
  const { moment } = await momentOfBatch(tx, {})
  const found = await beginBatch(tx, { accountId, listId, moment })
  if (!found) throw new ListGone()
  const begun = { ...found, moment }
  const answers = await judgeMany(tx, accountId, measuringOf(batch))
  const wrong = withRefused(await wrongIds(tx, accountId, batch), answers)
  await depart(db, tx, run, batch, leaving, wrong)
  const keys = keysOf(batch)
  const erased = await erasedAmong(db, tx, accountId, keys)
  const { verdicts, locked } = await judgePeople(tx, run, batch)
  const sorted = sortOut(run, batch, verdicts, { erased, wrong })

  const created = await makePeople(tx, run, batch, sorted.made, begun)
  await bringBackDeclines(db, tx, accountId, sorted.made)
  await change(tx, run, sorted.changed)
  const joined =
    sorted.joining.length === 0 ? [] : await join(tx, run, sorted.joining, begun.subscribedAt)
  sorted.counts.subscribed += created.length + joined.length
  await keepAgreed(tx, run, batch, verdicts)
  await keepMeasuring(tx, run, { batch, verdicts, answers, ids: answerIds })
  if (await hasListener(db, accountId, 'subscribed'))
    await publish(tx, accountId, subscribedEvent(listId, [...created, ...joined], 'import'))

  const part = run.parts + 1
  const position = run.position + batch.read
  await keepRejects(tx, run, sorted.rejects)
  const packed = { created: packIds(created), joined: packIds(joined), met: packIds(sorted.met) }
  await addPart(tx, {
    accountId,
    importId,
    part,
    moment: begun.moment,
    subscribedAt: begun.subscribedAt,
    ...packed,
  })
  const { worker, fence } = run
  const { rejectedBy, ...counts } = sorted.counts
  const progress = { position, parts: part, ...counts, rejectedBy: JSON.stringify(rejectedBy) }
  if ((await noteProgress(tx, { accountId, importId, worker, fence, ...progress })) === 0)
    throw new ClaimLost()
  return {
    created,
    /** Subscribers that are new or changed. */
    written: created.length + sorted.changed.length,
    fromSpare: sorted.made.filter(person => chosenIdOf(person) === undefined).length,
    met: sorted.met,
    position,
    parts: part,
    counts: sorted.counts,
    lockFirst: locked * 4 > keys.length,
  }
}

function sortOut(
  run: RunningImport,
  batch: Batch,
  verdicts: Map<string, ImportVerdict>,
  { erased, wrong }: { erased: ReadonlySet<string>; wrong: WrongIds },
): Sorted {
  const counts: ImportCounts = { ...run.counts, rejectedBy: { ...run.counts.rejectedBy } }
  const sorted: Sorted = {
    made: [],
    changed: [],
    joining: [],
    met: [],
    rejects: [...batch.rejects],
    counts,
  }
  for (const person of batch.people.values()) {
    person.id = 0
    const verdict: ImportVerdict | undefined = erased.has(person.emailKey)
      ? { refused: 'opted-out' }
      : refusedFor(wrong.get(person.emailKey), verdicts.get(person.emailKey))
    if (verdict === undefined) {
      sorted.made.push(person)
      counts.inserted++
      counts.repeated += person.repeats.length
    } else if ('refused' in verdict) {
      for (const row of [rawOf(person), ...person.repeats])
        sorted.rejects.push({ ...row, reason: verdict.refused })
    } else {
      const { id, values, joins } = verdict
      if (values) sorted.changed.push({ id, values })
      if (joins) sorted.joining.push(id)
      const again = run.created.has(id) || run.met.has(id)
      counts.repeated += person.repeats.length + (again ? 1 : 0)
      if (again) continue
      sorted.met.push(id)
      if (values) counts.updated++
      else counts.unchanged++
    }
  }
  counts.ignored += batch.ignored
  counts.rejected += sorted.rejects.length
  for (const { reason } of sorted.rejects)
    counts.rejectedBy[reason] = (counts.rejectedBy[reason] ?? 0) + 1
  return sorted
}

/** Consent is reported before an id. */
function refusedFor(
  reason: RejectReason | undefined,
  verdict: ImportVerdict | undefined,
): ImportVerdict | undefined {
  if (reason === undefined || (verdict && 'refused' in verdict)) return verdict
  return { refused: reason }
}

async function change(
  tx: Tx,
  { accountId, importId, created }: RunningImport,
  changed: Sorted['changed'],
): Promise<void> {
  if (changed.length === 0) return
  // Subscribers created by this import have no older values.
  const older = changed.filter(({ id }) => !created.has(id)).map(({ id }) => id)
  if (older.length > 0) await keepOldValues(tx, { accountId, importId, ids: older })
  await changePeople(tx, {
    accountId,
    ids: changed.map(({ id }) => id),
    names: asArray(changed.map(({ values }) => values.name)),
    formats: asArray(changed.map(({ values }) => values.format)),
    countryCodes: asArray(changed.map(({ values }) => values.countryCode)),
    phones: asArray(changed.map(({ values }) => values.phone)),
    fields: asArray(changed.map(({ values }) => values.fields)),
  })
}

/** One literal: the driver would build the same text more slowly. */
const asArray = (texts: string[]) => arrayLiteral(texts) as unknown as string[]

async function join(
  tx: Tx,
  { accountId, listId }: RunningImport,
  ids: number[],
  subscribedAt: string,
): Promise<number[]> {
  return (await joinPeople(tx, { accountId, listId, ids, subscribedAt })).map(
    ({ subscriberId }) => subscriberId,
  )
}
