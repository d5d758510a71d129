/**
 * The second look at a letter's hits, when the hold is over: what was a machine's is labelled so,
 * and every count is put right, in one transaction. The letter's engagement is locked first, as
 * fold_hits() does, so that no hit is counted by one and missed by the other, and neither waits for
 * what the other has.
 */
import { atomically, type Db } from '../../../db/db.ts'
import { momentOfStore } from '../../../lib/instant.ts'
import type { SourceKind } from '../../../lib/source-kind.ts'
import {
  clickedBefore,
  clickedNow,
  correctHours,
  correctTimes,
  correctTotals,
  deleteUnfounded,
  dropSuspicions,
  hitsAround,
  hitsOfLetters,
  implyView,
  lockEngagement,
  personalHits,
  relabel,
  removeClickedLink,
  setClickedLink,
  setEngagement,
  suspectAgain,
  suspicionsOfLetters,
  takeLetters,
  takeSuspicions,
} from './judge.sql.ts'
import {
  AFTER_MILLIS,
  BEFORE_MILLIS,
  machineHits,
  type SeenHit,
  type Suspicion,
  SWEEP_MILLIS,
} from './machines.ts'

/**
 * Nobody opens and clicks in one letter so often within a minute or two: all of it is a machine,
 * and is labelled in parts of this size.
 */
export const FLOOD = 20_000

interface Letter {
  accountId: number
  sourceKind: SourceKind
  sourceId: number
  deliveryId: number
}

/** As many letters are looked at in one transaction, */
const MOST = 100
/** each up to so many hits: one with more is looked at by itself. */
const FEW = 500

/**
 * Judges some letters of the account that are due, and answers how many. 0: there is none that
 * nobody has in hand.
 */
export async function judgeSome(db: Db, accountId: number): Promise<number> {
  const { looked, suspect } = await atomically(db, tx => dismissUnfounded(tx, accountId))
  for (const letter of suspect)
    await atomically(db, async tx => {
      const before = await lockEngagement(tx, letter)
      const suspicions = before ? (await takeSuspicions(tx, letter)).map(suspicionOf) : []
      // Where there are none, another one has judged it meanwhile.
      if (before && suspicions.length > 0) await judge(tx, letter, before, suspicions)
    })
  return looked
}

const suspicionOf = (row: {
  reason: string
  fromAt: string
  untilAt: string
  agent: string
  network: string
}): Suspicion => ({
  reason: row.reason as Suspicion['reason'],
  from: momentOfStore(row.fromAt).getTime(),
  until: momentOfStore(row.untilAt).getTime(),
  agent: row.agent,
  network: row.network,
})

const seenIn = ({
  kind,
  at,
  id,
  link,
  agent,
  network,
}: Awaited<ReturnType<typeof hitsAround>>[number]): SeenHit => ({
  ...{ id, link, agent, network },
  kind: kind as SeenHit['kind'],
  at: momentOfStore(at).getTime(),
})

const boundsOf = (suspicions: Suspicion[]) => ({
  from: Math.min(...suspicions.map(({ from }) => from)),
  until: Math.max(...suspicions.map(({ until }) => until)),
})

/** When the hits were that have to do with it. */
const spanOf = ({ from, until }: { from: number; until: number }) => ({
  fromAt: new Date(from - BEFORE_MILLIS - SWEEP_MILLIS),
  untilAt: new Date(until + AFTER_MILLIS + SWEEP_MILLIS),
})

/**
 * Most who are looked at are people who clicked some links. Of them nothing changes but that nobody
 * suspects them any more: that goes for many in one transaction. Answers the others, which change
 * counts, and so are judged one by one.
 */
