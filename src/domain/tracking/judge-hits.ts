/**
 * The second look at a letter's hits, when the hold is over: what was a machine's is labelled so, and every count is put right, in one transaction.
 * The letter's engagement is locked first, as fold_hits() does, so that no hit is counted by one and missed by the other, and neither waits for what
 * the other has.
 */
import { atomically, type Db } from '../../db/db.ts'
import { momentOfStore } from '../../lib/instant.ts'
import {
  clickedBefore,
  clickedNow,
  correctHours,
  correctTimes,
  correctTotals,
  forgetUnfounded,
  hitsAround,
  implyView,
  relabel,
  removeClickedLink,
  setClickedLink,
  setEngagement,
  standingNow,
  suspectAgain,
  suspicionsOfLetter,
  takeLetter,
} from './judge.sql.ts'
import { AFTER_MILLIS, BEFORE_MILLIS, machineHits, type SeenHit, type Suspicion, SWEEP_MILLIS } from './machines.ts'

/** Nobody opens and clicks in one letter so often within a minute or two: all of it is a machine, and is labelled in parts of this size. */
export const FLOOD = 20_000

interface Letter {
  accountId: number
  sourceKind: number
  sourceId: number
  deliveryId: number
}

/** Judges one letter of the account that is due. False: there is none that nobody has in hand. */
export function judgeNext(db: Db, accountId: number): Promise<boolean> {
  return atomically(db, accountId, async tx => {
    const taken = await takeLetter(tx, { accountId })
    if (!taken) return (await forgetUnfounded(tx, { accountId })) > 0
    const { sourceKind, sourceId, deliveryId } = taken
    const letter = { accountId, sourceKind, sourceId, deliveryId }
    const suspicions = (await suspicionsOfLetter(tx, letter)).map(
      ({ reason, fromAt, untilAt, agent, network }): Suspicion => ({
        reason: reason as Suspicion['reason'],
        from: momentOfStore(fromAt).getTime(),
        until: momentOfStore(untilAt).getTime(),
        agent,
        network,
      }),
    )
    // Another one, who had it in hand until a moment ago, has judged it.
    if (suspicions.length === 0) return true
    await judge(tx, letter, taken, suspicions)
    return true
  })
}

async function judge(tx: Db, letter: Letter, before: Before, suspicions: Suspicion[]): Promise<void> {
  const [from, until] = [Math.min(...suspicions.map(({ from }) => from)), Math.max(...suspicions.map(({ until }) => until))]
  const rows = await hitsAround(tx, {
    ...letter,
    fromAt: new Date(from - BEFORE_MILLIS - SWEEP_MILLIS),
    untilAt: new Date(until + AFTER_MILLIS + SWEEP_MILLIS),
    most: FLOOD,
  })
  const flooded = rows.length === FLOOD || suspicions.some(({ reason }) => reason === 'flood')
  if (rows.length === FLOOD) await suspectAgain(tx, { ...letter, fromAt: new Date(from), untilAt: new Date(until) })
  const seen = rows.map(
    ({ kind, at, ...row }): SeenHit => ({ ...row, kind: kind as SeenHit['kind'], at: momentOfStore(at).getTime() }),
  )
  const reasons = flooded ? new Map(rows.map(({ id }) => [id, 'flood'])) : machineHits(seen, suspicions)
  const machines = rows.filter(({ id }) => reasons.has(id))
  if (machines.length === 0) return
  const relabelled = await relabel(tx, {
    ...letter,
    kinds: machines.map(({ kind }) => kind),
    ids: machines.map(({ id }) => id),
    moments: machines.map(({ at }) => at),
    reasons: machines.map(({ id }) => reasons.get(id)!),
  })
  if (relabelled.length > 0) await correctCounts(tx, letter, before, relabelled)
}

interface Change {
  kind: string
  link: number
  at: string
  byAll: number
  byPeople: number
  letters: number
}

type Before = NonNullable<Awaited<ReturnType<typeof takeLetter>>>

async function correctCounts(
  tx: Db,
  letter: Letter,
  before: Before,
  relabelled: { kind: string; link: number; at: string }[],
): Promise<void> {
  const changes: Change[] = []
  const change = (kind: string, link: number, at: string, byPeople: number, letters: number, byAll = 0) =>
    changes.push({ kind, link, at, byAll, byPeople, letters })
  /** A letter counts in the hour of its first time. */
  const moved = (kind: string, link: number, was: string | null, is: string | null) => {
    if (was === is) return
    if (was !== null) change(kind, link, was, 0, -1)
    if (is !== null) change(kind, link, is, 0, 1)
  }
  for (const { kind, link, at } of relabelled) {
    change(kind, link, at, -1, 0)
    if (kind === 'click' && link > 0) change('click', 0, at, -1, 0)
  }
  const touched = [...relabelled]
  let now = await standingNow(tx, letter)
  if (now.views === 0 && now.clicks > 0) {
    const { at } = await implyView(tx, letter)
    change('view', 0, at, 1, 0, 1)
    touched.push({ kind: 'view', link: 0, at })
    now = { ...now, views: 1, firstViewAt: at, lastViewAt: at }
  }
  await setEngagement(tx, { ...letter, ...now })
  moved('view', 0, before.firstViewAt, now.firstViewAt)
  moved('click', 0, before.firstClickAt, now.firstClickAt)
  await correctLinks(tx, letter, [...new Set(relabelled.map(({ link }) => link))], (link, was, is) =>
    moved('click', link, was, is),
  )
  const columns = {
    kinds: changes.map(({ kind }) => kind),
    links: changes.map(({ link }) => link),
    byAll: changes.map(({ byAll }) => byAll),
    byPeople: changes.map(({ byPeople }) => byPeople),
    letters: changes.map(({ letters }) => letters),
  }
  const { accountId, sourceKind, sourceId } = letter
  await correctHours(tx, { accountId, sourceKind, sourceId, ...columns, moments: changes.map(({ at }) => at) })
  await correctTotals(tx, { accountId, sourceKind, sourceId, ...columns })
  await correctTimes(tx, {
    accountId,
    sourceKind,
    sourceId,
    kinds: touched.map(({ kind }) => kind),
    links: touched.map(({ link }) => link),
    moments: touched.map(({ at }) => at),
  })
}

async function correctLinks(
  tx: Db,
  letter: Letter,
  links: number[],
  moved: (link: number, was: string, is: string | null) => void,
): Promise<void> {
  const before = await clickedBefore(tx, { ...letter, links })
  const now = new Map((await clickedNow(tx, { ...letter, links })).map(clicked => [clicked.link, clicked]))
  for (const { link, firstClickAt } of before) {
    const left = now.get(link)
    if (left) await setClickedLink(tx, { ...letter, ...left })
    else await removeClickedLink(tx, { ...letter, link })
    moved(link, firstClickAt, left?.firstClickAt ?? null)
  }
}
