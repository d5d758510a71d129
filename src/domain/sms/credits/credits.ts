/**
 * The ledger of credits: additions, debits for messages, refunds. Every change is an entry, made
 * under the lock of the balance; an increase releases held messages in the same transaction. See
 * docs/decisions/0022-sms.md.
 */
import { atomically, type Db, type Store } from '../../../db/db.ts'
import { recordChange } from '../../audit/record.ts'
import { refused, type Violation, violationsOfValues } from '../../refusal.ts'
import { checkText } from '../../text.ts'
import { markWork } from '../../work/work.sql.ts'
import { WORK } from '../../work/work-kinds.ts'
import { amountOf, MOST, readAmount, writeAmount } from './amount.ts'
import {
  addEntry,
  beginCredits,
  findBalance,
  lockCredits,
  nextHeld,
  releaseMessage,
} from './credits.sql.ts'

const MAX_NOTE = 200

/** Locks the balance until the transaction ends and returns it, in millionths. */
export async function holdBalance(tx: Db, accountId: number): Promise<bigint> {
  const held = await lockCredits(tx, { accountId })
  if (held) return amountOf(held.balance)
  await beginCredits(tx, { accountId })
  return amountOf((await lockCredits(tx, { accountId }))!.balance)
}

/** The balance as a decimal. */
export const balanceOf = async (db: Db, accountId: number): Promise<string> =>
  (await findBalance(db, { accountId }))?.balance ?? '0'

export interface CreditsChanged {
  balance: string
  /** Held messages that are released by it. */
  released: number[]
}

function checkedAmount(amount: string): bigint {
  const given = readAmount(amount)
  if (given === undefined || given === 0n) throw refused('not-valid', 'credits-amount')
  return given
}

const checkNote = (note: string): string => checkText(note, 'note', MAX_NOTE)

interface CreditsGiven {
  amount?: string | undefined
  note?: string | undefined
}

export const violationsOfCredits = ({ amount, note }: CreditsGiven): Violation[] =>
  violationsOfValues({ amount, note }, { amount: checkedAmount, note: checkNote })

/**
 * Adds credits, or removes some (a negative amount): an exact decimal with up to six places.
 * Refuses a result below zero.
 */
export async function addCredits(
  db: Store,
  accountId: number,
  amount: string,
  note: string,
): Promise<CreditsChanged> {
  const given = checkedAmount(amount)
  const kept = checkNote(note)
  return atomically(db, async tx => {
    const before = await holdBalance(tx, accountId)
    if (before + given < 0n)
      throw refused('not-valid', 'credits-below', { balance: writeAmount(before) })
    if (before + given >= MOST)
      throw refused('not-valid', 'credits-most', { most: writeAmount(MOST) })
    const kind = given > 0n ? 'added' : 'taken'
    await addEntry(tx, { accountId, kind, amount: writeAmount(given), messageId: null, note: kept })
    const released = await releaseHeld(tx, accountId, before + given)
    const balance = await balanceOf(tx, accountId)
    const change = { before: { balance: writeAmount(before) }, after: { balance, note: kept } }
    await recordChange(tx, accountId, { action: 'credits.add', id: '', ...change })
    return { balance, released }
  })
}

/** Debits the cost of a message. The caller has locked the balance, which is sufficient. */
export async function debit(
  tx: Db,
  accountId: number,
  messageId: number,
  cost: bigint,
): Promise<void> {
  if (cost > 0n)
    await addEntry(tx, {
      accountId,
      kind: 'debit',
      amount: writeAmount(-cost),
      messageId,
      note: '',
    })
}

/** Refunds unsent SMS, which may release held messages. The caller has locked the balance. */
export async function giveBack(
  tx: Db,
  accountId: number,
  messageId: number,
  amount: bigint,
  unsent: number,
): Promise<void> {
  if (amount === 0n) return
  const note = unsent === 1 ? 'one SMS was not sent' : `${unsent} SMS were not sent`
  const { balance } = await addEntry(tx, {
    accountId,
    kind: 'given back',
    amount: writeAmount(amount),
    messageId,
    note,
  })
  await releaseHeld(tx, accountId, amountOf(balance))
}

/**
 * Releases held messages, FIFO: the first that costs more than the balance blocks the following
 * ones. The caller has locked the balance.
 */
export async function releaseHeld(tx: Db, accountId: number, balance: bigint): Promise<number[]> {
  const released: number[] = []
  for (let left = balance; ; ) {
    const next = await nextHeld(tx, { accountId })
    if (!next || amountOf(next.cost) > left) return released
    left -= amountOf(next.cost)
    await debit(tx, accountId, next.id, amountOf(next.cost))
    await releaseMessage(tx, { accountId, messageId: next.id })
    await markWork(tx, { accountId, kind: WORK.sms, sourceId: next.id, due: new Date() })
    released.push(next.id)
  }
}
