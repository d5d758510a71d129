/**
 * Removes the hits of people who declined to be measured: as if their emails had never been
 * measured. Counts and rates of reports change with them.
 */
import { atomically, type Db, type Store } from '../../../db/db.ts'
import { forgetCounts } from '../../deliveries/counts.sql.ts'
import {
  type CountChange,
  changeCounts,
  type HitMessage,
  type MessageChanges,
} from '../change-counts.ts'
import { foldHits } from '../fold-hits.ts'
import { lockEngagement, personalHits, setEngagement } from '../machines/judge.sql.ts'
import {
  accountsToForget,
  endForgetting,
  lockForgotten,
  messagesWithHits,
  peopleToForget,
  removeEngagement,
  removeHits,
  removeLinksOfMessage,
  unmeasureSendings,
  unmeasureTransactions,
  unmeasureTriggers,
  unnamePurchases,
} from './forget-hits.sql.ts'

const AT_ONCE = 100

interface Declined {
  opens: boolean
  clicks: boolean
}

/** Of all accounts: whose time has come. Returns for how many people. */
export async function forgetDue(store: Store, stopping?: AbortSignal): Promise<number> {
  let people = 0
  for (const { accountId } of await accountsToForget(store, {})) {
    // Hits that wait were answered before the decline, perhaps.
    await foldHits(store, accountId)
    for (const { id } of await peopleToForget(store, { accountId, most: AT_ONCE })) {
      if (stopping?.aborted) return people
      await atomically(store, tx => forgetPerson(tx, accountId, id), { accountId })
      people++
    }
  }
  return people
}

async function forgetPerson(tx: Db, accountId: number, subscriberId: number): Promise<void> {
  const person = await lockForgotten(tx, { accountId, subscriberId })
  // Undone meanwhile.
  if (!person) return
  const { emailKey, ...what } = person
  if (!what.opens && !what.clicks) {
    // They agreed again.
    await endForgetting(tx, { accountId, subscriberId })
    return
  }
  const sendings = await unmeasureSendings(tx, { accountId, subscriberId, ...what })
  const emails = [
    ...sendings,
    ...(await unmeasureTriggers(tx, { accountId, subscriberId, ...what })),
    ...(await unmeasureTransactions(tx, { accountId, emailKey, ...what })),
  ]
  const messages = await messagesWithHits(tx, {
    accountId,
    sourceKinds: emails.map(({ sourceKind }) => sourceKind),
    sourceIds: emails.map(({ sourceId }) => sourceId),
    deliveryIds: emails.map(({ deliveryId }) => deliveryId),
  })
  const emailsWithHits = messages.map(message => ({ accountId, ...message }) as HitMessage)
  await forgetMessages(tx, accountId, emailsWithHits, what)
  if (what.clicks) await unnamePurchases(tx, { accountId, subscriberId })
  const sendingIds = sendings.map(({ sourceId }) => sourceId)
  if (sendingIds.length > 0) await forgetCounts(tx, { accountId, sendingIds })
  await endForgetting(tx, { accountId, subscriberId })
}

type Engagement = NonNullable<Awaited<ReturnType<typeof lockEngagement>>>

/** Only machines opened it. */
const NOTHING: Engagement = {
  views: 0,
  firstViewAt: null,
  lastViewAt: null,
  clicks: 0,
  firstClickAt: null,
  lastClickAt: null,
}

/** Locks all engagements first, in their order, as fold_hits() does. */
async function forgetMessages(
  tx: Db,
  accountId: number,
  messages: readonly HitMessage[],
  what: Declined,
): Promise<void> {
  const locked: { message: HitMessage; before: Engagement }[] = []
  for (const message of messages)
    locked.push({ message, before: (await lockEngagement(tx, message)) ?? NOTHING })
  const changed: MessageChanges[] = []
  for (const { message, before } of locked)
    changed.push(await forgetMessage(tx, message, before, what))
  if (changed.length > 0) await changeCounts(tx, accountId, changed)
}

/** Hits whose month is dropped stay in the counts, without anybody's name. */
async function forgetMessage(
  tx: Db,
  message: HitMessage,
  before: Engagement,
  what: Declined,
): Promise<MessageChanges> {
  const removed = await removeHits(tx, { ...message, ...what })
  const changes: CountChange[] = []
  for (const { kind, link, at, person } of removed) {
    const change = { at, kind, byAll: -1, byPeople: person ? -1 : 0, messages: 0 }
    changes.push({ ...change, link })
    if (kind === 'click' && link > 0) changes.push({ ...change, link: 0 })
  }
  const count = (kind: string, link: number, at: string | null, messages: number) => {
    if (at !== null) changes.push({ kind, link, at, byAll: 0, byPeople: 0, messages })
  }
  const isImplied = removed.some(({ kind, person }) => person && kind === 'view')
  const left = isImplied && !what.opens ? await personalHits(tx, message) : before
  const { views, firstViewAt, lastViewAt } = what.opens ? NOTHING : left
  const now = { ...before, views, firstViewAt, lastViewAt }
  if (what.clicks) {
    Object.assign(now, { clicks: 0, firstClickAt: null, lastClickAt: null })
    count('click', 0, before.firstClickAt, -1)
    for (const { link, firstClickAt } of await removeLinksOfMessage(tx, message))
      count('click', link, firstClickAt, -1)
  }
  if (now.firstViewAt !== before.firstViewAt) {
    count('view', 0, before.firstViewAt, -1)
    count('view', 0, now.firstViewAt, 1)
  }
  if (now.views === 0 && now.clicks === 0) await removeEngagement(tx, message)
  else await setEngagement(tx, { ...message, ...now })
  return { message, changes, touched: removed }
}