async function dismissUnfounded(
  tx: Db,
  accountId: number,
): Promise<{ looked: number; suspect: Letter[] }> {
  const taken = await takeLetters(tx, { accountId, most: MOST })
  if (taken.length === 0) return { looked: await deleteUnfounded(tx, { accountId }), suspect: [] }
  const rows = await suspicionsOfLetters(tx, { accountId, ...columnsOf(taken) })
  const cases = taken
    .map(letter => ({
      letter: { accountId, ...letter },
      rows: rows.filter(row => isOf(row, letter)),
    }))
    .filter(({ rows }) => rows.length > 0)
    .map(({ letter, rows }) => ({
      letter,
      rows,
      suspicions: rows.map(suspicionOf),
      hits: [] as SeenHit[],
    }))
  const spans = cases.map(({ suspicions }) => spanOf(boundsOf(suspicions)))
  const hits = await hitsOfLetters(tx, {
    accountId,
    ...columnsOf(cases.map(({ letter }) => letter)),
    fromAts: spans.map(({ fromAt }) => fromAt),
    untilAts: spans.map(({ untilAt }) => untilAt),
    most: FEW,
  })
  for (const { letter, ...hit } of hits) cases[letter - 1]!.hits.push(seenIn(hit))
  const isSuspect = ({ suspicions, hits }: (typeof cases)[number]) =>
    hits.length === FEW ||
    suspicions.some(({ reason }) => reason === 'flood') ||
    machineHits(hits, suspicions).size > 0
  const over = cases.filter(one => !isSuspect(one)).flatMap(({ rows }) => rows)
  await dropSuspicions(tx, {
    accountId,
    ...columnsOf(over),
    reasons: over.map(({ reason }) => reason),
  })
  return { looked: taken.length, suspect: cases.filter(isSuspect).map(({ letter }) => letter) }
}

type Named = Omit<Letter, 'accountId'>

const isOf = (row: Named, { sourceKind, sourceId, deliveryId }: Named): boolean =>
  row.deliveryId === deliveryId && row.sourceId === sourceId && row.sourceKind === sourceKind

const columnsOf = (letters: Named[]) => ({
  sourceKinds: letters.map(({ sourceKind }) => sourceKind),
  sourceIds: letters.map(({ sourceId }) => sourceId),
  deliveryIds: letters.map(({ deliveryId }) => deliveryId),
})

async function judge(
  tx: Db,
  letter: Letter,
  before: Before,
  suspicions: Suspicion[],
): Promise<void> {
  const { from, until } = boundsOf(suspicions)
  const rows = await hitsAround(tx, { ...letter, ...spanOf({ from, until }), most: FLOOD })
  const flooded = rows.length === FLOOD || suspicions.some(({ reason }) => reason === 'flood')
  if (rows.length === FLOOD)
    await suspectAgain(tx, { ...letter, fromAt: new Date(from), untilAt: new Date(until) })
  const reasons = flooded
    ? new Map(rows.map(({ id }) => [id, 'flood']))
    : machineHits(rows.map(seenIn), suspicions)
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

type Before = NonNullable<Awaited<ReturnType<typeof lockEngagement>>>

async function correctCounts(
  tx: Db,
  letter: Letter,
  before: Before,
  relabelled: { kind: string; link: number; at: string }[],
): Promise<void> {
  const changes: Change[] = []
  const change = (
    kind: string,
    link: number,
    at: string,
    byPeople: number,
    letters: number,
    byAll = 0,
  ) => changes.push({ kind, link, at, byAll, byPeople, letters })
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
  let now = await personalHits(tx, letter)
  if (now.views === 0 && now.clicks > 0) {
    const { at } = await implyView(tx, letter)
    change('view', 0, at, 1, 0, 1)
    touched.push({ kind: 'view', link: 0, at })
    now = { ...now, views: 1, firstViewAt: at, lastViewAt: at }
  }
  await setEngagement(tx, { ...letter, ...now })
  moved('view', 0, before.firstViewAt, now.firstViewAt)
  moved('click', 0, before.firstClickAt, now.firstClickAt)
  await correctLinks(
    tx,
    letter,
    [...new Set(relabelled.map(({ link }) => link))],
    (link, was, is) => moved('click', link, was, is),
  )
  const columns = {
    kinds: changes.map(({ kind }) => kind),
    links: changes.map(({ link }) => link),
    byAll: changes.map(({ byAll }) => byAll),
    byPeople: changes.map(({ byPeople }) => byPeople),
    letters: changes.map(({ letters }) => letters),
  }
  const { accountId, sourceKind, sourceId } = letter
  await correctHours(tx, {
    accountId,
    sourceKind,
    sourceId,
    ...columns,
    moments: changes.map(({ at }) => at),
  })
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
  const now = new Map(
    (await clickedNow(tx, { ...letter, links })).map(clicked => [clicked.link, clicked]),
  )
  for (const { link, firstClickAt } of before) {
    const left = now.get(link)
    if (left) await setClickedLink(tx, { ...letter, ...left })
    else await removeClickedLink(tx, { ...letter, link })
    moved(link, firstClickAt, left?.firstClickAt ?? null)
  }
}
