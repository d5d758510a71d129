/**
 * The second judgement of an email's hits, after the hold: relabels hits of machines and corrects
 * all counts, in one transaction. Locks the email's engagement first, like fold_hits(), so that
 * each hit is counted by exactly one of them, without deadlocks.
 */
import { atomically, type Db } from '../../../db/db.ts'
import { momentOfStore } from '../../../lib/instant.ts'
import { type CountChange, changeCounts, type HitMessage } from '../change-counts.ts'
import { AFTER_MILLIS } from '../hit.ts'
import {
  clickedBefore,
  clickedNow,
  deleteUnfounded,
  dropSuspicions,
  hitsAround,
  hitsOfMessages,
  implyView,
  lockEngagement,
  personalHits,
  relabel,
  removeClickedLink,
  setClickedLink,
  setEngagement,
  suspectRest,
  suspicionsOfMessages,
  takeMessages,
  takeSuspicions,
} from './judge.sql.ts'
import {
  BEFORE_MILLIS,
  machineHits,
  type SeenHit,
  type Suspicion,
  SWEEP_MILLIS,
} from './machines.ts'

/**
 * More hits of one email within a minute or two are never a person's: all are labelled as a
 * machine's, in batches of this size.
 */
export const FLOOD = 20_000

/** Emails per transaction, */
const MOST = 100
/** with up to this many hits each: an email with more is judged separately. */
const FEW = 500

