/**
 * Judges incoming messages and applies the consequences in one transaction. The row lock on a
 * message is the claim: a worker that dies releases it, and no message is applied twice. The start
 * is recorded before; a message that was begun and never finished is judged alone, and set aside
 * after MOST_BEGUN attempts.
 */
import { atomically, type Db, type Store, type Tx } from '../db/db.ts'
import { applyReports, type BounceEffects } from '../domain/bounces/apply-reports.ts'
import {
  anyNewMessage,
  beginJudging,
  beginJudgingAlone,
  claimMessages,
  claimSuspect,
  endJudging,
  judgedMessages,
  readMessages,
  takeBackJudging,
  unreadableMessage,
} from '../domain/bounces/messages/messages.sql.ts'
import { NO_ACCOUNT } from '../domain/bounces/messages/store-message.ts'
import { forwardAddress } from '../domain/bounces/returned.sql.ts'
import { keepReceiverReport } from '../domain/receiver-reports/keep-report.ts'
import {
  type ConsentMessage,
  consentOfMessage,
  leaveByMessage,
} from '../domain/subscribers/message-consent.ts'
import { clearWork, dueWork, lockWork } from '../domain/work/work.sql.ts'
import { WORK } from '../domain/work/work-kinds.ts'
import { SOURCE, type SourceKind } from '../lib/source-kind.ts'
import { JudgingStopped } from '../mail/bounces/judging.ts'
import { type Opinion, opinionOn } from '../mail/bounces/opinion.ts'
import type { BounceContext } from './bounce-context.ts'

/** Messages of a transaction, and bytes of them that are in memory at a time. */
const BATCH = 200
const OCTETS = 8 << 20
/** A message begun this often without an end is not begun again. */
const MOST_BEGUN = 3

/**
 * Finds accounts with new messages and judges a batch of each. Returns whether there may be more.
 */
export async function judgeDue(
  context: BounceContext,
  onActed: (accountId: number, acted: BounceEffects) => void,
): Promise<boolean> {
  let more = false
  // An account may have several marks of work.
  const due = new Map<number, number[]>()
  for (const { accountId, sourceId } of await dueWork(context.db, { kind: WORK.judge, most: 200 }))
    due.set(accountId, [...(due.get(accountId) ?? []), sourceId])
  for (const [accountId, marks] of due) {
    const judged = await judgeSome(context, accountId)
    if (judged === undefined)
      for (const mark of marks) await clearIfNone(context.db, accountId, mark)
    else {
      more = true
      onActed(accountId, judged)
    }
  }
  return more
}

interface Claim {
  messages: readonly { id: number; octets: number }[]
  /** How often it was begun before. Above 0 it is judged alone. */
  begun: number
}

/** Undefined: no message is due. */
async function judgeSome(
  context: BounceContext,
  accountId: number,
): Promise<BounceEffects | undefined> {
  const { db } = context
  let claimed: Claim | undefined
  try {
    return await atomically(db, async tx => {
      claimed = await claim(tx, accountId)
      if (!claimed) return undefined
      if (claimed.begun >= MOST_BEGUN) {
        await setAside(
          context,
          tx,
          accountId,
          claimed.messages[0]!.id,
          `judging it was begun ${claimed.begun} times and never ended`,
        )
        return NOTHING_ACTED
      }
      await begin(db, accountId, claimed)
      return settle(context, tx, accountId, await opinionsOn(context, tx, accountId, claimed))
    })
  } catch (error) {
    const ids = claimed?.messages.map(({ id }) => id) ?? []
    if (error instanceof JudgingStopped) await takeBackJudging(db, { accountId, ids })
    if (!isOfData(error) || !claimed) throw error
    // A message that cannot be processed must not hold up the rest: after a failure the batch is
    // judged one message at a time.
    const alone = claimed.begun > 0 ? ids[0] : undefined
    context.report(error, alone === undefined ? 'judging' : `judging message ${accountId}-${alone}`)
    if (alone !== undefined)
      await setAside(context, db, accountId, alone, 'the store does not take what it says')
    return NOTHING_ACTED
  }
}

const NOTHING_ACTED: BounceEffects = { counts: {}, complaints: [] }

/** New messages before those begun earlier. */
async function claim(tx: Tx, accountId: number): Promise<Claim | undefined> {
  const messages = await claimMessages(tx, {
    accountId,
    most: accountId === NO_ACCOUNT ? 1 : BATCH,
  })
  if (messages.length > 0) return { messages, begun: 0 }
  const suspect = await claimSuspect(tx, { accountId })
  return suspect && { messages: [{ id: suspect.id, octets: 0 }], begun: suspect.begun }
}

