/**
 * Kept messages judged again after a change of the rules: what would change, changing it, and
 * taking that back. Whether a person can be reached follows from the bounces that are kept, so that
 * changing those and asking again is all there is to it.
 */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import type { SourceKind } from '../../lib/source-kind.ts'
import { Refusal } from '../refusal.ts'
import { type BounceRules, complainOf, decideDeliverability, keepBounces } from './act.ts'
import type { Bounce } from './bounce.ts'
import { bounceLetters, noteLedger, unbounceLetters } from './bounces.sql.ts'
import { messagesSince, readMessages } from './messages/messages.sql.ts'
import {
  addRun,
  bouncesOfMessages,
  changeBounces,
  changesOfRun,
  liftComplaints,
  lockRun,
  noteChanges,
  removeBounces,
  retoldMessages,
  runUndone,
} from './rejudge.sql.ts'
import { type BounceReport, bouncesIn, keptText } from './told.ts'

export type KeptMessage = Awaited<ReturnType<typeof readMessages>>[number]

/** What a message means by the rules of today. */
export type Judge = (
  message: KeptMessage,
) => Promise<{ kind: string; class: string; told: BounceReport }>

interface JudgementChange {
  messageId: number
  email: string
  /** kind/class; undefined: there was no bounce in it, or there is none now. */
  before: string | undefined
  after: string | undefined
}

const BATCH = 50

/**
 * Yields what is different, batch by batch; with `apply` it is done when it is yielded, under the
 * number of a run.
 */
export async function* rejudge(
  db: Store,
  accountId: number,
  { since, apply, judge, rules }: { since: Date; apply: boolean; judge: Judge; rules: BounceRules },
): AsyncGenerator<{ read: number; changes: JudgementChange[]; runId: number | undefined }> {
  let runId: number | undefined
  for (let after = 0; ; ) {
    const ids = (await messagesSince(db, { accountId, after, since, most: BATCH })).map(
      ({ id }) => id,
    )
    if (ids.length === 0) return
    after = ids.at(-1)!
    const retold = await Promise.all((await readMessages(db, { accountId, ids })).map(judge))
    const compare = async (tx: Db) => {
      const known = await bouncesOfMessages(tx, { accountId, messageIds: ids })
      return comparison(
        known,
        await bouncesIn(
          tx,
          accountId,
          retold.map(({ told }) => told),
        ),
      )
    }
    let compared = await compare(db)
    if (apply && compared.changes.length > 0) {
      if (runId === undefined) {
        runId = await takeId(db, accountId, 'bounce run')
        await addRun(db, { accountId, runId })
      }
      const run = runId
      compared = await atomically(db, async tx => {
        const now = await compare(tx)
        await change(db, tx, accountId, run, now, rules)
        await retoldMessages(tx, {
          accountId,
          ids,
          kinds: retold.map(({ kind }) => kind),
          classes: retold.map(one => one.class),
        })
        return now
      })
    }
    yield { read: ids.length, changes: compared.changes, runId }
  }
}

type Known = Awaited<ReturnType<typeof bouncesOfMessages>>[number]

interface Comparison {
  changes: JudgementChange[]
  /** With what is said of them now; undefined: nothing. */
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
    const said = now.get(keyOf(one))
    now.delete(keyOf(one))
    const same = said
      ? said.said.kind === one.kind && said.said.class === one.class
      : one.kind === 'none'
    return same ? [] : [{ known: one, now: said }]
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
        after: words(one.now?.said),
      })),
      ...added.map(one => ({
        messageId: one.messageId!,
        email: one.email,
        before: undefined,
        after: words(one.said),
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
  const said = changed.map(({ now }) => now?.said ?? NOTHING)
  await changeBounces(tx, {
    accountId,
    ids,
    kinds: said.map(({ kind }) => kind),
    classes: said.map(one => one.class),
    statuses: said.map(({ status }) => keptText(status)),
    replies: said.map(({ reply }) => keptText(reply)),
    rules: said.map(({ rule }) => rule),
  })
  const cameBack = ids.filter(
    (_, i) => inLedger(said[i]!.kind) && !inLedger(changed[i]!.known.kind),
  )
  const didNot = ids.filter((_, i) => !inLedger(said[i]!.kind) && inLedger(changed[i]!.known.kind))
  await noteLedger(tx, { accountId, ids: cameBack })
  await bounceLetters(tx, { accountId, ids: cameBack })
  await unbounceLetters(tx, { accountId, ids: didNot })
  await complainOf(db, tx, accountId, [...added, ...changed.flatMap(({ now }) => now ?? [])])
  const people = [...added, ...changed.map(({ known }) => known)].flatMap(
    ({ subscriberId }) => subscriberId ?? [],
  )
  await decideDeliverability(tx, accountId, people, rules)
}

/**
 * Takes a run back. Answers how many bounces are again what they were; who had left lists by a
 * complaint is on none.
 */
export function undoRejudging(
  db: Db,
  accountId: number,
  runId: number,
  rules: BounceRules,
): Promise<number> {
  return atomically(db, async tx => {
    const run = await lockRun(tx, { accountId, runId })
    if (!run) throw new Refusal('not-valid', `There is no run ${runId}.`)
    if (run.undone !== null) throw new Refusal('not-now', `Run ${runId} was undone before.`)
    const changes = await changesOfRun(tx, { accountId, runId })
    const was = (one: (typeof changes)[number]) => (one.added ? 'none' : one.kind)
    const idsWhere = (test: (one: (typeof changes)[number]) => boolean) =>
      changes.filter(test).map(({ bounceId }) => bounceId)
    await unbounceLetters(tx, {
      accountId,
      ids: idsWhere(one => inLedger(one.kindNow) && !inLedger(was(one))),
    })
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
    const again = { accountId, ids: idsWhere(one => !inLedger(one.kindNow) && inLedger(was(one))) }
    await noteLedger(tx, again)
    await bounceLetters(tx, again)
    await removeBounces(tx, { accountId, ids: idsWhere(({ added }) => added) })
    const people = changes.flatMap(({ subscriberId }) => subscriberId ?? [])
    const complained = changes
      .filter(one => one.kindNow === 'complaint' && was(one) !== 'complaint')
      .flatMap(one => one.subscriberId ?? [])
    if (complained.length > 0) await liftComplaints(tx, { accountId, subscriberIds: complained })
    await decideDeliverability(tx, accountId, people, rules)
    await runUndone(tx, { accountId, runId })
    return changes.length
  })
}
