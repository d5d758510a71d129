/**
 * Judges stored messages again after a change of the rules: compares, applies the changes, and
 * undoes them. Deliverability is derived from the stored bounces, so it only needs to be
 * recomputed.
 */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import type { SourceKind } from '../../lib/source-kind.ts'
import { recordChange, recordOnce } from '../audit/record.ts'
import { forgetCountsOfBounces } from '../deliveries/count-sendings.ts'
import { refused } from '../refusal.ts'
import {
  applyComplaints,
  type BounceRules,
  decideDeliverability,
  keepBounces,
  lockSubscribersOf,
} from './apply-reports.ts'
import type { Bounce } from './bounce.ts'
import { type BounceReport, bouncesIn, keptText } from './bounce-reports.ts'
import { bounceMessages, noteLedger, restoreDeliveries } from './bounces.sql.ts'
import { messagesSince, readMessages } from './messages/messages.sql.ts'
import {
  addRun,
  bouncesOfMessages,
  changeBounces,
  changesOfRun,
  liftComplaints,
  lockRun,
  noteChanges,
  rejudgedMessages,
  removeBounces,
  runUndone,
} from './rejudge.sql.ts'

export type KeptMessage = Awaited<ReturnType<typeof readMessages>>[number]

/** The meaning of a message by the current rules. */
export type Judge = (
  message: KeptMessage,
) => Promise<{ kind: string; class: string; report: BounceReport }>

interface JudgementChange {
  messageId: number
  email: string
  /** kind/class; undefined: no bounce. */
  before: string | undefined
  after: string | undefined
}

const BATCH = 50
/** Bounces, or people, of a statement when a run of any length is taken back. */
const AT_ONCE = 1000

/**
 * Yields the differences batch by batch; with `apply` each batch is applied before it is yielded,
 * as a numbered run.
 */
export async function* rejudge(
  db: Store,
  accountId: number,
  { since, apply, judge, rules }: { since: Date; apply: boolean; judge: Judge; rules: BounceRules },
): AsyncGenerator<{ read: number; changes: JudgementChange[]; runId: number | undefined }> {
  let runId: number | undefined
  let record: ((tx: Db) => Promise<void>) | undefined
  for (let after = 0; ; ) {
    const ids = (await messagesSince(db, { accountId, after, since, most: BATCH })).map(
      ({ id }) => id,
    )
    if (ids.length === 0) return
    after = ids.at(-1)!
    const judged = await Promise.all((await readMessages(db, { accountId, ids })).map(judge))
    const compare = async (tx: Db) => {
      const known = await bouncesOfMessages(tx, { accountId, messageIds: ids })
      return comparison(
        known,
        await bouncesIn(
          tx,
          accountId,
          judged.map(({ report }) => report),
        ),
      )
    }
    let compared = await compare(db)
    if (apply && compared.changes.length > 0) {
      const isNew = runId === undefined
      const run = runId ?? (await takeId(db, accountId, 'bounce run'))
      record ??= recordOnce(accountId, { action: 'bounce.rejudge', id: run, after: { since } })
      const recorded = record
      compared = await atomically(db, async tx => {
        if (isNew) await addRun(tx, { accountId, runId: run })
        const now = await compare(tx)
        await recorded(tx)
        await change(db, tx, accountId, run, now, rules)
        await rejudgedMessages(tx, {
          accountId,
          ids,
          kinds: judged.map(({ kind }) => kind),
          classes: judged.map(one => one.class),
        })
        return now
      })
      runId = run
    }
    yield { read: ids.length, changes: compared.changes, runId }
  }
}

type Known = Awaited<ReturnType<typeof bouncesOfMessages>>[number]

interface Comparison {
  changes: JudgementChange[]
  /** With the new judgement; undefined: none. */
  changed: { known: Known; now: Bounce | undefined }[]
  added: Bounce[]
}

const keyOf = (one: {
  messageId: number | null
  sourceKind: SourceKind | null
  sourceId: number | null
  deliveryId: number | null
}) => `${one.messageId}.${one.sourceKind}.${one.sourceId}.${one.deliveryId}`

function comparison(known: readonly Known[], found: readonly Bounce[]): Comparison {
  const now = new Map(found.map(one => [keyOf(one), one]))
  const changed = known.flatMap(one => {
    const current = now.get(keyOf(one))
    now.delete(keyOf(one))
    const same = current
      ? current.judgement.kind === one.kind && current.judgement.class === one.class
      : one.kind === 'none'
    return same ? [] : [{ known: one, now: current }]
  })
  const added = [...now.values()]
  const words = (one: { kind: string; class: string } | undefined) =>
    one === undefined || one.kind === 'none' ? undefined : `${one.kind}/${one.class}`
  return {
    changed,
    added,
    changes: [
      ...changed.map(one => ({
        messageId: one.known.messageId,
        email: one.known.email,
        before: words(one.known),
        after: words(one.now?.judgement),
      })),
      ...added.map(one => ({
        messageId: one.messageId!,
        email: one.email,
        before: undefined,
        after: words(one.judgement),
      })),
    ],
  }
}

