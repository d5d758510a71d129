/**
 * Mailboxes that bounces are fetched from, managed by the operator; their addresses are encrypted,
 * since they contain passwords.
 */
import { atomically, type Db, type Store } from '../../../db/db.ts'
import { takeId } from '../../../db/ids.ts'
import type { Sealer } from '../../../lib/secrets.ts'
import { recordChange } from '../../audit/record.ts'
import { refused } from '../../refusal.ts'
import { addInbox, inboxes, removeInbox, rewriteInbox } from './inboxes.sql.ts'

/** The purpose for encrypting a mailbox's address. */
export const sealedFor = 'inbox'

export const USUAL_EVERY = 60
const LEAST_EVERY = 10
const MOST_EVERY = 86_400

export interface NewInbox {
  url: string
  shown: string
  everySeconds: number
  /** Seed tests go to it, and no bounces are fetched. */
  seedAddress?: string | null | undefined
}

/** The caller has parsed the address; `shown` is without the password. Returns the id. */
export async function keepInbox(
  db: Store,
  sealer: Sealer,
  accountId: number,
  { url, shown, everySeconds, seedAddress = null }: NewInbox,
): Promise<number> {
  checkEvery(everySeconds)
  if ((await inboxes(db, { accountId })).some(one => one.shown === shown))
    throw refused('not-valid', 'inbox-twin', { mailbox: shown })
  const id = await takeId(db, accountId, 'inbox')
  const sealedUrl = sealer.seal(Buffer.from(url), sealedFor)
  const work = async (tx: Db) => {
    await addInbox(tx, { accountId, id, shown, sealedUrl, everySeconds, seedAddress })
    const after = { shown, everySeconds, ...(seedAddress !== null && { seedAddress }) }
    await recordChange(tx, accountId, { action: 'inbox.add', id, after })
  }
  await atomically(db, work)
  return id
}

function checkEvery(seconds: number): void {
  if (!Number.isInteger(seconds) || seconds < LEAST_EVERY || seconds > MOST_EVERY)
    throw refused('not-valid', 'inbox-every', { least: LEAST_EVERY, most: MOST_EVERY })
}

export interface InboxChanges {
  url?: string | undefined
  shown?: string | undefined
  everySeconds?: number | undefined
}

/** The caller has parsed the address. A changed mailbox is checked at once. */
export async function changeInbox(
  db: Store,
  sealer: Sealer,
  accountId: number,
  id: number,
  { url, shown, everySeconds }: InboxChanges,
): Promise<void> {
  if (everySeconds !== undefined) checkEvery(everySeconds)
  await atomically(db, async tx => {
    const old = await inboxOf(tx, accountId, id)
    const next = {
      shown: shown ?? old.shown,
      sealedUrl: url === undefined ? old.sealedUrl : sealer.seal(Buffer.from(url), sealedFor),
      everySeconds: everySeconds ?? old.everySeconds,
    }
    const others = (await inboxes(tx, { accountId })).filter(one => one.id !== id)
    if (others.some(one => one.shown === next.shown))
      throw refused('not-valid', 'inbox-twin', { mailbox: next.shown })
    await rewriteInbox(tx, { accountId, id, ...next })
    const facts = ({ shown, everySeconds }: typeof next) => ({ shown, everySeconds })
    const change = { id, before: facts(old), after: facts(next) }
    await recordChange(tx, accountId, { action: 'inbox.edit', ...change })
  })
}

const unknown = (id: number) =>
  refused('not-valid', 'inbox-none', { mailbox: id }).atShell('see', 'pennypost inbox list')

export async function inboxOf(db: Db, accountId: number, id: number) {
  const found = (await inboxes(db, { accountId })).find(one => one.id === id)
  if (!found) throw unknown(id)
  return found
}

export async function dropInbox(db: Db, accountId: number, id: number): Promise<void> {
  await atomically(db, async tx => {
    if ((await removeInbox(tx, { accountId, id })) === 0) throw unknown(id)
    await recordChange(tx, accountId, { action: 'inbox.remove', id })
  })
}
