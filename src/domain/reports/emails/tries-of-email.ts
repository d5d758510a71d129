/** The tries of an email: those that are kept, and the last one as the ledger has it. */
import type { Db } from '../../../db/db.ts'
import { routeNames } from '../../routes/route-names.ts'
import { triesOfTransaction } from '../../transactions/tries.sql.ts'
import type { TransactionDetails } from '../transaction-details.ts'

export interface EmailTry {
  /** From 1 on. A number is missing if its process ended before the reply. */
  number: number
  at: string | null
  outcome: string
  reply: string | null
  reason: string | null
  /** The name of its route; null: it was removed, or is not known. */
  route: string | null
}

/** In their order. */
export async function triesOfEmail(
  db: Db,
  accountId: number,
  found: TransactionDetails,
): Promise<EmailTry[]> {
  const { id: transactionId } = found
  const names = await routeNames(db)
  const named = (routeId: number | null) => (routeId === null ? null : (names.get(routeId) ?? null))
  const kept = await triesOfTransaction(db, { accountId, transactionId, most: MOST_TRIES })
  const tries = kept.map(({ triedAt, routeId, ...one }) => ({
    ...one,
    at: triedAt,
    route: named(routeId),
  }))
  if (found.tries === 0 || !isOfLedger(found.state, tries.at(-1)?.number === found.tries))
    return tries
  return [...tries, { ...lastTry(found), number: found.tries, route: named(found.routeId) }]
}

/** Far above usual numbers: an email may have been queued again after each 72 hours. */
const MOST_TRIES = 500

/** Whether only the ledger has the last try. */
const isOfLedger = (state: string, isKept: boolean): boolean =>
  ['accepted', 'bounced', 'failed'].includes(state) ||
  (['handed over', 'uncertain'].includes(state) && !isKept)

/** One that bounced later had been accepted; the reply to it is that of the bounce. */
function lastTry({ state, sent, changed, reply, reason }: TransactionDetails) {
  if (state === 'bounced' && sent !== null)
    return { at: sent, outcome: 'accepted', reply: null, reason: null }
  return { at: changed, outcome: state, reply, reason }
}
