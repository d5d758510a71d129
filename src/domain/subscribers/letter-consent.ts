/** What the reader of a letter may decide, years later too, and what becomes of it. The rules themselves are in person-consent.ts. */
import type { Db } from '../../db/db.ts'
import { optOut } from '../opt-outs/opt-out.ts'
import { standingOfReader } from './letter-consent.sql.ts'
import { type UnsubscribeSource, unsubscribePerson } from './person-consent.ts'

/** A letter of a sending, or of a trigger's step, by its delivery: the subscriber's id. */
export interface ListLetter {
  accountId: number
  of: 'sending' | 'trigger'
  ofId: number
  subscriberId: number
}

export interface Standing {
  email: string
  /** What the person calls us: the name in From. Empty when the sending is no longer known. */
  sender: string
  /** Undefined when the sending, and with it the list, is not known any more. Of a list that is gone the name is left. */
  list: { id: number; name: string; gone: boolean } | undefined
  /** A test letter: whatever is said changes nothing. */
  test: boolean
  unsubscribed: boolean
  optedOut: boolean
}

/** Undefined when the person is not known any more: nothing will be sent to them. */
export async function standingOfLetter(db: Db, { accountId, of, ofId, subscriberId }: ListLetter): Promise<Standing | undefined> {
  const found = await standingOfReader(db, { accountId, sourceKind: of === 'sending' ? 1 : 2, sourceId: ofId, subscriberId })
  if (!found) return undefined
  const { email, sender, test, listId, listKnown, listName, optedOut, unsubscribed } = found
  if (email === null && !test) return undefined
  return {
    email: email ?? '',
    sender,
    list: listId === null ? undefined : { id: listId, name: listName, gone: !listKnown },
    test,
    unsubscribed,
    optedOut,
  }
}

/** Does what the reader has said. Said twice it is the same; a test letter changes nothing. */
export async function leaveByLetter(
  db: Db,
  { accountId, of, ofId, subscriberId }: ListLetter,
  standing: Standing,
  said: { from: 'list' | 'everything'; reason: string; source: UnsubscribeSource },
): Promise<void> {
  if (standing.test) return
  if (said.from === 'list') {
    if (standing.list) await unsubscribePerson(db, accountId, subscriberId, standing.list.id, said.source, said.reason)
    return
  }
  await optOut(db, accountId, {
    email: standing.email,
    reason: said.reason,
    listText: standing.list ? String(standing.list.id) : '',
    sendingText: of === 'sending' ? String(ofId) : '',
  })
}
