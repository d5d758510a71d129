/**
 * What the reader of a letter may decide, years later too, and what becomes of it. The rules
 * themselves are in person-consent.ts.
 */
import type { Db, Store } from '../../db/db.ts'
import { SOURCE } from '../../lib/source-kind.ts'
import { liftOptOut, optOut } from '../opt-outs/opt-out.ts'
import { standingOfReader, standingOfReceiver } from './letter-consent.sql.ts'
import { type UnsubscribeSource, unsubscribePerson } from './person-consent.ts'
import { joinKnown } from './subscribe.ts'

/** A letter of a sending, or of a trigger's step, by its delivery: the subscriber's id. */
export interface ListLetter {
  accountId: number
  of: 'sending' | 'trigger'
  ofId: number
  subscriberId: number
}

/** A letter to one person at the request of a program; of its project a list knows nothing. */
export interface TransactionLetter {
  accountId: number
  of: 'transaction'
  transactionId: number
}

export type ConsentLetter = ListLetter | TransactionLetter

export interface ConsentState {
  email: string
  /** What the person calls us: the name in From. Empty when the sending is no longer known. */
  sender: string
  /**
   * Undefined when the sending, and with it the list, is not known any more, and of a transaction:
   * then there is only leaving everything. Of a list that is gone the name is left.
   */
  list: { id: number; name: string; gone: boolean } | undefined
  /** A test letter: whatever is said changes nothing. */
  test: boolean
  unsubscribed: boolean
  optedOut: boolean
  /** The person left by this letter less than a day ago, and may say that it was a mistake. */
  mayReturn: boolean
}

/** Undefined when the person is not known any more: nothing will be sent to them. */
export async function standingOfLetter(
  db: Db,
  letter: ConsentLetter,
): Promise<ConsentState | undefined> {
  const { accountId } = letter
  if (letter.of === 'transaction') {
    const found = await standingOfReceiver(db, { accountId, transactionId: letter.transactionId })
    return found && { ...found, list: undefined, test: false, unsubscribed: false }
  }
  const { of, ofId, subscriberId } = letter
  const found = await standingOfReader(db, {
    accountId,
    sourceKind: SOURCE[of],
    sourceId: ofId,
    subscriberId,
  })
  if (!found) return undefined
  const { email, sender, test, listId, listKnown, listName } = found
  const { optedOut, unsubscribed, mayReturn } = found
  if (email === null && !test) return undefined
  return {
    email: email ?? '',
    sender,
    list: listId === null ? undefined : { id: listId, name: listName, gone: !listKnown },
    test,
    unsubscribed,
    optedOut,
    mayReturn,
  }
}

/** Does what the reader has said. Said twice it is the same; a test letter changes nothing. */
export async function leaveByLetter(
  db: Store,
  letter: ConsentLetter,
  standing: ConsentState,
  said: { from: 'list' | 'everything'; reason: string; source: UnsubscribeSource },
): Promise<void> {
  if (standing.test) return
  const { accountId } = letter
  if (said.from === 'list') {
    if (standing.list && letter.of !== 'transaction')
      await unsubscribePerson(
        db,
        accountId,
        letter.subscriberId,
        standing.list.id,
        said.source,
        said.reason,
      )
    return
  }
  await optOut(db, accountId, {
    email: standing.email,
    reason: said.reason,
    listText: standing.list ? String(standing.list.id) : '',
    sendingText: letter.of === 'sending' ? String(letter.ofId) : '',
  })
}

/**
 * Takes back what the reader has said by this letter: the opt-out is lifted, and they are on its
 * list again. Other lists that an opt-out took them off are not known any more.
 */
export async function returnByLetter(
  db: Store,
  letter: ConsentLetter,
  { email, list, mayReturn, optedOut }: ConsentState,
): Promise<void> {
  if (!mayReturn) return
  const { accountId } = letter
  if (optedOut) await liftOptOut(db, accountId, email)
  if (letter.of === 'transaction' || !list || list.gone) return
  await joinKnown(db, accountId, list.id, { subscriberId: letter.subscriberId, email: '' })
}
