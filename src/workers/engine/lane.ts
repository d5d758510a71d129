/**
 * One source (a sending, a transaction project) being sent by this process: claims batches, writes letters, marks them handed over, sends, settles.
 * A mark is durable before DATA and a reply after it; what lies between at a kill -9 is uncertain, and bounded by the window.
 */
import { randomUUID } from 'node:crypto'
import { isLost } from '../../db/again.ts'
import { releaseClaim, renewClaims } from '../../domain/deliveries/deliveries.sql.ts'
import { type Outcome, outcomeOf } from '../../domain/deliveries/outcome.ts'
import { emailsTried } from '../../lib/telemetry.ts'
import type { Route, WorkerContext, WrittenLetter } from '../context.ts'
import { createSettler, type Settler } from '../email-settling.ts'
import type { Claimed, Source } from '../email-source.ts'
import type { Window } from './window.ts'

/** How many letters are claimed at once, and how many are marked with one statement. */
const BATCH = 500
/** Of urgent ones fewer, so that the next claim soon finds what came meanwhile. */
const URGENT_BATCH = 100
const GROUP = 50
/** Letters in hand of a process have so many bytes at most, or are one. */
const MOST_BYTES = 32_000_000
/** A letter whose lease ends sooner than this part of it is not begun. */
const MARGIN = 1 / 8

export type LaneEnd = 'nothing due' | 'held back' | 'no route'

interface Claim {
  id: string
  leasedUntil: number
}

/** Sends what is due until nothing is, the source is stopped, no route is left, or the process stops. */
export async function runLane(context: WorkerContext, source: Source, window: Window, stopping: AbortSignal): Promise<LaneEnd> {
  const { db, settings, worker } = context
  const { accountId, sourceKind, sourceId, urgent, routeId: wished } = source
  const settler = createSettler(
    db,
    accountId,
    sourceKind,
    sourceId,
    error => context.report(error, 'settling'),
    settings.bounceRules,
  )
  const claims = new Set<Claim>()
  const inHand = new Set<Promise<void>>()
  const renewing = setInterval(() => void renew(), settings.leaseMillis / 4)
  let end: LaneEnd = 'nothing due'
  /** A group was refused: the source is paused or cancelled, or the lease is gone. */
  let refused = false
  /** Of those that are written. */
  let largestBytes = 0
  try {
    while (!stopping.aborted && !refused) {
      // Nothing is claimed that can't go anyway: a claim given back would look like progress.
      if ('none' in context.routes.choose(wished)) {
        end = 'no route'
        break
      }
      const claim: Claim = { id: randomUUID(), leasedUntil: Date.now() + settings.leaseMillis }
      const leasedUntil = new Date(claim.leasedUntil)
      const claimed = await source.claim({ claimId: claim.id, worker, leasedUntil, most: urgent ? URGENT_BATCH : BATCH })
      if (claimed.length === 0) break
      claims.add(claim)
      const ended = await sendClaim(claim, claimed)
      if (ended) {
        end = ended
        break
      }
    }
    // What is on its way is settled before the lane is left.
    await Promise.all(inHand)
    return refused ? 'held back' : end
  } finally {
    await Promise.all(inHand)
    clearInterval(renewing)
    for (const claim of claims)
      await releaseClaim(db, { accountId, claimId: claim.id }).catch(error => context.report(error, 'releasing'))
  }

  /** Hands over a claim group by group. Settling goes on behind; the claim is done when its last letter is. */
  async function sendClaim(claim: Claim, claimed: Claimed[]): Promise<LaneEnd | undefined> {
    const groups: Promise<boolean>[] = []
    for (let from = 0; from < claimed.length; ) {
      if (stopping.aborted || refused) return 'held back'
      const route = context.routes.choose(wished)
      if ('none' in route) return 'no route'
      // Large letters take up more of the window, which so bounds memory as well.
      const weight = Math.min(
        window.size,
        Math.max(1, Math.ceil(((largestBytes || source.guessedBytes) * window.size) / MOST_BYTES)),
      )
      const wanted = claimed.slice(from, from + Math.min(GROUP, Math.floor(window.size / weight)))
      const admitted = await route.admit(wanted.length, urgent)
      if (admitted === 0) return 'no route'
      const group = wanted.slice(0, admitted)
      from += group.length
      await window.take(group.length * weight)
      const task = sendGroup(claim, route, group, weight)
      groups.push(task)
      track(
        task.then(mayGo => {
          refused ||= !mayGo
        }),
      )
    }
    track(
      Promise.all(groups).then(async all => {
        if (!all.every(Boolean)) return
        await settler.done(claim.id)
        claims.delete(claim)
      }),
    )
    // The next claim begins while the last group of this one is still on its way.
    return undefined
  }

  function track(work: Promise<void>): void {
    const kept = work.catch(error => context.report(error, 'sending')).finally(() => inHand.delete(kept))
    inHand.add(kept)
  }

  async function renew(): Promise<void> {
    const leasedUntil = Date.now() + settings.leaseMillis
    const held = [...claims]
    try {
      const claimIds = held.map(({ id }) => id)
      const renewed = await renewClaims(db, { accountId, worker, claimIds, leasedUntil: new Date(leasedUntil) })
      if (renewed === held.length) for (const claim of held) claim.leasedUntil = leasedUntil
    } catch (error) {
      // The leases run out by themselves, and nothing is sent on them then.
      context.report(error, 'renewing')
    }
  }

  /** False when the mark was refused: the source is paused or cancelled, or the claim is no longer ours. */
  async function sendGroup(claim: Claim, route: Route, group: Claimed[], weight: number): Promise<boolean> {
    let free = group.length
    try {
      const [slowed, rest] = partition(group, delivery => route.slowedUntil(delivery.email) !== undefined)
      await Promise.all(slowed.map(delivery => settler.settle(waitFor(route, delivery))))
      const letters = await writeAll(source.write, settler, rest, route.name)
      if (letters.length === 0) return true
      for (const { letter } of letters) largestBytes = Math.max(largestBytes, bytesOf(letter))
      const marked = await mark(claim, route, letters)
      if (marked.length === 0) return false
      const mayGo = new Set(marked.filter(row => row.mayGo).map(({ id }) => id))
      const going = letters.filter(({ delivery }) => mayGo.has(delivery.id))
      window.give((free - going.length) * weight)
      free = going.length
      await Promise.all(
        going.map(async ({ delivery, letter }) => {
          const tried = await route.send({
            ...letter,
            to: delivery.email,
            accountId,
            sourceKind,
            sourceId,
            urgent,
            deliveryId: delivery.id,
            stillOurs: () => Date.now() < claim.leasedUntil - settings.leaseMillis * MARGIN,
          })
          emailsTried.publish({ route: route.name, outcome: tried.outcome, code: tried.code })
          const tries = delivery.attempts + 1
          const known = { tries, wasUncertain: delivery.wasUncertain, retryUncertain: settings.retryUncertain }
          await settler.settle({ id: delivery.id, tries, outcome: outcomeOf(tried, known) })
          free--
          window.give(weight)
          // What is known of the route is no matter of the letter, and the others are still on their way.
          await route.learn(delivery.email, tried).catch(error => context.report(error, 'learning of a route'))
        }),
      )
      return true
    } finally {
      window.give(free * weight)
    }
  }

  /** Marks letters handed over, and answers for each that was found whether it may go; none when the store gave no answer. */
  async function mark(claim: Claim, route: Route, letters: { delivery: Claimed }[]) {
    const ids = letters.map(({ delivery }) => delivery.id)
    try {
      return await source.handOver({
        ids,
        emails: letters.map(({ delivery }) => delivery.email),
        claimId: claim.id,
        worker,
        routeId: route.id,
      })
    } catch (error) {
      context.report(error, 'handing over')
      if (!isLost(error)) return []
      // The marks may have been made, and none of the letters has gone: those found marked are only claimed again. One that is made even
      // later is found when the claim's lease has run out, so that is neither renewed nor given back.
      claims.delete(claim)
      await Promise.all(letters.map(({ delivery }) => settler.settle(notGone(delivery))))
      return []
    }
  }
}

