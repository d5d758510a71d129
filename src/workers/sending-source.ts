/**
 * Sendings as a source of lanes: a frozen email to a frozen audience. Consent is checked again at
 * hand-over.
 */

import { atomically, type Db } from '../db/db.ts'
import { claimDeliveries, handOver } from '../domain/deliveries/deliveries.sql.ts'
import { detailed, NO_DETAIL, storedDetail } from '../domain/details/details.ts'
import { mailNames } from '../domain/hosts/public-origin.ts'
import { macKeyOf } from '../domain/keys/link-keys.ts'
import type { Message } from '../domain/newsletters/freeze-message.ts'
import { publishSending } from '../domain/published/publish-sendings.ts'
import { Refusal } from '../domain/refusal.ts'
import { senderDomainOf } from '../domain/routes/route-rules.ts'
import { readOptions } from '../domain/sendings/audience/options.ts'
import { measuredMessages } from '../domain/sendings/compiled-message.ts'
import { releaseSending } from '../domain/sendings/release-sending.ts'
import { publishSendingFinished } from '../domain/sendings/sending-events.ts'
import {
  acceptedByRoute,
  findSending,
  openWork,
  sendingState,
  setSendingState,
} from '../domain/sendings/sendings.sql.ts'
import { pauseSending } from '../domain/sendings/steer-sending.ts'
import { keepLinks } from '../domain/tracking/keep-links.ts'
import { shownFeed } from '../domain/triggers/feeds/shown-feed.ts'
import { hasListener } from '../domain/webhooks/publish.ts'
import { clearWork, dueWorkOfOpen, lockWork, markWork, setWork } from '../domain/work/work.sql.ts'
import { WORK } from '../domain/work/work-kinds.ts'
import { SOURCE } from '../lib/source-kind.ts'
import type { MessageMeans, MessageWriter, WorkerContext } from './context.ts'
import type { EmailSourceKind } from './email-source.ts'
import { messageWriter } from './message-writer.ts'
import { createPace } from './sending-pace.ts'

export const sendingSource: EmailSourceKind = {
  sourceKind: SOURCE.sending,

  due: (db, most) => dueWorkOfOpen(db, { kind: WORK.deliver, most }),

  async open(context, accountId, sendingId) {
    const { db, writing } = context
    const sending = await findSending(db, { accountId, sendingId })
    if (sending?.state !== 'sending') {
      await releaseSending(db, accountId, sendingId)
      return undefined
    }
    const message = JSON.parse(sending.message) as Message
    const { test } = sending
    const key = { accountId, sourceKind: SOURCE.sending, sourceId: sendingId } as const
    const { listId } = message
    const listIds = [listId, ...(readOptions(sending.options).moreLists ?? [])]
    const { publicUrl } = writing
    const { newsletterId } = sending
    // A trigger fills it: a test shows what there was last.
    const feed = test
      ? await shownFeed(db, accountId, message, { publicUrl, newsletterId })
      : undefined
    const pace = createPace(db)
    await pace.set(sending.perMinute)
    /** By route, whether the sending was paused because its emails are too large. */
    const pausing = new Map<number, Promise<boolean>>()
    return {
      ...key,
      urgent: false,
      routed: {
        kind: test ? 'test' : 'newsletter',
        listId,
        senderDomain: senderDomainOf(message.fromEmail),
      },
      guessedBytes: 2 * (message.html.length + message.text.length),
      async claim(by) {
        const claimed = await claimDeliveries(db, { ...key, ...by })
        return feed ? claimed.map(one => ({ ...one, feed })) : claimed
      },
      handOver: (by, { emails: _, ...marking }) =>
        handOver(by, { accountId, sendingId, listIds, test, ...marking }),
      tooLarge(route, says) {
        const waits =
          pausing.get(route.id) ??
          holdForSize(context, { accountId, sendingId, route, says }).catch(error => {
            pausing.delete(route.id)
            context.report(error, 'pausing')
            return true
          })
        pausing.set(route.id, waits)
        return waits
      },
      pace: pace.take,
      async goesOn() {
        const now = await sendingState(db, { accountId, sendingId })
        await pace.set(now?.perMinute ?? null)
        return now?.state === 'sending'
      },
      write: await sendingWriter(db, writing, { accountId, sendingId, test, message }),
    }
  },

  /**
   * The sending is finished when no delivery waits and no claim exists; else its mark of work gets
   * the next due time.
   */
  async closeOut({ db, log }, accountId, sendingId) {
    const work = { accountId, kind: WORK.deliver, sourceId: sendingId }
    const telling = await hasListener(db, accountId, 'sending-finished')
    const finished = await atomically(db, async tx => {
      if (!(await lockWork(tx, work))) return false
      const { nextTry, claims } = await openWork(tx, { accountId, sendingId })
      if (nextTry !== null || claims > 0) {
        await setWork(tx, { ...work, due: nextTry ?? new Date(Date.now() + 2_000) })
        return false
      }
      await clearWork(tx, work)
      const sending = await findSending(tx, { accountId, sendingId })
      if (sending?.state !== 'sending') return false
      await setSendingState(tx, { accountId, sendingId, state: 'finished', ...NO_DETAIL })
      if (telling) await publishSendingFinished(tx, accountId, sending)
      await publishSending(tx, accountId, sendingId)
      return true
    })
    if (finished) log('a sending is finished', { accountId, sendingId })
    // It may have been cancelled while its last emails were with the relay: those that returned to
    // the queue are withdrawn.
    else await releaseSending(db, accountId, sendingId)
  },

  onHeldBack: ({ db }: WorkerContext, accountId, sendingId) =>
    releaseSending(db, accountId, sendingId),

  async wake(tx, accountId, sourceId) {
    await markWork(tx, { accountId, kind: WORK.deliver, sourceId, due: new Date() })
  },
}

