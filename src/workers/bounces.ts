/**
 * Judges messages that came in, and has done what follows, in one transaction: the lock on a
 * message is the claim, so that whoever dies gives it back, and nothing is done twice. That it was
 * begun is written beforehand: what was begun and never ended is looked at alone, and set aside
 * after some times.
 */
import { atomically, type Db, type Store, type Tx } from '../db/db.ts'
import { act, type BounceEffects } from '../domain/bounces/act.ts'
import { forwardAddress } from '../domain/bounces/letters.sql.ts'
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
import { NOBODY } from '../domain/bounces/messages/store-message.ts'
import {
  type ConsentLetter,
  leaveByLetter,
  standingOfLetter,
} from '../domain/subscribers/letter-consent.ts'
import { clearWork, dueWork, lockWork } from '../domain/work/work.sql.ts'
import { WORK } from '../domain/work/work-kinds.ts'
import { SOURCE, type SourceKind } from '../lib/source-kind.ts'
import { JudgingStopped } from '../mail/bounces/judging.ts'
import { type Opinion, opinionOn } from '../mail/bounces/opinion.ts'
import type { BounceContext } from './bounce-context.ts'

/** Messages of a transaction, and octets of them that are in memory at a time. */
const BATCH = 200
const OCTETS = 8 << 20
/** What was begun so often without an end is not begun again. */
const MOST_BEGUN = 3

/**
 * Looks for accounts with new messages, and judges a batch of each. Says whether there may be more.
 */
export async function judgeDue(
  context: BounceContext,
  onActed: (accountId: number, acted: BounceEffects) => void,
): Promise<boolean> {
  let more = false
  // An account has several marks.
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
  /** It was begun so often before, and is looked at alone. */
  begun: number
}

/** Undefined: there was none. */
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
    // A message that can't be dealt with shall not hold up the others: what fails among others is
    // looked at alone.
    const alone = claimed.begun > 0 ? ids[0] : undefined
    context.report(error, alone === undefined ? 'judging' : `judging message ${accountId}-${alone}`)
    if (alone !== undefined)
      await setAside(context, db, accountId, alone, 'the store does not take what it says')
    return NOTHING_ACTED
  }
}

const NOTHING_ACTED: BounceEffects = { counts: {}, complaints: [] }

/** New ones before those that were begun before. */
async function claim(tx: Tx, accountId: number): Promise<Claim | undefined> {
  const messages = await claimMessages(tx, { accountId, most: accountId === NOBODY ? 1 : BATCH })
  if (messages.length > 0) return { messages, begun: 0 }
  const suspect = await claimSuspect(tx, { accountId })
  return suspect && { messages: [{ id: suspect.id, octets: 0 }], begun: suspect.begun }
}

/** Durable before the work begins. */
const begin = (db: Db, accountId: number, { messages }: Claim): Promise<number> =>
  messages.length === 1
    ? beginJudgingAlone(db, { accountId, id: messages[0]!.id })
    : beginJudging(db, { accountId, ids: messages.map(({ id }) => id) })

/** Of those that took no longer than any may. */
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
    // Whoever awaits one sees its failure; until then it is nobody's.
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
  context.warn('a message was set aside: bounce list --set-aside', { accountId, message: id, why })
}

async function settle(
  context: BounceContext,
  tx: Db,
  accountId: number,
  opinions: readonly Opinion[],
): Promise<BounceEffects> {
  const { db, rules } = context
  // Outside of this transaction, and before it ends: done twice it is the same, and never is it
  // left out.
  for (const { unsubscribe } of opinions) if (unsubscribe) await leave(db, accountId, unsubscribe)
  const told = opinions.filter(({ unsubscribe }) => !unsubscribe).map(opinion => opinion.told)
  const acted =
    accountId === NOBODY
      ? { counts: {}, complaints: [] }
      : await act(db, tx, accountId, told, rules)
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
  const letter: ConsentLetter =
    sourceKind === SOURCE.transaction
      ? { accountId, of: 'transaction', transactionId: deliveryId }
      : {
          accountId,
          of: sourceKind === SOURCE.trigger ? 'trigger' : 'sending',
          ofId: sourceId,
          subscriberId: deliveryId,
        }
  const standing = await standingOfLetter(db, letter)
  // When nobody knows any more which list it was, only leaving everything makes sure that nothing
  // more comes.
  if (standing)
    await leaveByLetter(db, letter, standing, {
      from: standing.list ? 'list' : 'everything',
      reason: '',
      source: 'mail',
    })
}

/** Under the lock of the mark, so that a message that comes in just now is seen, or marks anew. */
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

/** Classes 22 and 23, as the store tells what is wrong with a value. */
function isOfData(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code
  return typeof code === 'string' && /^2[23]/.test(code)
}