function partition<T>(items: T[], test: (item: T) => boolean): [T[], T[]] {
  const yes: T[] = []
  const no: T[] = []
  for (const item of items) (test(item) ? yes : no).push(item)
  return [yes, no]
}

/** The letters of a group. One that can't be written fails alone, with its reason. */
async function writeAll(write: Source['write'], settler: Settler, group: Claimed[], route: string) {
  const letters = await Promise.all(
    group.map(async delivery => {
      try {
        return { delivery, letter: await write(delivery) }
      } catch (error) {
        emailsTried.publish({ route, outcome: 'unwritable', code: 0 })
        await settler.settle({ id: delivery.id, tries: delivery.attempts, outcome: unwritable(error) })
        return undefined
      }
    }),
  )
  return letters.flatMap(letter => letter ?? [])
}

/** Marked, but never given to a relay. */
const notGone = ({ id, attempts }: Claimed) => ({
  id,
  tries: attempts + 1,
  outcome: { state: 'claimed', reply: null, reason: null, nextTryAt: null, unspent: 1 } satisfies Outcome,
})

const bytesOf = ({ pieces }: WrittenLetter): number => pieces.reduce((sum, { length }) => sum + length, 0)

const unwritable = (error: unknown): Outcome => ({
  state: 'failed',
  reply: null,
  reason: `The letter could not be written: ${error instanceof Error ? error.message : String(error)}`,
  nextTryAt: null,
  unspent: 0,
})

function waitFor(route: Route, { id, email, attempts }: Claimed) {
  const until = route.slowedUntil(email) ?? new Date()
  const nextTryAt = new Date(until.getTime() + Math.random() * 10_000)
  const reason = `${route.name} sends more slowly to this domain for now.`
  return { id, tries: attempts, outcome: { state: 'deferred', reply: null, reason, nextTryAt, unspent: 0 } as Outcome }
}
