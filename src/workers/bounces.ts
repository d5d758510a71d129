/**
 * Judges messages that came in, and has done what follows, in one transaction: the lock on a message is the claim, so that whoever dies
 * gives it back, and nothing is done twice.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { atomically, type Db } from '../db/db.ts'
import { type Acted, act } from '../domain/bounces/act.ts'
import { forwardAddress } from '../domain/bounces/letters.sql.ts'
import { anyNewMessage, claimMessages, judgedMessages, readMessages, unreadableMessage } from '../domain/bounces/messages.sql.ts'
import { NOBODY } from '../domain/bounces/store-message.ts'
import { leaveByLetter, type ReadLetter, standingOfLetter } from '../domain/subscribers/letter-consent.ts'
import { clearWork, dueWork, lockWork } from '../domain/work/work.sql.ts'
import { type Opinion, opinionOn } from '../mail/bounce-opinion.ts'
import type { BounceContext } from './bounce-context.ts'

const WORK = 'judge'
/** Messages of a transaction, and octets of them that are in memory at a time. */
const BATCH = 200
const OCTETS = 8 << 20
/** The event loop is let go after so many. */
const AT_A_TIME = 20

/** Looks for accounts with new messages, and judges a batch of each. Says whether there may be more. */
export async function judgeDue(context: BounceContext, onActed: (accountId: number, acted: Acted) => void): Promise<boolean> {
  let more = false
  // An account has several marks.
  const due = new Map<number, number[]>()
  for (const { accountId, sourceId } of await dueWork(context.db, { kind: WORK, most: 200 }))
    due.set(accountId, [...(due.get(accountId) ?? []), sourceId])
  for (const [accountId, marks] of due) {
    const judged = await judgeSome(context, accountId, BATCH).catch(error => {
      if (!isOfData(error)) throw error
      return judgeOneByOne(context, accountId, error)
    })
    if (judged === undefined) for (const mark of marks) await clearIfNone(context.db, accountId, mark)
    else {
      more = true
      onActed(accountId, judged)
    }
  }
  return more
}

/** Undefined: there was none. */
function judgeSome(context: BounceContext, accountId: number, most: number): Promise<Acted | undefined> {
  const { db } = context
  return atomically(db, accountId, async tx => {
    const claimed = await claimMessages(tx, { accountId, most })
    if (claimed.length === 0) return undefined
    const opinions: Opinion[] = []
    for (const ids of inParts(claimed)) {
      for (const [i, message] of (await readMessages(tx, { accountId, ids })).entries()) {
        if (i % AT_A_TIME === AT_A_TIME - 1) await turn()
        opinions.push(await opinionOn(message, context.keyOf))
      }
    }
    return settle(context, tx, accountId, opinions)
  })
}

async function settle(context: BounceContext, tx: Db, accountId: number, opinions: readonly Opinion[]): Promise<Acted> {
  const { db, rules } = context
  // Outside of this transaction, and before it ends: done twice it is the same, and never is it left out.
  for (const { unsubscribe } of opinions) if (unsubscribe) await leave(db, accountId, unsubscribe)
  const told = opinions.filter(({ unsubscribe }) => !unsubscribe).map(opinion => opinion.told)
  const acted = accountId === NOBODY ? { counts: {}, complaints: [] } : await act(db, tx, accountId, told, rules)
  const anyPerson = opinions.some(({ fromPerson }) => fromPerson)
  const forwardTo = anyPerson ? (await forwardAddress(tx, { accountId }))?.forwardTo : null
  await judgedMessages(tx, {
    accountId,
    ids: opinions.map(({ id }) => id),
    kinds: opinions.map(({ kind }) => kind),
    classes: opinions.map(opinion => (opinion.unsubscribe ? 'unsubscribe' : opinion.class)),
    forwards: opinions.map(({ fromPerson }) => fromPerson && forwardTo != null),
  })
  for (const { kind, class: of } of opinions) context.counted(kind === 'none' ? of : kind, 1)
  return acted
}

async function leave(
  db: Db,
  accountId: number,
  { sourceKind, sourceId, deliveryId }: { sourceKind: number; sourceId: number; deliveryId: number },
): Promise<void> {
  const letter: ReadLetter =
    sourceKind === 3
      ? { accountId, of: 'transaction', transactionId: deliveryId }
      : { accountId, of: sourceKind === 2 ? 'trigger' : 'sending', ofId: sourceId, subscriberId: deliveryId }
  const standing = await standingOfLetter(db, letter)
  // When nobody knows any more which list it was, only leaving everything makes sure that nothing more comes.
  if (standing)
    await leaveByLetter(db, letter, standing, { from: standing.list ? 'list' : 'everything', reason: '', source: 'mail' })
}

/** A message that can't be dealt with shall not hold up the others: it is set aside, and kept. */
async function judgeOneByOne(context: BounceContext, accountId: number, error: unknown): Promise<Acted | undefined> {
  context.report(error, 'judging')
  const before = await firstNew(context.db, accountId)
  try {
    return await judgeSome(context, accountId, 1)
  } catch (again) {
    if (!isOfData(again) || before === undefined) throw again
    context.report(again, `judging message ${accountId}-${before}`)
    await unreadableMessage(context.db, { accountId, id: before })
    return { counts: {}, complaints: [] }
  }
}

const firstNew = (db: Db, accountId: number): Promise<number | undefined> =>
  atomically(db, accountId, async tx => (await claimMessages(tx, { accountId, most: 1 }))[0]?.id)

/** Under the lock of the mark, so that a message that comes in just now is seen, or marks anew. */
const clearIfNone = (db: Db, accountId: number, sourceId: number): Promise<void> =>
  atomically(db, accountId, async tx => {
    const mark = { accountId, kind: WORK, sourceId }
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