/** Judges some due emails of the account; returns how many. 0: none is left unlocked. */
export async function judgeSome(db: Db, accountId: number): Promise<number> {
  const { looked, suspect } = await atomically(db, tx => dismissUnfounded(tx, accountId))
  for (const message of suspect)
    await atomically(db, async tx => {
      const before = await lockEngagement(tx, message)
      const suspicions = before ? (await takeSuspicions(tx, message)).map(suspicionOf) : []
      // Without suspicions, another worker has judged it meanwhile.
      if (before && suspicions.length > 0) await judge(tx, message, before, suspicions)
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
  id,
  link,
  agent,
  network,
  kind: kind as SeenHit['kind'],
  at: momentOfStore(at).getTime(),
})

const boundsOf = (suspicions: Suspicion[]) => ({
  from: Math.min(...suspicions.map(({ from }) => from)),
  until: Math.max(...suspicions.map(({ until }) => until)),
})

/** The time range of the relevant hits. */
const spanOf = ({ from, until }: { from: number; until: number }) => ({
  fromAt: new Date(from - BEFORE_MILLIS - SWEEP_MILLIS),
  untilAt: new Date(until + AFTER_MILLIS + SWEEP_MILLIS),
})

/**
 * Most suspicions are of people who clicked some links. These are dropped, for many emails in one
 * transaction, without changing counts. Returns the other emails, whose counts change, to be judged
 * one by one.
 */
async function dismissUnfounded(
  tx: Db,
  accountId: number,
): Promise<{ looked: number; suspect: HitMessage[] }> {
  const taken = await takeMessages(tx, { accountId, most: MOST })
  if (taken.length === 0) return { looked: await deleteUnfounded(tx, { accountId }), suspect: [] }
  const rows = await suspicionsOfMessages(tx, { accountId, ...columnsOf(taken) })
  const cases = taken
    .map(message => ({
      message: { accountId, ...message },
      rows: rows.filter(row => isOf(row, message)),
    }))
    .filter(({ rows }) => rows.length > 0)
    .map(({ message, rows }) => ({
      message,
      rows,
      suspicions: rows.map(suspicionOf),
      hits: [] as SeenHit[],
    }))
  const spans = cases.map(({ suspicions }) => spanOf(boundsOf(suspicions)))
  const hits = await hitsOfMessages(tx, {
    accountId,
    ...columnsOf(cases.map(({ message }) => message)),
    fromAts: spans.map(({ fromAt }) => fromAt),
    untilAts: spans.map(({ untilAt }) => untilAt),
    most: FEW,
  })
  for (const { message, ...hit } of hits) cases[message - 1]!.hits.push(seenIn(hit))
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
  return { looked: taken.length, suspect: cases.filter(isSuspect).map(({ message }) => message) }
}

type Named = Omit<HitMessage, 'accountId'>

const isOf = (row: Named, { sourceKind, sourceId, deliveryId }: Named): boolean =>
  row.deliveryId === deliveryId && row.sourceId === sourceId && row.sourceKind === sourceKind

const columnsOf = (messages: Named[]) => ({
  sourceKinds: messages.map(({ sourceKind }) => sourceKind),
  sourceIds: messages.map(({ sourceId }) => sourceId),
  deliveryIds: messages.map(({ deliveryId }) => deliveryId),
})

async function judge(
  tx: Db,
  message: HitMessage,
  before: Before,
  suspicions: Suspicion[],
): Promise<void> {
  const { from, until } = boundsOf(suspicions)
  const rows = await hitsAround(tx, { ...message, ...spanOf({ from, until }), most: FLOOD })
  const flooded = rows.length === FLOOD || suspicions.some(({ reason }) => reason === 'flood')
  if (rows.length === FLOOD)
    await suspectRest(tx, { ...message, fromAt: new Date(from), untilAt: new Date(until) })
  const reasons = flooded
    ? new Map(rows.map(({ id }) => [id, 'flood']))
    : machineHits(rows.map(seenIn), suspicions)
  const machines = rows.filter(({ id }) => reasons.has(id))
  if (machines.length === 0) return
  const relabelled = await relabel(tx, {
    ...message,
    kinds: machines.map(({ kind }) => kind),
    ids: machines.map(({ id }) => id),
    moments: machines.map(({ at }) => at),
    reasons: machines.map(({ id }) => reasons.get(id)!),
  })
  if (relabelled.length > 0) await correctCounts(tx, message, before, relabelled)
}

type Before = NonNullable<Awaited<ReturnType<typeof lockEngagement>>>

async function correctCounts(
  tx: Db,
  message: HitMessage,
  before: Before,
  relabelled: { kind: string; link: number; at: string }[],
): Promise<void> {
  const changes: CountChange[] = []
  const change = (
    kind: string,
    link: number,
    at: string,
    byPeople: number,
    messages: number,
    byAll = 0,
  ) => changes.push({ kind, link, at, byAll, byPeople, messages })
  /** An email is counted in the hour of its first hit. */
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
  let now = await personalHits(tx, message)
  if (now.views === 0 && now.clicks > 0) {
    const { at } = await implyView(tx, message)
    change('view', 0, at, 1, 0, 1)
    touched.push({ kind: 'view', link: 0, at })
    now = { ...now, views: 1, firstViewAt: at, lastViewAt: at }
  }
  await setEngagement(tx, { ...message, ...now })
  moved('view', 0, before.firstViewAt, now.firstViewAt)
  moved('click', 0, before.firstClickAt, now.firstClickAt)
  await correctLinks(
    tx,
    message,
    [...new Set(relabelled.map(({ link }) => link))],
    (link, was, is) => moved('click', link, was, is),
  )
  await changeCounts(tx, message.accountId, [{ message, changes, touched }])
}

async function correctLinks(
  tx: Db,
  message: HitMessage,
  links: number[],
  moved: (link: number, was: string, is: string | null) => void,
): Promise<void> {
  const before = await clickedBefore(tx, { ...message, links })
  const now = new Map(
    (await clickedNow(tx, { ...message, links })).map(clicked => [clicked.link, clicked]),
  )
  for (const { link, firstClickAt } of before) {
    const left = now.get(link)
    if (left) await setClickedLink(tx, { ...message, ...left })
    else await removeClickedLink(tx, { ...message, link })
    moved(link, firstClickAt, left?.firstClickAt ?? null)
  }
}
