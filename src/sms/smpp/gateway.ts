/**
 * An SMPP gateway: one persistent connection, bound as a transceiver, on which many SMS are sent
 * concurrently, each ending in a verdict. The first segment of an SMS is sent alone, so that a
 * rejected number or a throttling gateway is known before the carrier has a part of it; the others
 * follow together.
 */
import type { ConnectionOptions } from 'node:tls'
import type { Gateway, GatewayState, Listener, OutgoingSms, SmsVerdict } from '../gateway.ts'
import { verdict } from '../gateway.ts'
import { describeSmpp, type SmppUrl } from '../gateway-url.ts'
import { gatewayWords } from '../words.ts'
import { type SmppTimeOuts, TIME_OUTS } from './connect.ts'
import { PATIENCE_MILLIS, partlySent, type SmppJob, segmentIds, tooLate } from './job.ts'
import { type KeptSession, keepSession } from './kept.ts'
import { createPace, type Pace } from './pace.ts'
import { COMMAND, type Pdu } from './pdu.ts'
import { readDataSm, readDeliver, readMessageId } from './pdu-bodies.ts'
import { parseDelivered } from './receipt.ts'
import type { Answer } from './session.ts'
import { kindOf, nameOf } from './status.ts'
import { submitsFor } from './submit.ts'

export interface SmppOptions {
  url: SmppUrl
  listener: Listener
  timeOuts?: Partial<SmppTimeOuts>
  tls?: ConnectionOptions
  /** Called for connections opened and closed, and for unreadable packets. */
  log?(event: string, facts: Record<string, string | number>): void
  /** The first pause before reconnecting, and after throttling; both back off up to a minute. */
  firstPauseMillis?: number
}

/** The gateway is paused after this many consecutive rejections about the account or sender. */
const REFUSALS_IN_A_ROW = 5
const PAUSE_MILLIS = 60_000
/** 5.1.3: ESME_RX_T_APPN makes the gateway deliver it retry later. */
const LATER = 100
const CLOSED = gatewayWords['gateway-shut']()

export const createSmppGateway = (options: SmppOptions): Gateway => new SmppGateway(options)

class SmppGateway implements Gateway {
  readonly shown: string
  readonly rate: number | null
  readonly saturation: number
  private readonly options: SmppOptions
  private readonly timeOuts: SmppTimeOuts
  private readonly pace: Pace
  private readonly kept: KeptSession
  /** SMS of which nothing was sent. */
  private readonly fresh: SmppJob[] = []
  /** Segments of SMS that are partly sent. */
  private readonly begun: [job: SmppJob, segment: number][] = []
  private pausedReason = ''
  private refusals = 0
  private pausedUntil = 0
  private closed = false
  private pending = 0
  private onIdle: (() => void) | undefined
  private wakeTimer: NodeJS.Timeout | undefined

  constructor(options: SmppOptions) {
    const { url, firstPauseMillis = 1000 } = options
    this.options = options
    this.shown = describeSmpp(url)
    this.rate = url.rate
    this.saturation = 2 * url.window
    this.timeOuts = { ...TIME_OUTS, ...options.timeOuts }
    this.pace = createPace(url.window, firstPauseMillis)
    this.kept = keepSession({
      url,
      timeOuts: this.timeOuts,
      tls: options.tls,
      firstPauseMillis,
      delivered: pdu => this.delivered(pdu),
      ready: () => this.pump(),
      opened: () => this.pump(),
      failed: reason => this.failed(reason),
      log: (event, facts) => this.log(event, facts),
    })
  }

  send(sms: OutgoingSms): Promise<SmsVerdict> {
    return new Promise(resolve => {
      const why = this.closed ? CLOSED : this.obstacle()
      if (why !== null) return resolve(verdict('unusable', why))
      this.pending++
      this.fresh.push({ sms, bodies: [], ids: [], inFlight: 0, since: Date.now(), resolve })
      this.pump()
    })
  }

  state(): GatewayState {
    return {
      up: this.kept.current() !== null && this.obstacle() === null,
      trouble: this.obstacle() ?? this.pace.trouble(),
    }
  }

  async close(graceMillis = 5000): Promise<void> {
    this.closed = true
    clearTimeout(this.wakeTimer)
    for (const job of this.fresh.splice(0)) this.finish(job, verdict('unusable', CLOSED))
    if (this.kept.current() && this.pending > 0 && graceMillis > 0) {
      const late = setTimeout(() => this.onIdle?.(), graceMillis)
      await new Promise<void>(resolve => {
        this.onIdle = resolve
      })
      clearTimeout(late)
    }
    // Segments of an SMS that is partly accepted: its verdict is uncertain.
    for (const [job] of this.begun.splice(0)) this.giveUp(job, 'the gateway was closed')
    await this.kept.close(Math.min(graceMillis, this.timeOuts.unbind))
  }

  private log(event: string, facts: Record<string, string | number>): void {
    this.options.log?.(event, { gateway: this.shown, ...facts })
  }

  /** There is no session, and an attempt to open one has failed. */
  private failed(reason: string): void {
    for (const job of this.fresh.splice(0)) this.finish(job, verdict('unusable', reason))
    for (const [job] of [...this.begun]) if (tooLate(job)) this.giveUp(job, reason)
  }

  private obstacle(): string | null {
    if (Date.now() < this.pausedUntil) return this.pausedReason
    return this.kept.current() === null ? this.kept.trouble() : null
  }