const NOTHING = {
  kind: 'none',
  class: 'none',
  status: undefined,
  reply: undefined,
  rule: 'judged again',
}

const inLedger = (kind: string): boolean => kind !== 'none' && kind !== 'complaint'

async function change(
  db: Store,
  tx: Db,
  accountId: number,
  runId: number,
  { changed, added }: Comparison,
  rules: BounceRules,
) {
  const addedIds = await keepBounces(db, tx, accountId, added)
  const ids = changed.map(({ known }) => known.id)
  await noteChanges(tx, { accountId, runId, ids: [...ids, ...addedIds], addedIds })
  const judgements = changed.map(({ now }) => now?.judgement ?? NOTHING)
  await changeBounces(tx, {
    accountId,
    ids,
    kinds: judgements.map(({ kind }) => kind),
    classes: judgements.map(one => one.class),
    statuses: judgements.map(({ status }) => keptText(status)),
    replies: judgements.map(({ reply }) => keptText(reply)),
    rules: judgements.map(({ rule }) => rule),
  })
  const bounced = ids.filter(
    (_, i) => inLedger(judgements[i]!.kind) && !inLedger(changed[i]!.known.kind),
  )
  const restored = ids.filter(
    (_, i) => !inLedger(judgements[i]!.kind) && inLedger(changed[i]!.known.kind),
  )
  await noteLedger(tx, { accountId, ids: bounced })
  await bounceMessages(tx, { accountId, ids: bounced })
  await restoreDeliveries(tx, { accountId, ids: restored })
  await forgetCountsOfBounces(tx, accountId, [...bounced, ...restored])
  const touched = [...added, ...changed.map(({ known }) => known)]
  await lockSubscribersOf(tx, accountId, touched)
  await applyComplaints(db, tx, accountId, [...added, ...changed.flatMap(({ now }) => now ?? [])])
  const people = touched.flatMap(({ subscriberId }) => subscriberId ?? [])
  await decideDeliverability(tx, accountId, people, rules)
}

const parts = (ids: number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, part) =>
    ids.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
  )

/**
 * Undoes a run. Returns how many bounces were restored; list memberships ended by a complaint are
 * not.
 */
export function undoRejudging(
  db: Db,
  accountId: number,
  runId: number,
  rules: BounceRules,
): Promise<number> {
  return atomically(db, async tx => {
    const run = await lockRun(tx, { accountId, runId })
    if (!run) throw refused('not-valid', 'rejudge-none', { run: runId })
    if (run.undone !== null) throw refused('not-now', 'rejudge-undone', { run: runId })
    const changes = await changesOfRun(tx, { accountId, runId })
    const was = (one: (typeof changes)[number]) => (one.added ? 'none' : one.kind)
    const idsWhere = (test: (one: (typeof changes)[number]) => boolean) =>
      changes.filter(test).map(({ bounceId }) => bounceId)
    const restored = idsWhere(one => inLedger(one.kindNow) && !inLedger(was(one)))
    for (const ids of parts(restored)) await restoreDeliveries(tx, { accountId, ids })
    const kept = changes.filter(({ added }) => !added)
    await changeBounces(tx, {
      accountId,
      ids: kept.map(({ bounceId }) => bounceId),
      kinds: kept.map(({ kind }) => kind),
      classes: kept.map(one => one.class),
      statuses: kept.map(({ status }) => status),
      replies: kept.map(({ reply }) => reply),
      rules: kept.map(({ rule }) => rule),
    })
    const bounced = idsWhere(one => !inLedger(one.kindNow) && inLedger(was(one)))
    for (const ids of parts(bounced)) {
      await noteLedger(tx, { accountId, ids })
      await bounceMessages(tx, { accountId, ids })
    }
    await forgetCountsOfBounces(tx, accountId, [...restored, ...bounced])
    await removeBounces(tx, { accountId, ids: idsWhere(({ added }) => added) })
    const people = changes.flatMap(({ subscriberId }) => subscriberId ?? [])
    await lockSubscribersOf(tx, accountId, changes)
    const complained = changes
      .filter(one => one.kindNow === 'complaint' && was(one) !== 'complaint')
      .flatMap(one => one.subscriberId ?? [])
    if (complained.length > 0) await liftComplaints(tx, { accountId, subscriberIds: complained })
    for (const some of parts(people)) await decideDeliverability(tx, accountId, some, rules)
    await runUndone(tx, { accountId, runId })
    await recordChange(tx, accountId, { action: 'bounce.undo-rejudge', id: runId })
    return changes.length
  })
}
