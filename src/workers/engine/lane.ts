/**
 * One source being sent by this process: claim a batch under a lease, mark a group handed over,
 * send, settle. The mark is durable before an item is sent, and its outcome afterwards; items
 * between the two at a kill -9 are uncertain, and the window bounds their number. Reasons in
 * docs/decisions/0012.
 */
import { randomUUID } from 'node:crypto'
import { isLost } from '../../db/again.ts'
import { keepLease } from './lease.ts'
import { createSettler, type Settler } from './settler.ts'
import type { Source, SourceTypes } from './source.ts'
import type { Window } from './window.ts'

/** Items marked by one statement. */
const GROUP = 50
/** No item is begun in this last part of its lease. */
const MARGIN = 1 / 8
/** How often a lane asks whether its source was stopped: nothing is begun two seconds later. */
const LOOK_MILLIS = 1_000

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
  /** By the clock of this process; the store has its own. */
  leasedUntil: number
  stillOurs(): boolean
}

interface Lane<T extends SourceTypes> extends LaneSettings {
  source: Source<T>
  settler: Settler<T['outcome']>
  stopping: AbortSignal
  claims: Set<Claim>
  /** Groups in flight. */
  inFlight: Set<Promise<void>>
  /** A group was refused: the source is paused or cancelled, or the lease is gone. */
  refused: boolean
  /** The source was paused or cancelled: marked items that wait for the transport don't go. */
  stopped: boolean
}

/**
 * Sends until nothing is due, the source is stopped, no transport is usable, or the process stops.
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
    inFlight: new Set(),
    refused: false,
    stopped: false,
  }
  // If it can't be renewed it lapses, and nothing is sent under it.
  const lease = keepLease({
    renew: () => renew(lane),
    leaseMillis,
    report: error => report(error, 'renewing'),
  })
  const looking = setInterval(() => {
    look(lane).catch(error => report(error, 'looking for a stop'))
  }, LOOK_MILLIS)
  try {
    const end = await sendClaims(lane)
    // Groups in flight are settled before the lane closes.
    await Promise.all(lane.inFlight)
    return lane.refused ? 'held back' : end
  } finally {
    await Promise.all(lane.inFlight)
    lease.end()
    clearInterval(looking)
    for (const claim of lane.claims)
      await source.release(claim.id).catch(error => report(error, 'releasing'))
  }
}

async function sendClaims<T extends SourceTypes>(lane: Lane<T>): Promise<LaneEnd> {
  const { source, worker, stopping } = lane
  while (!stopping.aborted && !lane.refused) {
    // No claim without a transport: a released claim would look like progress.
    if (!source.transport()) return 'no transport'
    const claim = newClaim(lane)
    const by = {
      claimId: claim.id,
      worker,
      leaseSeconds: lane.leaseMillis / 1_000,
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

function newClaim<T extends SourceTypes>(lane: Lane<T>): Claim {
  const { leaseMillis } = lane
  const claim = {
    id: randomUUID(),
    leasedUntil: Date.now() + leaseMillis,
    stillOurs: () => !lane.stopped && Date.now() < claim.leasedUntil - leaseMillis * MARGIN,
  }
  return claim
}

/** A slow transport has marked items in hand for long: a stop holds for them as well. */
async function look<T extends SourceTypes>(lane: Lane<T>): Promise<void> {
  if (lane.stopped || !lane.source.goesOn || (await lane.source.goesOn())) return
  lane.stopped = true
  lane.refused = true
}

/**
 * Hands over a claim group by group. Settling continues in the background; the claim is done when
 * its last item is settled.
 */
async function sendClaim<T extends SourceTypes>(
  lane: Lane<T>,
  claim: Claim,
  items: T['item'][],
): Promise<LaneEnd | undefined> {
  const { source, window, stopping } = lane
  const groups: Promise<boolean>[] = []
  /** The last transport admitted nothing. */
  let turnedAway = false
  for (let from = 0; from < items.length; ) {
    if (stopping.aborted || lane.refused) return 'held back'
    const transport = source.transport()
    if (!transport) return 'no transport'
    const weight = source.weight(window.size)
    const room = Math.ceil(Math.floor(window.size / weight) / source.groupsInWindow)
    const wanted = items.slice(from, from + Math.min(GROUP, room))
    const admitted = await source.admit(transport, wanted.length, stopping)
    // Another one may be chosen now.
    if (admitted === 0 && turnedAway) return 'no transport'
    turnedAway = admitted === 0
    if (turnedAway) continue
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
  // The next claim begins while the last group of this one is in flight.
  return undefined
}

function track<T extends SourceTypes>({ inFlight, report }: Lane<T>, work: Promise<void>): void {
  const kept = work.catch(error => report(error, 'sending')).finally(() => inFlight.delete(kept))
  inFlight.add(kept)
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
  const renewed = await source.renew({ claimIds, worker, leaseSeconds: leaseMillis / 1_000 })
  if (renewed === held.length) for (const claim of held) claim.leasedUntil = leasedUntil
  return true
}

interface Group<T extends SourceTypes> {
  transport: T['transport']
  group: T['item'][]
  /** Weight of each item in the window. */
  weight: number
}

/**
 * False if the mark was refused: the source is paused or cancelled, or the claim is no longer ours.
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
        // A failure to record the transport's state does not concern the item; the rest of the
        // group is in flight.
        await source.learn?.(transport, one, verdict).catch(error => report(error, 'learning'))
      }),
    )
    return true
  } finally {
    window.give(free * weight)
  }
}

/**
 * Marks items handed over; returns for each one found whether it may be sent, and none if the store
 * did not answer.
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
    // The marks may have been committed, and nothing was sent: items found marked are taken back. A
    // mark committed even later is found when the lease of the claim has lapsed, so the claim is
    // neither renewed nor released.
    claims.delete(claim)
    await Promise.all(ready.map(one => settler.settle(source.notSent(one))))
    return []
  }
}