  private async delivered(pdu: Pdu): Promise<number> {
    const read = pdu.command === COMMAND.deliver ? readDeliver(pdu.body) : readDataSm(pdu.body)
    const delivered = read && parseDelivered(read)
    if (!delivered) {
      // Delivered again it would still be unreadable.
      this.log('the gateway sent something that is neither receipt nor reply', {
        bytes: pdu.body.length,
      })
      return 0
    }
    try {
      await ('receipt' in delivered
        ? this.options.listener.receipt(delivered.receipt)
        : this.options.listener.reply(delivered.reply))
      return 0
    } catch {
      return LATER
    }
  }

  private pump(): void {
    for (
      let session = this.kept.current();
      session?.ready() && this.pace.admits(session.unanswered());
      session = this.kept.current()
    ) {
      const next = this.begun.shift()
      if (next) {
        if (tooLate(next[0])) this.giveUp(next[0], 'the other segments could not be sent in time')
        else this.write(...next)
        continue
      }
      const job = this.fresh.shift()
      if (!job) return
      if (!job.sms.stillOurs())
        this.finish(job, verdict('abandoned', gatewayWords['gateway-cancelled']()))
      else if (Date.now() - job.since > PATIENCE_MILLIS)
        this.finish(job, verdict('deferred', this.pace.trouble() ?? gatewayWords['gateway-slow']()))
      else if (this.prepare(job)) this.write(job, 0)
    }
    const wait = this.pace.waitMillis()
    if (wait > 0 && this.begun.length + this.fresh.length > 0 && !this.wakeTimer && !this.closed)
      this.wakeTimer = setTimeout(() => {
        this.wakeTimer = undefined
        this.pump()
      }, wait)
  }

  private prepare(job: SmppJob): boolean {
    try {
      if (job.bodies.length === 0) job.bodies = submitsFor(job.sms, this.options.url)
      return true
    } catch (error) {
      this.finish(
        job,
        verdict('refused', gatewayWords['gateway-cannot']({ says: (error as Error).message })),
      )
      return false
    }
  }

  private write(job: SmppJob, segment: number): void {
    if (job.ended !== undefined) return
    job.inFlight++
    const sentEpoch = this.pace.epoch()
    void this.kept
      .current()!
      .submit(job.bodies[segment]!)
      .then(answer => {
        job.inFlight--
        this.settle(job, segment, answer, sentEpoch)
        this.pump()
      })
  }

  private settle(job: SmppJob, segment: number, answer: Answer, sentEpoch: number): void {
    if ('lost' in answer) {
      if (answer.seen) this.giveUp(job, answer.lost)
      else this.retry(job, segment)
      return
    }
    const kind = kindOf(answer.status)
    const statusName = nameOf(answer.status)
    if (kind === 'taken') {
      this.pace.taken()
      this.refusals = 0
      this.taken(job, segment, readMessageId(answer.body))
    } else if (kind === 'throttled') {
      this.pace.slowDown(sentEpoch, statusName)
      this.retry(job, segment)
    } else if (kind === 'unbound') {
      // The SMS was not accepted; on a new connection it may be.
      this.kept.renew()
      this.retry(job, segment)
    } else if (segment > 0) this.giveUp(job, statusName)
    else if (kind === 'us') {
      if (++this.refusals >= REFUSALS_IN_A_ROW) {
        this.pausedUntil = Date.now() + PAUSE_MILLIS
        this.pausedReason =
          `The gateway rejected ${this.refusals} SMS in a row with ${statusName}: check the ` +
          'sender, the login and their permissions'
      }
      this.finish(job, verdict('deferred', statusName, { aboutUs: true }))
    } else this.finish(job, verdict(kind === 'later' ? 'deferred' : 'refused', statusName))
  }

  /**
   * The segment was not accepted and is retried. An SMS of which no segment is accepted returns to
   * the queue of new ones.
   */
  private retry(job: SmppJob, segment: number): void {
    if (job.ended !== undefined) this.answerIfDone(job)
    else if (segment > 0) {
      if (this.closed || tooLate(job))
        this.giveUp(job, 'the other segments could not be sent in time')
      else this.begun.unshift([job, segment])
    } else if (this.closed) this.finish(job, verdict('unusable', CLOSED))
    else if (this.obstacle() !== null) this.finish(job, verdict('unusable', this.obstacle() ?? ''))
    else this.fresh.unshift(job)
  }

  private taken(job: SmppJob, segment: number, id: string): void {
    job.ids[segment] = id
    if (job.ended !== undefined) this.answerIfDone(job)
    if (job.ended !== undefined) return
    if (segment === 0)
      for (let next = 1; next < job.bodies.length; next++) this.begun.push([job, next])
    if (job.ids.filter(one => one !== undefined).length < job.bodies.length) return
    this.finish(job, verdict('accepted', nameOf(0), { gatewayIds: segmentIds(job) }))
  }

  /**
   * The SMS can't be completed. Segments in flight are awaited first, so that their receipts find
   * the SMS.
   */
  private giveUp(job: SmppJob, reason: string): void {
    job.ended ??= reason
    for (let at = this.begun.length - 1; at >= 0; at--)
      if (this.begun[at]![0] === job) this.begun.splice(at, 1)
    this.answerIfDone(job)
  }

  private answerIfDone(job: SmppJob): void {
    if (job.ended !== undefined && job.inFlight === 0) this.finish(job, partlySent(job, job.ended))
  }

  private finish(job: SmppJob, result: SmsVerdict): void {
    this.pending--
    job.resolve(result)
    if (this.pending === 0) this.onIdle?.()
  }
}
