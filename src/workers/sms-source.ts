/**
 * One message being texted by this process: claims batches, marks texts handed over, sends, settles. A mark is durable before anything of
 * a text is sent and its answer after it; what lies between at a kill -9 is uncertain, bounded by the window, and never sent again.
 */
import { randomUUID } from 'node:crypto'
import { isLost } from '../db/again.ts'
import { claimTexts, renewTextClaims } from '../domain/sms/receipts/deliveries.sql.ts'
import { handOverTexts, letGoOfTexts, type TextOutcome } from '../domain/sms/receipts/settle.ts'
import { type Gateway, verdict } from '../sms/gateway.ts'
import { segment } from '../sms/segments.ts'
import type { Window } from './engine/window.ts'
import type { SmsContext } from './sms-context.ts'
import { textOutcome } from './sms-outcome.ts'
import { createTextSettler } from './sms-settling.ts'

type Claimed = Awaited<ReturnType<typeof claimTexts>>[number]

const BATCH = 500
const GROUP = 50
/** A text whose lease ends sooner than this part of it is not begun. */
const MARGIN = 1 / 8

export type LaneEnd = 'nothing due' | 'held back' | 'no gateway'

interface Claim {
  id: string
  leasedUntil: number
}

export async function runTextLane(
  { db, worker, leaseMillis, choose, rate, report }: SmsContext,
  message: { accountId: number; messageId: number; text: string },
  window: Window,
  stopping: AbortSignal,
): Promise<LaneEnd> {
  const { accountId, messageId, text } = message
  const { alphabet, parts } = segment(text)
  const segments = parts.map(({ octets }) => octets)
  const settler = createTextSettler(db, accountId, messageId, error => report(error, 'settling texts'))
  const claims = new Set<Claim>()
  const inHand = new Set<Promise<void>>()
  /** Segments that the rate has let through, too few for a text. */
  let spare = 0
  const renewing = setInterval(() => void renew(), leaseMillis / 4)
  try {
    while (!stopping.aborted) {
      // Nothing is claimed that can't go anyway.
      const gateway = choose()
      if ('none' in gateway || !gateway.state().up) return 'no gateway'
      const claim: Claim = { id: randomUUID(), leasedUntil: Date.now() + leaseMillis }
      const leasedUntil = new Date(claim.leasedUntil)
      const claimed = await claimTexts(db, { accountId, messageId, claimId: claim.id, worker, leasedUntil, most: BATCH })
      if (claimed.length === 0) return 'nothing due'
      claims.add(claim)
      const ended = await sendClaim(claim, gateway, claimed)
      if (ended) return ended
    }
    return 'held back'
  } finally {
    // What is on its way is settled before the lane is left.
    await Promise.all(inHand)
    clearInterval(renewing)
    for (const claim of claims)
      await letGoOfTexts(db, accountId, messageId, claim.id).catch(error => report(error, 'releasing texts'))
  }

  /** Group by group. Settling goes on behind; the claim is done when its last text is. */
  async function sendClaim(claim: Claim, gateway: Gateway, claimed: Claimed[]): Promise<LaneEnd | undefined> {
    const groups: Promise<boolean>[] = []
    for (let from = 0; from < claimed.length; ) {
      if (stopping.aborted) return 'held back'
      if (!gateway.state().up) return 'no gateway'
      const admitted = await admit(Math.min(GROUP, Math.ceil(window.size / 2), claimed.length - from))
      if (admitted === 0) return 'held back'
      const group = claimed.slice(from, from + admitted)
      from += admitted
      await window.take(group.length)
      const task = sendGroup(claim, gateway, group)
      groups.push(task)
      track(task.then(() => {}))
      // A group that may not go tells that none of the message may: it was cancelled, or the lease is gone.
      if ((await Promise.race([task, Promise.resolve(true)])) === false) return 'held back'
    }
    track(
      Promise.all(groups).then(async all => {
        if (!all.every(Boolean)) return
        await settler.done(claim.id)
        claims.delete(claim)
      }),
    )
    return (await Promise.race([Promise.all(groups), Promise.resolve([true])])).every(Boolean) ? undefined : 'held back'
  }

  /** Waits until a text may go by the rate, which counts segments, and answers how many may; none when the process stops. */
  async function admit(most: number): Promise<number> {
    while (spare < segments.length && !stopping.aborted) spare += await rate.take(most * segments.length - spare)
    const texts = Math.min(most, Math.floor(spare / segments.length))
    spare -= texts * segments.length
    return stopping.aborted ? 0 : texts
  }

  function track(work: Promise<void>): void {
    const kept = work.catch(error => report(error, 'texting')).finally(() => inHand.delete(kept))
    inHand.add(kept)
  }

  async function renew(): Promise<void> {
    const leasedUntil = Date.now() + leaseMillis
    const held = [...claims]
    try {
      const claimIds = held.map(({ id }) => id)
      const renewed = await renewTextClaims(db, { accountId, worker, claimIds, leasedUntil: new Date(leasedUntil) })
      if (renewed === held.length) for (const claim of held) claim.leasedUntil = leasedUntil
    } catch (error) {
      // The leases run out by themselves, and nothing is sent on them then.
      report(error, 'renewing texts')
    }
  }

  /** False when none was marked: the message is cancelled, or the claim is no longer ours. */
  async function sendGroup(claim: Claim, gateway: Gateway, group: Claimed[]): Promise<boolean> {
    let free = group.length
    try {
      const mayGo = await mark(claim, group)
      const going = group.filter(({ id }) => mayGo.has(id))
      window.give(free - going.length)
      free = going.length
      await Promise.all(
        going.map(async ({ id, number, attempts }) => {
          const told = await gateway.send({
            number,
            text,
            alphabet,
            segments,
            reference: messageId & 0xff,
            name: `${accountId}-${messageId}-${id}`,
            kept: { accountId, messageId, deliveryId: id },
            stillOurs: () => Date.now() < claim.leasedUntil - leaseMillis * MARGIN,
          })
          await settler.settle(textOutcome(told, { id, attempts }, Date.now()))
          free--
          window.give(1)
        }),
      )
      return going.length > 0
    } finally {
      window.give(free)
    }
  }

  /** Marks texts handed over, and answers which may go; none when the store gave no answer. */
  async function mark(claim: Claim, group: Claimed[]): Promise<Set<number>> {
    const ids = group.map(({ id }) => id)
    const attempts = new Map(group.map(one => [one.id, one.attempts]))
    try {
      const asked = { ids, claimId: claim.id, worker }
      return await handOverTexts(db, accountId, messageId, asked, id => attempts.get(id) ?? 0)
    } catch (error) {
      report(error, 'handing texts over')
      if (!isLost(error)) return new Set()
      // The marks may have been made, and nothing has gone: those found marked are taken back. One that is made even later is found when the
      // claim's lease has run out, so that is neither renewed nor given back.
      claims.delete(claim)
      await Promise.all(group.map(one => settler.settle(notGone(one))))
      return new Set()
    }
  }
}

/** Marked, but never given to a gateway. */
const notGone = (claimed: Claimed): TextOutcome =>
  textOutcome(verdict('abandoned', 'the store did not answer'), claimed, Date.now())
