/**
 * One source being sent by this process: claim a batch under a lease, mark a group handed over,
 * send, settle. A mark is durable before anything of an item is sent and its outcome after it; what
 * lies between at a kill -9 is uncertain, and bounded by the window. docs/decisions/0012 has the
 * reasons.
 */
import { randomUUID } from 'node:crypto'
import { isLost } from '../../db/again.ts'
import { keepLease } from './lease.ts'
import { createSettler, type Settler } from './settler.ts'
import type { Source, SourceTypes } from './source.ts'
import type { Window } from './window.ts'

/** How many items are marked with one statement. */
const GROUP = 50
/** An item whose lease ends sooner than this part of it is not begun. */
const MARGIN = 1 / 8

export type LaneEnd = 'nothing due' | 'held back' | 'no transport'

export interface LaneSettings {
  worker: string
  leaseMillis: number
  /** Shared by all lanes. */
  window: Window
  report(error: unknown, name: string): void
}

interface Claim {
  id: string
  leasedUntil: number
  stillOurs(): boolean
}

interface Lane<T extends SourceTypes> extends LaneSettings {
  source: Source<T>
  settler: Settler<T['outcome']>
  stopping: AbortSignal
  claims: Set<Claim>
  /** Groups on their way. */
  inHand: Set<Promise<void>>
  /** A group was refused: the source is paused or cancelled, or the lease is gone. */
  refused: boolean
}

/**
 * Sends what is due until nothing is, the source is stopped, nothing can be sent by, or the process
 * stops.
 */
export async function runLane<T extends SourceTypes>(
  source: Source<T>,
  settings: LaneSettings,
  stopping: AbortSignal,
): Promise<LaneEnd> {
  const { report, leaseMillis } = settings
  const statement = source.settling
  const settler = createSettler({ statement, report: error => report(error, 'settling') })
  const lane: Lane<T> = {
    ...settings,
    source,
    settler,
    stopping,
    claims: new Set(),
    inHand: new Set(),
    refused: false,
  }
  // When it can't be renewed it lapses by itself, and nothing is sent on it then.
  const lease = keepLease({
    renew: () => renew(lane),
    leaseMillis,
    report: error => report(error, 'renewing'),
  })
  try {
    const end = await sendClaims(lane)
    // What is on its way is settled before the lane is left.
    await Promise.all(lane.inHand)
    return lane.refused ? 'held back' : end
  } finally {
    await Promise.all(lane.inHand)
    lease.end()
    for (const claim of lane.claims)
      await source.release(claim.id).catch(error => report(error, 'releasing'))
  }
}

async function sendClaims<T extends SourceTypes>(lane: Lane<T>): Promise<LaneEnd> {
  const { source, worker, stopping } = lane
  while (!stopping.aborted && !lane.refused) {
    // Nothing is claimed that can't go anyway: a claim given back would look like progress.
    if (!source.transport()) return 'no transport'
    const claim = newClaim(lane)
    const by = {
      claimId: claim.id,
      worker,
      leasedUntil: new Date(claim.leasedUntil),
      most: source.batch,
    }
    const items = await source.claim(by)
    if (items.length === 0) break
    lane.claims.add(claim)
    const ended = await sendClaim(lane, claim, items)
    if (ended) return ended
  }
  return 'nothing due'
}

function newClaim({ leaseMillis }: LaneSettings): Claim {
  const claim = {
    id: randomUUID(),
    leasedUntil: Date.now() + leaseMillis,
    stillOurs: () => Date.now() < claim.leasedUntil - leaseMillis * MARGIN,
  }
  return claim
}

/**
 * Hands over a claim group by group. Settling goes on behind; the claim is done when its last item
 * is.
 */
