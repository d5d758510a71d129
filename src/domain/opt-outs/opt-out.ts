/**
 * The suppression list of an account (OptOutAll on the wire): an address on it gets nothing from
 * the account until an operator removes it.
 */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import { withoutControls } from '../../lib/controls.ts'
import { emailKey } from '../../lib/email-address.ts'
import { isPlainText } from '../../lib/plain-text.ts'
import { leaveLists } from '../lists/leave-lists.sql.ts'
import { Refusal } from '../refusal.ts'
import { listens } from '../webhooks/tell.ts'
import { tellOptedOut } from '../webhooks/tell-left.ts'
import { keyHashOf } from './erased.ts'
import { addOptOut, allowPerson, optOutPerson, optOuts, removeOptOut } from './opt-outs.sql.ts'

export interface OptOut {
  email: string
  reason: string
  /** List and sending as the caller wrote them: kept as text when they can't be read as ids. */
  listText: string
  sendingText: string
}

/**
 * The longest address that is kept, in characters: any non-empty text is taken, since the person
 * means it.
 */
const MAX_ADDRESS = 320
const MAX_REASON = 1000
const MAX_TRACKING = 100

/**
 * Moves an address to the opt-out list: it leaves all mailing lists, its subscriber stays, and no
 * insert or import brings it back. An unknown address is taken too. Already there: the first record
 * stays. Never refused for reason, list or sending.
 */
export async function optOut(
  db: Store,
  accountId: number,
  { email, reason, listText, sendingText }: OptOut,
): Promise<void> {
  const address = email.trim()
  if (address === '') throw new Refusal('not-valid', 'Give the address.')
  if (address.length > MAX_ADDRESS || !isPlainText(address) || /[\r\n\t]/.test(address))
    throw new Refusal('not-valid', 'The address is no address.')
  const key = emailKey(address)
  const keyHash = await keyHashOf(db, accountId, key)
  const subscriberId = await takeId(db, accountId, 'subscriber')
  const id = await takeId(db, accountId, 'opt-out')
  const told = await listens(db, accountId, 'opted-out')
  const list = tracked(listText, 2 ** 31)
  const sending = tracked(sendingText, Number.MAX_SAFE_INTEGER)
  await atomically(
    db,
    async tx => {
      // First the row of the address, as every insert does; then its subscriptions, in a statement
      // that sees what went before.
      const person = await optOutPerson(tx, {
        accountId,
        id: subscriberId,
        email: address,
        emailKey: key,
        keyHash,
      })
      // Erased, and on the list already: nothing readable comes back.
      if (!person) return
      const added = await addOptOut(tx, {
        accountId,
        id,
        subscriberId: person.id,
        email: person.email,
        emailKey: key,
        reason: keptReason(reason),
        listId: list.id,
        listText: list.text,
        sendingId: sending.id,
        sendingText: sending.text,
      })
      await leaveLists(tx, { accountId, subscriberId: person.id, listId: null })
      if (told && added > 0) await tellOptedOut(tx, accountId, [person.id], 'opt-out')
    },
    { again: true },
  )
}

const kept = (text: string, most: number): string =>
  withoutControls(text.trim().slice(0, most)).trim().toWellFormed()

/** What is kept of a reason. */
export const keptReason = (reason: string): string => kept(reason, MAX_REASON)

function tracked(given: string, below: number): { id: number | null; text: string | null } {
  const text = kept(given, MAX_TRACKING)
  if (text === '') return { id: null, text: null }
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0
  return id > 0 && id < below ? { id, text: null } : { id: null, text }
}

/**
 * Takes an address off the opt-out list; false when it is not on it. The address is on no mailing
 * list then, until it is put on one.
 */
export async function liftOptOut(db: Store, accountId: number, email: string): Promise<boolean> {
  const key = emailKey(email)
  const keyHash = await keyHashOf(db, accountId, key)
  let lifted = false
  await atomically(
    db,
    async tx => {
      const allowed = await allowPerson(tx, { accountId, emailKey: key })
      const removed = await removeOptOut(tx, { accountId, emailKey: key, keyHash })
      lifted ||= allowed + removed > 0
    },
    { again: true },
  )
  return lifted
}

/** Rows read at a time. */
const PART = 1000

export type OptOutRow = Awaited<ReturnType<typeof optOuts>>[number] & { format: 'html' | 'text' }

/**
 * The opt-out list from one moment until before another, the newest first; in parts, with no
 * connection held between them.
 */
export async function* optOutsBetween(
  db: Db,
  accountId: number,
  from: Date,
  until: Date | string,
): AsyncGenerator<OptOutRow[]> {
  let before = { beforeTime: 'infinity', beforeId: 0 }
  for (;;) {
    const part = (await optOuts(db, {
      accountId,
      from,
      until,
      ...before,
      size: PART,
    })) as OptOutRow[]
    if (part.length > 0) yield part
    const last = part.at(-1)
    if (!last || part.length < PART) return
    before = { beforeTime: last.created, beforeId: last.id }
  }
}
