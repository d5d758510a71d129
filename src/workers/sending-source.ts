/**
 * Sendings as a source of lanes: a frozen email to a frozen audience. Consent is checked again at
 * hand-over.
 */
import { atomically, type Db } from '../db/db.ts'
import { claimDeliveries, handOver } from '../domain/deliveries/deliveries.sql.ts'
import { macKeyOf } from '../domain/keys/link-keys.ts'
import type { Message } from '../domain/newsletters/freeze-message.ts'
import { compiledMessage } from '../domain/sendings/compiled-message.ts'
import { publishSendingFinished } from '../domain/sendings/publish-sending-finished.ts'
import { releaseSending } from '../domain/sendings/release-sending.ts'
import {
  findSending,
  openWork,
  sendingState,
  setSendingState,
} from '../domain/sendings/sendings.sql.ts'
import { keepLinks } from '../domain/tracking/keep-links.ts'
import { hasListener } from '../domain/webhooks/publish.ts'
import { clearWork, dueWorkOfOpen, lockWork, markWork, setWork } from '../domain/work/work.sql.ts'
import { WORK } from '../domain/work/work-kinds.ts'
import { SOURCE } from '../lib/source-kind.ts'
import type { MessageMeans, MessageWriter, WorkerContext } from './context.ts'
import type { EmailSourceKind } from './email-source.ts'
import { messageWriter } from './message-writer.ts'

export const sendingSource: EmailSourceKind = {
  sourceKind: SOURCE.sending,

  due: (db, most) => dueWorkOfOpen(db, { kind: WORK.deliver, most }),

  async open({ db, writing }, accountId, sendingId) {
    const sending = await findSending(db, { accountId, sendingId })
    if (sending?.state !== 'sending') {
      await releaseSending(db, accountId, sendingId)
      return undefined
    }
    const message = JSON.parse(sending.message) as Message
    const { test } = sending
    const key = { accountId, sourceKind: SOURCE.sending, sourceId: sendingId } as const
    const { listId } = message
    return {
      ...key,
      urgent: false,
      guessedBytes: 2 * (message.html.length + message.text.length),
      claim: by => claimDeliveries(db, { ...key, ...by }),
      handOver: ({ emails: _, ...marking }) =>
        handOver(db, { accountId, sendingId, listId, test, ...marking }),
      goesOn: async () => (await sendingState(db, { accountId, sendingId }))?.state === 'sending',
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
      await setSendingState(tx, { accountId, sendingId, state: 'finished', reason: null })
      if (telling) await publishSendingFinished(tx, accountId, sending)
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
  const { keys, publicUrl, bounceDomain } = writing
  const key = keys.newest()
  const compiled = await compiledMessage(
    db,
    test ? { ...message, subject: `[Test] ${message.subject}` } : message,
    {
      accountId,
      of: test ? 'test' : 'sending',
      ofId: sendingId,
      publicUrl,
      bounceDomain,
      key: macKeyOf(key),
    },
  )
  if (!test)
    await keepLinks(db, { accountId, source: 'sending', sourceId: sendingId }, compiled.links)
  return messageWriter(db, writing, compiled)
}