async function sendClaim<T extends SourceTypes>(
  lane: Lane<T>,
  claim: Claim,
  items: T['item'][],
): Promise<LaneEnd | undefined> {
  const { source, window, stopping } = lane
  const groups: Promise<boolean>[] = []
  for (let from = 0; from < items.length; ) {
    if (stopping.aborted || lane.refused) return 'held back'
    const transport = source.transport()
    if (!transport) return 'no transport'
    const weight = source.weight(window.size)
    const room = Math.ceil(Math.floor(window.size / weight) / source.groupsInWindow)
    const wanted = items.slice(from, from + Math.min(GROUP, room))
    const admitted = await source.admit(transport, wanted.length, stopping)
    if (admitted === 0) return 'no transport'
    const group = wanted.slice(0, admitted)
    from += group.length
    await window.take(group.length * weight)
    const sent = sendGroup(lane, claim, { transport, group, weight })
    groups.push(sent)
    track(
      lane,
      sent.then(mayGo => {
        lane.refused ||= !mayGo
      }),
    )
  }
  track(
    lane,
    Promise.all(groups).then(async all => {
      if (!all.every(Boolean)) return
      await lane.settler.done(claim.id)
      lane.claims.delete(claim)
    }),
  )
  // The next claim begins while the last group of this one is still on its way.
  return undefined
}

function track<T extends SourceTypes>({ inHand, report }: Lane<T>, work: Promise<void>): void {
  const kept = work.catch(error => report(error, 'sending')).finally(() => inHand.delete(kept))
  inHand.add(kept)
}

async function renew<T extends SourceTypes>({
  source,
  claims,
  worker,
  leaseMillis,
}: Lane<T>): Promise<true> {
  const leasedUntil = Date.now() + leaseMillis
  const held = [...claims]
  if (held.length === 0) return true
  const claimIds = held.map(({ id }) => id)
  const renewed = await source.renew({ claimIds, worker, leasedUntil: new Date(leasedUntil) })
  if (renewed === held.length) for (const claim of held) claim.leasedUntil = leasedUntil
  return true
}

interface Group<T extends SourceTypes> {
  transport: T['transport']
  group: T['item'][]
  /** What each of them has taken of the window. */
  weight: number
}

/**
 * False when the mark was refused: the source is paused or cancelled, or the claim is no longer
 * ours.
 */
async function sendGroup<T extends SourceTypes>(
  lane: Lane<T>,
  claim: Claim,
  { transport, group, weight }: Group<T>,
): Promise<boolean> {
  const { source, window, settler, report } = lane
  let free = group.length
  try {
    const ready = await source.prepare(transport, group, settler.settle)
    if (ready.length === 0) return true
    const marked = await mark(lane, claim, transport, ready)
    if (marked.length === 0) return false
    const mayGo = new Set(marked.filter(row => row.mayGo).map(({ id }) => id))
    const going = ready.filter(({ id }) => mayGo.has(id))
    window.give((free - going.length) * weight)
    free = going.length
    await Promise.all(
      going.map(async one => {
        const verdict = await source.send(transport, one, claim.stillOurs)
        await settler.settle(source.outcomeOf(transport, one, verdict))
        free--
        window.give(weight)
        // What is known of the transport is no matter of the item, and the others are still on
        // their way.
        await source.learn?.(transport, one, verdict).catch(error => report(error, 'learning'))
      }),
    )
    return true
  } finally {
    window.give(free * weight)
  }
}

/**
 * Marks items handed over, and answers for each that was found whether it may go; none when the
 * store gave no answer.
 */
async function mark<T extends SourceTypes>(
  { source, settler, claims, worker, report }: Lane<T>,
  claim: Claim,
  transport: T['transport'],
  ready: T['ready'][],
): Promise<{ id: number; mayGo: boolean }[]> {
  try {
    return await source.handOver(transport, ready, { claimId: claim.id, worker })
  } catch (error) {
    report(error, 'handing over')
    if (!isLost(error)) return []
    // The marks may have been made, and nothing has gone: those found marked are taken back. One
    // that is made even later is found when the claim's lease has run out, so that is neither
    // renewed nor given back.
    claims.delete(claim)
    await Promise.all(ready.map(one => settler.settle(source.notSent(one))))
    return []
  }
}
