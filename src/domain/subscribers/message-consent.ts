/** The decisions of the reader of an email, even years later. person-consent.ts has the rules. */
import type { Db, Store } from '../../db/db.ts'
import { SOURCE } from '../../lib/source-kind.ts'
import { liftOptOut, optOut } from '../opt-outs/opt-out.ts'
import {
  consentOfReader,
  consentOfReceiver,
  forgetDeparture,
  noteDeparture,
} from './message-consent.sql.ts'
import { type UnsubscribeSource, unsubscribePerson } from './person-consent.ts'
import { joinKnown } from './subscribe.ts'

/** An email of a sending, or of a trigger's step, by its delivery: the subscriber's id. */
export interface ListMessage {
  accountId: number
  of: 'sending' | 'trigger'
  ofId: number
  subscriberId: number
}

/** A transactional email; its project has no list. */
export interface TransactionMessage {
  accountId: number
  of: 'transaction'
  transactionId: number
}

export type ConsentMessage = ListMessage | TransactionMessage

export interface ConsentState {
  subscriberId: number | null
  email: string
  /** The name that the person knows: the one in From. Empty if the sending was deleted. */
  sender: string
  /**
   * Undefined if the sending, and thus the list, was deleted, and for a transaction: then only an
   * opt-out of everything is possible. `gone`: the list was deleted, its name is kept.
   */
  list: { id: number; name: string; gone: boolean } | undefined
  /** Lists of the email that the person is on: an email may be to several, and is left as one. */
  onLists: number[]
  /** Those left by an email within a day. */
  leftLists: number[]
  /** A test email: decisions have no effect. */
  test: boolean
  unsubscribed: boolean
  optedOut: boolean
  /** The person unsubscribed by this email less than a day ago, and may undo that. */
  mayReturn: boolean
}

/** Undefined if the subscriber was deleted: nothing will be sent to them. */
export async function consentOfMessage(
  db: Db,
  message: ConsentMessage,
): Promise<ConsentState | undefined> {
  const { accountId } = message
  if (message.of === 'transaction') {
    const found = await consentOfReceiver(db, { accountId, transactionId: message.transactionId })
    return (
      found && {
        ...found,
        subscriberId: null,
        list: undefined,
        onLists: [],
        leftLists: [],
        test: false,
        unsubscribed: false,
      }
    )
  }
  const { of, ofId, subscriberId } = message
  const found = await consentOfReader(db, {
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
    subscriberId: found.subscriberId,
    email: email ?? '',
    sender,
    list: listId === null ? undefined : { id: listId, name: listName, gone: !listKnown },
    onLists: idsIn(found.onLists),
    leftLists: idsIn(found.leftLists),
    test,
    unsubscribed,
    optedOut,
    mayReturn,
  }
}

const idsIn = (joined: string): number[] => (joined === '' ? [] : joined.split(',').map(Number))

/** Applies the reader's decision. Idempotent; no effect for a test email. */
export async function leaveByMessage(
  db: Store,
  message: ConsentMessage,
  standing: ConsentState,
  said: { from: 'list' | 'everything'; reason: string; source: UnsubscribeSource },
): Promise<void> {
  if (standing.test) return
  const { accountId } = message
  const { subscriberId, list, onLists } = standing
  if (message.of === 'sending' && subscriberId !== null) {
    const everything = said.from === 'everything'
    await noteDeparture(db, { accountId, sendingId: message.ofId, subscriberId, everything })
  }
  if (said.from === 'list') {
    if (!list || subscriberId === null) return
    // A person on none of them is remembered at the first, so that no program brings them back.
    for (const listId of onLists.length > 0 ? onLists : [list.id])
      await unsubscribePerson(db, accountId, subscriberId, listId, said.source, said.reason)
    return
  }
  await optOut(db, accountId, {
    email: standing.email,
    reason: said.reason,
    listText: standing.list ? String(standing.list.id) : '',
    sendingText: message.of === 'sending' ? String(message.ofId) : '',
  })
}

/**
 * Undoes the reader's decision made by this email: lifts the opt-out and subscribes them to its
 * list again. Other lists that an opt-out removed them from are not restored.
 */
export async function returnByMessage(
  db: Store,
  message: ConsentMessage,
  { subscriberId, email, list, leftLists, mayReturn, optedOut }: ConsentState,
): Promise<void> {
  if (!mayReturn) return
  const { accountId } = message
  if (optedOut) await liftOptOut(db, accountId, email)
  if (message.of === 'sending' && subscriberId !== null)
    await forgetDeparture(db, { accountId, sendingId: message.ofId, subscriberId })
  if (message.of === 'transaction' || !list || list.gone) return
  for (const listId of leftLists.length > 0 ? leftLists : [list.id])
    await joinKnown(db, accountId, listId, { subscriberId: message.subscriberId, email: '' })
}
