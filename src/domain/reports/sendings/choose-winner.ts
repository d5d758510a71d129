/**
 * Chooses the variant that the rest of an audience gets, once. Machines never decide: only hits by
 * people count, and hits that may be by machines are waited for.
 */
import { atomically, type Db, type Store } from '../../../db/db.ts'
import { momentOfStore } from '../../../lib/instant.ts'
import { recordChange } from '../../audit/record.ts'
import { noSuch, refused } from '../../refusal.ts'
import { readOptions, type Split } from '../../sendings/audience/options.ts'
import { nextAtSameTime } from '../../sendings/audience/timing.ts'
import { decideSplit, findSending, samplesOf, untriedEmails } from '../../sendings/sendings.sql.ts'
import { foldHits } from '../../tracking/fold-hits.ts'
import { hintWork } from '../../work/hints.ts'
import { setWork } from '../../work/work.sql.ts'
import { WORK } from '../../work/work-kinds.ts'
import { resultsOf } from './ab-results.ts'
import { lastTried, openSuspicions } from './ab-test.sql.ts'

type Samples = Awaited<ReturnType<typeof samplesOf>>

/** Hits that wait to be judged hold a decision up no longer than this. */
const MOST_HOLD_MILLIS = 3_600_000

/**
 * Called when the sending is due. Where too few are measured, nobody wins: the rest gets the first
 * variant, so that it goes out. False: it waits, for an email of a sample that was never tried,
 * or for hits to be judged.
 */
export async function decideWinner(
  db: Store,
  accountId: number,
  sendingId: number,
): Promise<boolean> {
  const sending = await findSending(db, { accountId, sendingId })
  const split = sending && readOptions(sending.options).split
  if (!split || split.winner !== undefined || sending.parentId !== null) return true
  const due = momentOfStore(sending.dueAt)
  if (sending.state !== 'scheduled' || due.getTime() > Date.now()) return false
  const samples = await samplesOf(db, { accountId, sendingId })
  const sendingIds = samples.map(({ id }) => id)
  if (!samples.every(isUnderWay)) return false
  if ((await untriedEmails(db, { accountId, sendingIds })).some) return false
  await foldHits(db, accountId)
  const held = Date.now() - due.getTime() < MOST_HOLD_MILLIS
  if (held && (await openSuspicions(db, { accountId, sendingIds })).some) return false
  const { best, tooFew } = await resultsOf(db, accountId, samples, split)
  // A delay because of the samples needs no confirmation.
  const { at } = await lastTried(db, { accountId, sendingIds })
  const since = Math.max(due.getTime(), at === null ? 0 : momentOfStore(at).getTime())
  await keepDecision(db, accountId, sendingId, samples, {
    winner: tooFew ? 0 : best,
    zone: sending.zone,
    since,
    ownTimes: split.ownTimes,
    undecided: tooFew ? 'too few measured' : undefined,
  })
  return true
}

/** The choice of a person, before the wait is over. */
export async function chooseWinner(
  db: Store,
  accountId: number,
  sendingId: number,
  winner: number,
): Promise<void> {
  await atomically(
    db,
    async tx => {
      const sending = await findSending(tx, { accountId, sendingId })
      if (!sending) throw noSuch('no-such-sending', sendingId)
      const { split } = readOptions(sending.options)
      if (!split || sending.parentId !== null) throw refused('not-now', 'winner-no-test')
      if (split.winner !== undefined) throw refused('not-now', 'winner-chosen')
      if (winner >= split.variants) throw refused('not-valid', 'variant-none')
      const samples = await samplesOf(tx, { accountId, sendingId })
      if (!samples.every(({ plannedAt, state }) => plannedAt !== null || state === 'cancelled'))
        throw refused('not-now', 'winner-early')
      const { ownTimes } = split
      const decision = {
        winner,
        zone: sending.zone,
        since: Date.now(),
        ownTimes,
        byHand: true as const,
      }
      if (!(await keepDecision(tx, accountId, sendingId, samples, decision)))
        throw refused('not-now', 'sending-state', { state: sending.state })
      await recordChange(tx, accountId, {
        action: 'sending.winner',
        id: sendingId,
        after: { winner },
      })
    },
    { again: true },
  )
  hintWork(db)
}

/** A sample that a person has stopped waits for that person. */
const isUnderWay = ({ state, plannedAt }: Samples[number]): boolean =>
  state === 'cancelled' || (plannedAt !== null && (state === 'sending' || state === 'finished'))

interface Decision {
  winner: number
  zone: string
  since: number
  ownTimes: true | undefined
  byHand?: true
  undecided?: Split['undecided'] | undefined
}

/** The rest gets the winner now; of variants with times of their own, at its time of the day. */
async function keepDecision(
  db: Db,
  accountId: number,
  sendingId: number,
  samples: Samples,
  { winner, zone, since, ownTimes, byHand, undecided }: Decision,
): Promise<boolean> {
  const sample = samples.find(({ variant }) => variant === winner)!
  const dueAt = ownTimes
    ? nextAtSameTime(momentOfStore(sample.dueAt), zone, new Date(since))
    : new Date(since)
  const decision: Pick<Split, 'winner' | 'decidedAt' | 'byHand' | 'undecided'> = {
    winner,
    decidedAt: new Date().toISOString(),
    ...(byHand && { byHand }),
    ...(undecided && { undecided }),
  }
  return atomically(db, async tx => {
    const decided = await decideSplit(tx, {
      accountId,
      sendingId,
      dueAt,
      decision: JSON.stringify(decision),
      message: sample.message,
      blocks: sample.blocks,
      newsletterId: sample.newsletterId,
    })
    if (decided === 0) return false
    await setWork(tx, { accountId, kind: WORK.plan, sourceId: sendingId, due: dueAt })
    return true
  })
}