/** Committed before judging starts. */
const begin = (db: Db, accountId: number, { messages }: Claim): Promise<number> =>
  messages.length === 1
    ? beginJudgingAlone(db, { accountId, id: messages[0]!.id })
    : beginJudging(db, { accountId, ids: messages.map(({ id }) => id) })

/** Skips messages whose judging exceeded the time limit. */
async function opinionsOn(
  context: BounceContext,
  tx: Db,
  accountId: number,
  { messages }: Claim,
): Promise<Opinion[]> {
  const { judging, keyOf } = context
  const opinions: Opinion[] = []
  for (const ids of inParts(messages)) {
    const part = await readMessages(tx, { accountId, ids })
    const read = part.map(({ content, cameFor }) =>
      judging.judge(content, cameFor === 'postmaster' || cameFor === 'mailbox'),
    )
    // The awaiting loop reports a rejection; until then it must not count as unhandled.
    for (const one of read) one.catch(() => {})
    for (const [i, message] of part.entries()) {
      const one = await read[i]!
      if (one) opinions.push(await opinionOn(message, one, keyOf))
      else context.warn('a message took too long to judge', { accountId, message: message.id })
    }
  }
  return opinions
}

async function setAside(
  context: BounceContext,
  db: Db,
  accountId: number,
  id: number,
  why: string,
): Promise<void> {
  await unreadableMessage(db, { accountId, id })
  context.counted('set aside', 1)
  context.warn('a message was set aside: bounce set-aside', { accountId, message: id, why })
}

async function settle(
  context: BounceContext,
  tx: Db,
  accountId: number,
  opinions: readonly Opinion[],
): Promise<BounceEffects> {
  const { db, rules } = context
  for (const { receiverReport } of opinions)
    if (receiverReport) await keepReceiverReport(db, receiverReport)
  // Outside this transaction and before it commits: it is idempotent, and never omitted.
  for (const { unsubscribe } of opinions) if (unsubscribe) await leave(db, accountId, unsubscribe)
  const reports = opinions.filter(({ unsubscribe }) => !unsubscribe).map(opinion => opinion.report)
  const acted =
    accountId === NO_ACCOUNT
      ? { counts: {}, complaints: [] }
      : await applyReports(db, tx, accountId, reports, rules)
  const anyPerson = opinions.some(({ fromPerson }) => fromPerson)
  const forwardTo = anyPerson ? (await forwardAddress(tx, { accountId }))?.forwardTo : null
  await judgedMessages(tx, {
    accountId,
    ids: opinions.map(({ id }) => id),
    kinds: opinions.map(({ kind }) => kind),
    classes: opinions.map(opinion => (opinion.unsubscribe ? 'unsubscribe' : opinion.class)),
    forwards: opinions.map(({ fromPerson }) => fromPerson && forwardTo != null),
  })
  await endJudging(tx, { accountId, ids: opinions.map(({ id }) => id) })
  for (const { kind, class: of } of opinions) context.counted(kind === 'none' ? of : kind, 1)
  return acted
}

async function leave(
  db: Store,
  accountId: number,
  {
    sourceKind,
    sourceId,
    deliveryId,
  }: { sourceKind: SourceKind; sourceId: number; deliveryId: number },
): Promise<void> {
  const message: ConsentMessage =
    sourceKind === SOURCE.transaction
      ? { accountId, of: 'transaction', transactionId: deliveryId }
      : {
          accountId,
          of: sourceKind === SOURCE.trigger ? 'trigger' : 'sending',
          ofId: sourceId,
          subscriberId: deliveryId,
        }
  const standing = await consentOfMessage(db, message)
  // If the list is unknown, the subscriber is unsubscribed from all of them.
  if (standing)
    await leaveByMessage(db, message, standing, {
      from: standing.list ? 'list' : 'everything',
      reason: '',
      source: 'mail',
    })
}

/** Under the lock of the mark: a message arriving now is either found or sets the mark again. */
const clearIfNone = (db: Db, accountId: number, sourceId: number): Promise<void> =>
  atomically(db, async tx => {
    const mark = { accountId, kind: WORK.judge, sourceId }
    if (!(await lockWork(tx, mark))) return
    if (!(await anyNewMessage(tx, { accountId })).any) await clearWork(tx, mark)
  })

function* inParts(claimed: readonly { id: number; octets: number }[]): Generator<number[]> {
  let ids: number[] = []
  let octets = 0
  for (const one of claimed) {
    if (ids.length > 0 && octets + one.octets > OCTETS) {
      yield ids
      ids = []
      octets = 0
    }
    ids.push(one.id)
    octets += one.octets
  }
  yield ids
}

/** SQLSTATE classes 22 and 23: invalid data. */
function isOfData(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code
  return typeof code === 'string' && /^2[23]/.test(code)
}
