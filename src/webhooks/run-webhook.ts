/**
 * A claimed webhook: its events page by page, those of a subscriber in order, those of different
 * subscribers concurrently. Time limits bound every request; repeated failures make the webhook
 * pause; other webhooks are not affected.
 */
import { atomically, type Db, type Store } from '../db/db.ts'
import { detailed, storedDetail } from '../domain/details/details.ts'
import {
  claimWebhook,
  emailsOfEvents,
  findLease,
  nextDue,
  noteHealth,
  postponeBehind,
  releaseWebhook,
  renewWebhook,
  settleEvents,
  signingKeys,
  waitingEvents,
} from '../domain/webhooks/deliver.sql.ts'
import type { WebhookFormat } from '../domain/webhooks/formats.ts'
import { eventId } from '../domain/webhooks/ids/event-id.ts'
import { SEALED_FOR } from '../domain/webhooks/manage-webhooks.ts'
import {
  BREAKS_AT,
  type Health,
  healthAfter,
  outcomeOfEvent,
  type SettledEvent,
} from '../domain/webhooks/outcome.ts'
import { clearWork, lockWork, setWork } from '../domain/work/work.sql.ts'
import { WORK } from '../domain/work/work-kinds.ts'
import { momentOfStore } from '../lib/instant.ts'
import { SOURCE } from '../lib/source-kind.ts'
import { keepLease } from '../workers/engine/lease.ts'
import { createSettler, type Settler } from '../workers/engine/settler.ts'
import type { WebhookContext } from './context.ts'
import type { EmailOfEvent, EventFormat } from './formats/event-format.ts'
import { eventFormats } from './formats/formats.ts'
import { createPoster, type Poster } from './post.ts'

const PAGE = 500
/** Time slice of a webhook. */
const SLICE_MILLIS = 10_000
const LONGEST_ANSWER = 300
/** A clock that is set meanwhile is no duration. */
const MOST_MILLIS = 3_600_000

type Waiting = Awaited<ReturnType<typeof waitingEvents>>[number]

/** The result of a try. */
interface EventTried extends SettledEvent {
  id: number
  tries: number
  answer: string
  millis: number
}

interface Run {
  db: Store
  accountId: number
  webhookId: number
  format: EventFormat
  poster: Poster
  settler: Settler<EventTried>
  health: Health
  lastAnswer: string | undefined
  /**
   * False: the lease is lost, the webhook was paused, the process stops, or the receiver fails too
   * often: no further event is sent.
   */
  goesOn(): boolean
}

/** Sends due events for a time slice; its mark of work says when there are more. */
export async function runWebhook(
  context: WebhookContext,
  accountId: number,
  webhookId: number,
): Promise<void> {
  const { db, worker, leaseMillis, sealer, limits, report, stopping } = context
  const lease = { accountId, webhookId, worker, leaseSeconds: leaseMillis / 1000 }
  const claimed = await claimWebhook(db, lease)
  if (!claimed) return reschedule(db, accountId, webhookId)
  const renew = async () => (await renewWebhook(db, lease)) > 0
  const { lost, end } = keepLease({ renew, leaseMillis, report })
  try {
    const keys = (await signingKeys(db, { accountId, webhookId })).map(({ id, sealedSecret }) => ({
      id,
      secret: sealer.open(sealedSecret, SEALED_FOR.secret).toString(),
    }))
    const format = eventFormats[claimed.format as WebhookFormat]
    const url = new URL(sealer.open(claimed.sealedUrl, SEALED_FOR.url).toString())
    const poster = createPoster(url, { format, keys }, limits)
    const until = Date.now() + SLICE_MILLIS
    const run: Run = {
      db,
      accountId,
      webhookId,
      format,
      poster,
      settler: eventSettler(context, accountId, webhookId, lost),
      health: {
        failures: claimed.failures,
        failingSince:
          claimed.failingSince === null ? undefined : momentOfStore(claimed.failingSince),
        heldUntil: undefined,
        pausedFor: undefined,
      },
      lastAnswer: undefined,
      goesOn: () =>
        !lost.aborted &&
        !stopping.aborted &&
        run.health.heldUntil === undefined &&
        run.health.pausedFor === undefined &&
        Date.now() < until,
    }
    try {
      await sendPages(context, run)
      await run.settler.finish()
    } finally {
      poster.close()
    }
    if (run.lastAnswer !== undefined) await recordHealth(context, run, claimed.name)
  } finally {
    end()
    await releaseWebhook(db, lease)
  }
  return reschedule(db, accountId, webhookId)
}

/**
 * A delivered event that can't be recorded is delivered again by the next holder of the lease, so
 * recording is retried while the lease holds.
 */
const eventSettler = (
  { db, report }: WebhookContext,
  accountId: number,
  webhookId: number,
  lost: AbortSignal,
) =>
  createSettler<EventTried>({
    most: PAGE,
    // Results that arrived during the last statement are written together.
    gatherMillis: 2,
    statement: tried => () =>
      settleEvents(db, {
        accountId,
        webhookId,
        ids: tried.map(({ id }) => id),
        states: tried.map(({ state }) => state),
        dues: tried.map(({ due }) => due as Date),
        tries: tried.map(({ tries }) => tries),
        answers: tried.map(({ answer }) => answer.slice(0, LONGEST_ANSWER)),
        millis: tried.map(({ millis }) => Math.min(millis, MOST_MILLIS)),
      }),
    mayRetry: () => !lost.aborted,
    report,
  })