interface SizeRefusal {
  accountId: number
  sendingId: number
  route: { id: number; name: string }
  says: string
}

/**
 * Pauses a sending of which the route has accepted nothing, since all its emails may be too large;
 * later single ones fail.
 */
async function holdForSize(
  { db, log }: WorkerContext,
  { accountId, sendingId, route, says }: SizeRefusal,
): Promise<boolean> {
  if (await acceptedByRoute(db, { accountId, sendingId, routeId: route.id })) return false
  const stop = storedDetail(detailed('sending-too-large', { relay: route.name, says }))
  try {
    await pauseSending(db, accountId, sendingId, stop)
    log('a sending is paused: its emails are too large', { accountId, sendingId, says })
  } catch (error) {
    // It was paused or cancelled meanwhile.
    if (!(error instanceof Refusal)) throw error
  }
  return true
}

interface SendingMessage {
  accountId: number
  sendingId: number
  test: boolean
  message: Message
}

/** Compiles the email once and stores its links. */
async function sendingWriter(
  db: Db,
  writing: MessageMeans,
  { accountId, sendingId, test, message }: SendingMessage,
): Promise<MessageWriter> {
  const { keys, publicUrl } = writing
  const key = keys.newest()
  const messages = await measuredMessages(db, test ? asTest(message) : message, {
    accountId,
    of: test ? 'test' : 'sending',
    ofId: sendingId,
    ...(await mailNames(db, accountId, writing)),
    installation: publicUrl,
    key: macKeyOf(key),
  })
  if (!test)
    await keepLinks(db, { accountId, source: 'sending', sourceId: sendingId }, messages.links)
  return messageWriter(db, writing, messages)
}

function asTest({ translated, ...message }: Message): Message {
  const marked = <Mail extends { subject: string }>(mail: Mail): Mail => ({
    ...mail,
    subject: `[Test] ${mail.subject}`,
  })
  const versions = translated?.versions.map(marked) ?? []
  return { ...marked(message), ...(translated && { translated: { ...translated, versions } }) }
}
