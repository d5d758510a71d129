/**
 * Emails of triggers as a source of lanes: a frozen email that subscribers reach one by one.
 * Consent is checked again at hand-over, as in sendings.
 */
import { atomically, type Db } from '../db/db.ts'
import { claimDeliveries } from '../domain/deliveries/deliveries.sql.ts'
import { mailNames } from '../domain/hosts/public-origin.ts'
import { macKeyOf } from '../domain/keys/link-keys.ts'
import type { Message } from '../domain/newsletters/freeze-message.ts'
import { senderDomainOf } from '../domain/routes/route-rules.ts'
import { measuredMessages } from '../domain/sendings/compiled-message.ts'
import { keepLinks } from '../domain/tracking/keep-links.ts'
import {
  handOverOfTrigger,
  messageToSend,
  openMessageWork,
  stateOfMessage,
  withdrawMessages,
} from '../domain/triggers/engine/messages.sql.ts'
import { eventsOfMessage } from '../domain/triggers/entries/events-of-runs.ts'
import { issuesOfMessage } from '../domain/triggers/feeds/issue-values.ts'
import { clearWork, dueWorkOfOpen, lockWork, markWork, setWork } from '../domain/work/work.sql.ts'
import { WORK } from '../domain/work/work-kinds.ts'
import { SOURCE } from '../lib/source-kind.ts'
import type { ClaimedEmail, EmailSourceKind } from './email-source.ts'
import { messageWriter } from './message-writer.ts'

/** How often an email whose trigger does not run is checked. */
const LATER_MILLIS = 30_000

export const triggerSource: EmailSourceKind = {
  sourceKind: SOURCE.trigger,

  due: (db, most) => dueWorkOfOpen(db, { kind: WORK.deliverOfTrigger, most }),

  async open({ db, writing }, accountId, messageId) {
    const found = await messageToSend(db, { accountId, messageId })
    if (found?.state !== 'running') {
      await rest(db, accountId, messageId, found?.state)
      return undefined
    }
    const message = JSON.parse(found.message) as Message
    const { listId } = message
    const { keys, publicUrl } = writing
    const key = keys.newest()
    const messages = await measuredMessages(db, message, {
      accountId,
      of: 'trigger',
      ofId: messageId,
      ...(await mailNames(db, accountId, writing)),
      installation: publicUrl,
      key: macKeyOf(key),
    })
    await keepLinks(db, { accountId, source: 'trigger', sourceId: messageId }, messages.links)
    const place = { accountId, sourceKind: SOURCE.trigger, sourceId: messageId } as const
    // A tag that reads it has the word.
    const readsEvent = /\bevent\b/.test(found.message)
    const readsFeed = /\bfeed\b/.test(found.message)
    const withValues = async (claimed: ClaimedEmail[]): Promise<ClaimedEmail[]> => {
      if (claimed.length === 0) return claimed
      const of = [db, accountId, messageId, claimed] as const
      const events = readsEvent ? await eventsOfMessage(...of) : undefined
      const issues = readsFeed ? await issuesOfMessage(...of) : undefined
      if (!events && !issues) return claimed
      return claimed.map(one => ({ ...one, event: events?.get(one.id), feed: issues?.get(one.id) }))
    }
    return {
      ...place,
      urgent: false,
      routed: { kind: 'trigger', listId, senderDomain: senderDomainOf(message.fromEmail) },
      guessedBytes: 2 * (message.html.length + message.text.length),
      claim: async by => withValues(await claimDeliveries(db, { ...place, ...by })),
      handOver: (by, marking) =>
        handOverOfTrigger(by, { accountId, messageId, listId, ...marking }),
      goesOn: async () => (await stateOfMessage(db, { accountId, messageId }))?.state === 'running',
      write: await messageWriter(db, writing, messages),
    }
  },

  async closeOut({ db }, accountId, messageId) {
    const work = { accountId, kind: WORK.deliverOfTrigger, sourceId: messageId }
    await atomically(db, async tx => {
      if (!(await lockWork(tx, work))) return
      const { nextTry, claims } = await openMessageWork(tx, { accountId, messageId })
      if (nextTry === null && claims === 0) await clearWork(tx, work)
      else await setWork(tx, { ...work, due: nextTry ?? new Date(Date.now() + 2_000) })
    })
  },

  async onHeldBack({ db }, accountId, messageId) {
    const found = await messageToSend(db, { accountId, messageId })
    if (found?.state !== 'running') await rest(db, accountId, messageId, found?.state)
  },

  async wake(tx, accountId, sourceId) {
    await markWork(tx, { accountId, kind: WORK.deliverOfTrigger, sourceId, due: new Date() })
  },
}

/**
 * Checked again later. If its trigger was removed, waiting emails are withdrawn and it is never
 * checked again.
 */
function rest(
  db: Db,
  accountId: number,
  messageId: number,
  state: string | undefined,
): Promise<void> {
  const work = { accountId, kind: WORK.deliverOfTrigger, sourceId: messageId }
  return atomically(db, async tx => {
    if (!(await lockWork(tx, work))) return
    if (state === 'removed') await withdrawMessages(tx, { accountId, messageId })
    const { claims } = await openMessageWork(tx, { accountId, messageId })
    if (state === 'removed' && claims === 0) await clearWork(tx, work)
    else await setWork(tx, { ...work, due: new Date(Date.now() + LATER_MILLIS) })
  })
}
