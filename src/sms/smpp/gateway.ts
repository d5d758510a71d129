/**
 * An SMPP gateway: one kept connection, bound as a transceiver, that texts are sent on, many at a
 * time, each one ending in a verdict. A text of several segments is one thing: its first goes
 * alone, so that a number that is refused, or a gateway that has enough, is known before any of it
 * is with the carrier; the others follow together.
 */
import type { ConnectionOptions } from 'node:tls'
import type { Gateway, Listener, SmsVerdict, TextToSend } from '../gateway.ts'
import { verdict } from '../gateway.ts'
import { describeSmpp, type SmppUrl } from '../gateway-url.ts'
import { type SmppTimeOuts, TIME_OUTS } from './connect.ts'
import { keepSession } from './kept.ts'
import { createPace } from './pace.ts'
import { COMMAND, type Pdu } from './pdu.ts'
import { readDataSm, readDeliver, readMessageId } from './pdu-bodies.ts'
import { readDelivered } from './receipt.ts'
import type { Answer } from './session.ts'
import { kindOf, nameOf } from './status.ts'
import { submitsFor } from './submit.ts'

export interface SmppOptions {
  url: SmppUrl
  listener: Listener
  timeOuts?: Partial<SmppTimeOuts>
  tls?: ConnectionOptions
  /** Told of connections that come and go, and of packets that can't be read. */
  log?(event: string, facts: Record<string, string | number>): void
  /**
   * The first pause before connecting again, and after being asked to slow down; both grow up to a
   * minute.
   */
  firstPauseMillis?: number
}

interface Job {
  text: TextToSend
  bodies: Buffer[]
  /** The ids of segments that were taken; the first of them opens the way for the others. */
  ids: (string | undefined)[]
  onTheWay: number
  since: number
  /** Why it can't become whole any more; it is answered when nothing of it is on the way. */
  ended?: string
  resolve(verdict: SmsVerdict): void
}

/**
 * So many refusals about us in a row, and nothing taken between them: then it rests for a while.
 */
const REFUSALS_IN_A_ROW = 5
const REST_MILLIS = 60_000
/** A text that the gateway had no room for in this time goes back into the queue of the store. */
const PATIENCE_MILLIS = 60_000
/** 5.1.3: ESME_RX_T_APPN has the gateway say it again later. */
const LATER = 100