async function sendPages(context: WebhookContext, run: Run): Promise<void> {
  const { db, accountId, webhookId } = run
  while (run.goesOn()) {
    // After failures, one event tests whether the receiver is back.
    const probing = run.health.failures >= BREAKS_AT
    const most = probing ? 1 : PAGE
    const page = await waitingEvents(db, { accountId, webhookId, most })
    if (page.length === 0) return
    await sendPage(context, run, page)
    await run.settler.finish()
    if (page.length < most) await postponeBehind(db, { accountId, webhookId, most: 10_000 })
  }
}

async function sendPage(context: WebhookContext, run: Run, page: Waiting[]): Promise<void> {
  const emails = await emailsOf(run, page)
  const people = Map.groupBy(page, event => event.person)
  const lanes = people.values()
  const lane = async () => {
    for (const events of lanes)
      for (const event of events.sort((a, b) => a.id - b.id)) {
        if (!run.goesOn()) return
        // Later events of this subscriber wait for this one.
        if (!(await sendOne(context, run, event, emails.get(event.deliveryId ?? 0)))) break
      }
  }
  await Promise.all(Array.from({ length: Math.min(context.limits.connections, people.size) }, lane))
}

/** By transaction; our own format tells nothing of them. */
async function emailsOf(
  { db, accountId, format }: Run,
  page: readonly Waiting[],
): Promise<Map<number, EmailOfEvent>> {
  const ids = page.flatMap(({ sourceKind, deliveryId }) =>
    sourceKind === SOURCE.transaction && deliveryId !== null ? [deliveryId] : [],
  )
  const isAsked = format !== eventFormats.pennypost && ids.length > 0
  const rows = isAsked ? await emailsOfEvents(db, { accountId, ids: [...new Set(ids)] }) : []
  return new Map(rows.map(row => [row.id, row]))
}

/** Whether later events of the person may follow: it was delivered, or is no event there. */
async function sendOne(
  { counted }: WebhookContext,
  run: Run,
  event: Waiting,
  email: EmailOfEvent | undefined,
): Promise<boolean> {
  const { accountId, format, poster, settler } = run
  const { id, kind } = event
  const body = format.bodyOf(accountId, event, email)
  if (body === undefined) {
    const answer = detailed('answer-no-event').detail
    const skipped = { state: 'sent', due: null, millis: 0 } as const
    void settler.settle({ id, tries: event.attempts + 1, answer, ...skipped })
    return true
  }
  const answered = await poster.post({ id: eventId(accountId, id), kind, body })
  run.lastAnswer = answered.answer
  // Failures in flight when the webhook paused have the same cause.
  if (answered.ok || answered.gone || run.health.heldUntil === undefined)
    run.health = healthAfter(answered, run.health)
  const tries = event.attempts + 1
  const firstTriedAt =
    event.firstTriedAt === null ? undefined : momentOfStore(event.firstTriedAt).getTime()
  const settled = outcomeOfEvent(answered, { tries, firstTriedAt })
  void settler.settle({ id, tries, answer: answered.answer, millis: answered.millis, ...settled })
  counted(answered.ok ? 'sent' : settled.state === 'dead' ? 'dead' : 'failed')
  return answered.ok
}

async function recordHealth(
  { db, worker, log }: WebhookContext,
  run: Run,
  name: string,
): Promise<void> {
  const { accountId, webhookId, health, lastAnswer } = run
  const stop = health.pausedFor && storedDetail(health.pausedFor)
  await noteHealth(db, {
    accountId,
    webhookId,
    worker,
    failures: health.failures,
    failingSince: health.failingSince ?? null,
    heldUntil: health.heldUntil ?? null,
    lastAnswer: lastAnswer?.slice(0, LONGEST_ANSWER) ?? null,
    pausedFor: stop?.reason ?? null,
    why: stop?.why ?? null,
  })
  const facts = { accountId, webhook: name, answer: lastAnswer ?? '', failures: health.failures }
  if (health.pausedFor !== undefined)
    log('a webhook was paused', { ...facts, note: health.pausedFor.detail })
  else if (health.heldUntil)
    log('a webhook fails and is held back', { ...facts, until: health.heldUntil.toISOString() })
}

/** Sets when it is next due; without waiting events its mark is cleared. */
function reschedule(db: Db, accountId: number, webhookId: number): Promise<void> {
  const work = { accountId, kind: WORK.webhook, sourceId: webhookId }
  return atomically(db, async tx => {
    if (!(await lockWork(tx, work))) return
    const lease = await findLease(tx, { accountId, webhookId })
    const next =
      lease === undefined || lease.state === 'paused'
        ? null
        : (await nextDue(tx, { accountId, webhookId })).nextDue
    if (next === null || !lease) {
      await clearWork(tx, work)
      return
    }
    const moments = [next, lease.heldUntil, lease.leasedUntil].flatMap(at =>
      at === null ? [] : momentOfStore(at).getTime(),
    )
    await setWork(tx, { ...work, due: new Date(Math.max(...moments)) })
  })
}
