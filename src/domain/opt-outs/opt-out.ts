/**
 * The suppression list of an account (OptOutAll on the wire): the account sends nothing to an
 * address on it until an operator removes it.
 */

import { atomically, type Db, type Store } from '../../db/db.ts'
import { takeId, withFreshIds } from '../../db/ids.ts'
import { withoutControls } from '../../lib/controls.ts'
import { emailKey } from '../../lib/email-address.ts'
import { isPlainText } from '../../lib/plain-text.ts'
import { recordChange } from '../audit/record.ts'
import { leaveLists } from '../lists/leave-lists.sql.ts'
import { refused, type Violation, violationsOfValues } from '../refusal.ts'
import { hasListener } from '../webhooks/publish.ts'
import { publishOptedOut } from '../webhooks/publish-left.ts'
import { notePeopleChanged } from '../words/note-change.ts'
import { keyHashOf } from './erased.ts'
import {
  addOptOut,
  allowPerson,
  confirmOptOuts,
  lockOptOut,
  optOutPerson,
  optOuts,
  removeOptOut,
} from './opt-outs.sql.ts'

export interface OptOut {
  email: string
  reason: string
  /** List and sending as the caller gave them: stored as text if they are not ids. */
  listText: string
  sendingText: string
  /** A program says so, not the person: a program may take it back. */
  byProgram?: boolean
}

/**
 * The longest stored address, in characters. Any non-empty text is accepted, since it is a person's
 * wish.
 */
const MAX_ADDRESS = 320
const MAX_REASON = 1000
const MAX_TRACKING = 100

/**
 * Adds an address to the opt-out list: it is removed from all mailing lists, its subscriber is
 * kept, and no insert or import subscribes it again. An unknown address is accepted. An existing
 * record is kept. Never refused for reason, list or sending.
 */
export const optOut = (db: Store, accountId: number, given: OptOut): Promise<void> =>
  withFreshIds(db, accountId, () => optOutOnce(db, accountId, given))

function checkAddress(email: string): string {
  const address = email.trim()
  if (address === '') throw refused('not-valid', 'address-missing')
  if (address.length > MAX_ADDRESS || !isPlainText(address) || /[\r\n\t]/.test(address))
    throw refused('not-valid', 'address-wrong')
  return address
}

/** Values of an opt-out that are refused. */
export const violationsOfOptOut = ({ email }: Partial<Pick<OptOut, 'email'>>): Violation[] =>
  violationsOfValues({ email }, { email: checkAddress })

async function optOutOnce(
  db: Store,
  accountId: number,
  { email, reason, listText, sendingText, byProgram = false }: OptOut,
): Promise<void> {
  const address = checkAddress(email)
  const key = emailKey(address)
  const keyHash = await keyHashOf(db, accountId, key)
  const subscriberId = await takeId(db, accountId, 'subscriber')
  const id = await takeId(db, accountId, 'opt-out')
  const listening = await hasListener(db, accountId, 'opted-out')
  const list = tracked(listText, 2 ** 31)
  const sending = tracked(sendingText, Number.MAX_SAFE_INTEGER)
  await atomically(
    db,
    async tx => {
      // Locks the row of the address first, as every insert does; then deletes its subscriptions,
      // in a statement that sees those committed before.
      const person = await optOutPerson(tx, {
        accountId,
        id: subscriberId,
        email: address,
        emailKey: key,
        keyHash,
      })
      // Erased, and already on the list: nothing readable is stored again.
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
        byProgram,
      })
      if (added === 0 && !byProgram) await confirmOptOuts(tx, { accountId, emailKeys: [key] })
      await leaveLists(tx, { accountId, subscriberId: person.id, listId: null })
      if (added > 0)
        await recordChange(tx, accountId, { action: 'subscriber.opt-out', id: person.id })
      if (listening && added > 0) await publishOptedOut(tx, accountId, [person.id], 'opt-out')
    },
    { again: true },
  )
  notePeopleChanged(db, accountId)
}

const kept = (text: string, most: number): string =>
  withoutControls(text.trim().slice(0, most)).trim().toWellFormed()

/** The stored form of a reason. */
export const keptReason = (reason: string): string => kept(reason, MAX_REASON)

function tracked(given: string, below: number): { id: number | null; text: string | null } {
  const text = kept(given, MAX_TRACKING)
  if (text === '') return { id: null, text: null }
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0
  return id > 0 && id < below ? { id, text: null } : { id: null, text }
}

/**
 * Removes an address from the opt-out list; false if it is not on it. The address is on no mailing
 * list then, until it is subscribed again. `onlyOfPrograms`: refuses if the person, a receiver or
 * an operator put it there. `reason`: why, for the audit log; 500 characters of it are kept.
 */
export async function liftOptOut(
  db: Store,
  accountId: number,
  email: string,
  { onlyOfPrograms = false, reason = '' } = {},
): Promise<boolean> {
  const key = emailKey(email)
  const keyHash = await keyHashOf(db, accountId, key)
  let lifted = false
  await atomically(
    db,
    async tx => {
      if (onlyOfPrograms) {
        const found = await lockOptOut(tx, { accountId, emailKey: key, keyHash })
        if (found && !found.byProgram) throw ownWish()
      }
      const allowed = await allowPerson(tx, { accountId, emailKey: key })
      const removed = await removeOptOut(tx, { accountId, emailKey: key, keyHash })
      lifted ||= allowed + removed > 0
      // Without the address: it may be erased.
      if (allowed + removed > 0)
        await recordChange(tx, accountId, {
          action: 'subscriber.lift-opt-out',
          id: '',
          after: reason === '' ? undefined : { reason },
        })
    },
    { again: true },
  )
  return lifted
}

const ownWish = () =>
  refused('not-activated', 'opt-out-kept').atShell(
    'allow',
    'pennypost account activate USER lift-opt-outs',
  )

/** Rows read at a time. */
const PART = 1000

export type OptOutRow = Awaited<ReturnType<typeof optOuts>>[number] & { format: 'html' | 'text' }

/**
 * The opt-outs from `from` until before `until`, the newest first; in pages, without holding a
 * connection between them.
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
      complaints: null,
      ...before,
      size: PART,
    })) as OptOutRow[]
    if (part.length > 0) yield part
    const last = part.at(-1)
    if (!last || part.length < PART) return
    before = { beforeTime: last.created, beforeId: last.id }
  }
}