export function createSmppGateway(options: SmppOptions): Gateway {
  const { url, listener, firstPauseMillis = 1000, log = () => {} } = options
  const timeOuts = { ...TIME_OUTS, ...options.timeOuts }
  const shown = describeSmpp(url)
  /** Texts of which nothing was sent, and segments of texts that are under way. */
  const fresh: Job[] = []
  const begun: [job: Job, segment: number][] = []
  const pace = createPace(url.window, firstPauseMillis)
  let resting = ''
  let refusals = 0
  let restUntil = 0
  let closed = false
  let inHand = 0
  let allDone: (() => void) | undefined
  let waking: NodeJS.Timeout | undefined
  const kept = keepSession({
    url,
    timeOuts,
    tls: options.tls,
    firstPauseMillis,
    delivered,
    ready: pump,
    opened: pump,
    failed(reason) {
      for (const job of fresh.splice(0)) finish(job, verdict('unusable', reason))
      for (const [job] of [...begun]) if (tooLate(job)) giveUp(job, reason)
    },
    log: (event, facts) => log(event, { gateway: shown, ...facts }),
  })

  return {
    shown,
    rate: url.rate,
    enough: 2 * url.window,
    send: text =>
      new Promise(resolve => {
        const why = closed ? 'The gateway was closed before the turn of this text' : obstacle()
        if (why !== null) return resolve(verdict('unusable', why))
        inHand++
        fresh.push({ text, bodies: [], ids: [], onTheWay: 0, since: Date.now(), resolve })
        pump()
      }),
    state: () => ({
      up: kept.current() !== null && obstacle() === null,
      trouble: obstacle() ?? pace.trouble(),
    }),
    async close(graceMillis = 5000) {
      closed = true
      clearTimeout(waking)
      for (const job of fresh.splice(0))
        finish(job, verdict('unusable', 'The gateway was closed before the turn of this text'))
      if (kept.current() && inHand > 0 && graceMillis > 0) {
        const late = setTimeout(() => allDone?.(), graceMillis)
        await new Promise<void>(resolve => {
          allDone = resolve
        })
        clearTimeout(late)
      }
      // Segments of a text whose others were taken: it is in nobody's hands any more.
      for (const [job] of begun.splice(0)) giveUp(job, 'the gateway was closed')
      await kept.close(Math.min(graceMillis, timeOuts.unbind))
    },
  }

  function obstacle(): string | null {
    if (Date.now() < restUntil) return resting
    return kept.current() === null ? kept.trouble() : null
  }

  async function delivered(pdu: Pdu): Promise<number> {
    const read = pdu.command === COMMAND.deliver ? readDeliver(pdu.body) : readDataSm(pdu.body)
    const told = read && readDelivered(read)
    if (!told) {
      // Said again it would be no better.
      log('the gateway sent something that is neither receipt nor reply', {
        gateway: shown,
        bytes: pdu.body.length,
      })
      return 0
    }
    try {
      await ('receipt' in told ? listener.receipt(told.receipt) : listener.reply(told.reply))
      return 0
    } catch {
      return LATER
    }
  }

  function pump(): void {
    for (
      let session = kept.current();
      session?.ready() && pace.admits(session.unanswered());
      session = kept.current()
    ) {
      const next = begun.shift()
      if (next) {
        if (tooLate(next[0])) giveUp(next[0], 'the others could not be sent in time')
        else write(...next)
        continue
      }
      const job = fresh.shift()
      if (!job) return
      if (!job.text.stillOurs())
        finish(job, verdict('abandoned', 'It was held back before it was sent'))
      else if (Date.now() - job.since > PATIENCE_MILLIS)
        finish(job, verdict('deferred', pace.trouble() ?? 'The gateway had no room for it'))
      else if (prepare(job)) write(job, 0)
    }
    const wait = pace.waitMillis()
    if (wait > 0 && begun.length + fresh.length > 0 && !waking && !closed)
      waking = setTimeout(() => {
        waking = undefined
        pump()
      }, wait)
  }

  function prepare(job: Job): boolean {
    try {
      if (job.bodies.length === 0) job.bodies = submitsFor(job.text, url)
      return true
    } catch (error) {
      finish(job, verdict('refused', `It can't be sent by SMPP: ${(error as Error).message}`))
      return false
    }
  }

  function write(job: Job, segment: number): void {
    if (job.ended !== undefined) return
    job.onTheWay++
    const asked = pace.asked()
    void kept
      .current()!
      .submit(job.bodies[segment]!)
      .then(answer => {
        job.onTheWay--
        settle(job, segment, answer, asked)
        pump()
      })
  }

  function settle(job: Job, segment: number, answer: Answer, asked: number): void {
    if ('lost' in answer) {
      if (answer.seen) giveUp(job, answer.lost)
      else again(job, segment)
      return
    }
    const kind = kindOf(answer.status)
    const said = nameOf(answer.status)
    if (kind === 'taken') {
      pace.taken()
      refusals = 0
      taken(job, segment, readMessageId(answer.body))
    } else if (kind === 'throttled') {
      pace.slowDown(asked, said)
      again(job, segment)
    } else if (kind === 'unbound') {
      // It was not taken; with a new connection it may be.
      kept.renew()
      again(job, segment)
    } else if (segment > 0) giveUp(job, said)
    else if (kind === 'us') {
      if (++refusals >= REFUSALS_IN_A_ROW) {
        restUntil = Date.now() + REST_MILLIS
        resting = `The gateway refused ${refusals} texts in a row with ${said}: look at the sender, the log-in and what they may`
      }
      finish(job, verdict('deferred', said, { aboutUs: true }))
    } else finish(job, verdict(kind === 'later' ? 'deferred' : 'refused', said))
  }

  /**
   * It was not taken, and may go once more. A text of which nothing is with the carrier waits with
   * the others.
   */
  function again(job: Job, segment: number): void {
    if (job.ended !== undefined) answerIfDone(job)
    else if (segment > 0) {
      if (closed || tooLate(job)) giveUp(job, 'the others could not be sent in time')
      else begun.unshift([job, segment])
    } else if (closed)
      finish(job, verdict('unusable', 'The gateway was closed before the turn of this text'))
    else if (obstacle() !== null) finish(job, verdict('unusable', obstacle() ?? ''))
    else fresh.unshift(job)
  }

  function taken(job: Job, segment: number, id: string): void {
    job.ids[segment] = id
    if (job.ended !== undefined) answerIfDone(job)
    if (job.ended !== undefined) return
    if (segment === 0) for (let next = 1; next < job.bodies.length; next++) begun.push([job, next])
    if (job.ids.filter(one => one !== undefined).length < job.bodies.length) return
    finish(job, verdict('accepted', nameOf(0), { gatewayIds: idsOf(job) }))
  }

  /**
   * It can't become whole. What is on the way is still waited for, so that its receipts find the
   * text.
   */
  function giveUp(job: Job, reason: string): void {
    job.ended ??= reason
    for (let at = begun.length - 1; at >= 0; at--) if (begun[at]![0] === job) begun.splice(at, 1)
    answerIfDone(job)
  }

  function answerIfDone(job: Job): void {
    const reason = job.ended
    if (reason === undefined || job.onTheWay > 0) return
    const count = job.ids.filter(id => id !== undefined).length
    const told =
      job.bodies.length === 1
        ? reason
        : `${count} of ${job.bodies.length} segments were taken: ${reason}`
    finish(job, verdict('uncertain', told, { gatewayIds: idsOf(job) }))
  }

  function finish(job: Job, result: SmsVerdict): void {
    inHand--
    job.resolve(result)
    if (inHand === 0) allDone?.()
  }
}

/**
 * A text that is under way is not given up as soon as one of which nothing is sent, but not waited
 * for without end either.
 */
const tooLate = ({ text, since }: Job): boolean =>
  !text.stillOurs() || Date.now() - since > 10 * PATIENCE_MILLIS

/** With holes filled: a segment that was not taken has no id. */
const idsOf = ({ ids }: Job): string[] => Array.from(ids, id => id ?? '')
