/**
 * Imports addresses to which emails bounced elsewhere. Each becomes a subscriber with a hard
 * bounce, so that no list, import or program brings it back; unlike a reply, an operator's file is
 * never held. People who complained or unsubscribed elsewhere are opted out instead: that never
 * ends.
 */
import { atomically, type Db, type Store } from '../../../db/db.ts'
import { returnIds, takeIds } from '../../../db/ids.ts'
import { recordOnce } from '../../audit/record.ts'
import { exportedInstant } from '../../files/exported-instant.ts'
import {
  type AddressProgress,
  type AddressReject,
  importAddresses,
} from '../../files/import-addresses.ts'
import type { AddressRow } from '../../files/read-addresses.ts'
import { keyHashOf } from '../../opt-outs/erased.ts'
import { optOutMany } from '../../opt-outs/import-opt-outs.ts'
import { type BounceRules, decideDeliverability, keyUnlessUsual } from '../apply-reports.ts'
import { keptText } from '../bounce-reports.ts'
import { importedReason, meaningOf } from './imported-reason.ts'
import { addImported, analyzeImported, suppressPeople } from './suppression.sql.ts'

export interface SuppressionImport {
  rows: AsyncIterable<AddressRow[]>
  /** Of rows that give none. */
  reason: string
  rules: BounceRules
  /** How long hard bounces count, in days; undefined: for good. */
  hardDays: number | undefined
  /** Default: an entry of the audit log for this import. */
  record?: ((tx: Db) => Promise<void>) | undefined
}

export interface SuppressionProgress extends AddressProgress {
  /** Of those added: opted out, since the file says that they complained or unsubscribed. */
  optedOut: number
  /** Rows with a time that can't be read: one that began counts as now, one that ends as never. */
  undated: number
}

interface Entry {
  email: string
  optOut: 'complaint' | 'unsubscribed' | undefined
  class: string
  reply: string | null
  since: Date
  until: Date | null
}

const DAY = 86_400_000
/** After the first batch of at least so many the table is analyzed. */
const MANY = 500

/** Idempotent: a person who is suppressed by a hard bounce for as long already is left as is. */
export async function* importSuppressed(
  db: Store,
  accountId: number,
  {
    rows,
    reason,
    rules,
    hardDays,
    record = recordOnce(accountId, { action: 'suppression.import', id: '', after: {} }),
  }: SuppressionImport,
): AsyncGenerator<SuppressionProgress> {
  const now = new Date()
  const also = { optedOut: 0, undated: 0 }
  let analyzed = false
  const entryOf = (email: string, row: AddressRow): Entry | { refused: AddressReject } => {
    const meaning = meaningOf(row.reason)
    if (meaning === 'temporary') return { refused: 'temporary-bounce' }
    const since = row.since === undefined ? now : exportedInstant(row.since)
    const until = row.until === undefined ? null : exportedInstant(row.until)
    const optOut = meaning
    if (!since || until === undefined) also.undated++
    const entry = {
      email,
      optOut,
      ...importedReason(row.reason ?? reason),
      since: since && since < now ? since : now,
      until: until ?? null,
    }
    if (optOut) return entry
    if (entry.until && entry.until <= now) return { refused: 'time-over' }
    if (hardDays !== undefined && entry.since.getTime() + hardDays * DAY <= now.getTime())
      return { refused: 'long-ago' }
    return entry
  }
  const add = async (entries: ReadonlyMap<string, Entry>): Promise<number> => {
    let optedOut = 0
    for (const kind of ['complaint', 'unsubscribed'] as const) {
      const some = new Map([...entries].filter(([, { optOut }]) => optOut === kind))
      const reason = `imported: ${kind}`
      if (some.size > 0) optedOut += await optOutMany(db, accountId, some, reason, { record })
    }
    also.optedOut += optedOut
    const others = new Map([...entries].filter(([, { optOut }]) => !optOut))
    if (others.size === 0) return optedOut
    const suppressed = await suppressMany(db, accountId, others, rules, record)
    if (!analyzed && suppressed >= MANY) {
      await analyzeImported(db, {}).catch(() => 0)
      analyzed = true
    }
    return optedOut + suppressed
  }
  // Who complained may have bounced as well: a bounce holds back transactional emails, too.
  const repeats = (entry: Entry, earlier: Entry) => entry.optOut === earlier.optOut
  for await (const step of importAddresses(rows, { entryOf, repeats, add }))
    yield { ...step, ...also }
}

/** Returns how many were added. */
async function suppressMany(
  db: Store,
  accountId: number,
  entries: ReadonlyMap<string, Entry>,
  rules: BounceRules,
  record: (tx: Db) => Promise<void>,
): Promise<number> {
  const emailKeys = [...entries.keys()].sort()
  const ids = await takeIds(db, accountId, 'subscriber', emailKeys.length)
  const bounceIds = await takeIds(db, accountId, 'bounce', emailKeys.length)
  const keyHashes: (string | null)[] = []
  for (const key of emailKeys) keyHashes.push(await keyHashOf(db, accountId, key))
  const emails = emailKeys.map(key => entries.get(key)!.email)
  // Kept over a retry after a COMMIT without a reply, when nothing is new the second time.
  const added = new Set<number>()
  const made = new Set<number>()
  const work = async (tx: Db) => {
    const people = await suppressPeople(tx, { accountId, ids, emails, emailKeys, keyHashes })
    const given = people.map(({ emailKey }) => entries.get(emailKey)!)
    const fresh = await addImported(tx, {
      accountId,
      ids: bounceIds.slice(0, people.length),
      subscriberIds: people.map(({ id }) => id),
      emails: people.map(({ email }) => email),
      storedKeys: people.map(({ email }) => keyUnlessUsual(email) as string),
      classes: given.map(entry => entry.class),
      replies: given.map(({ reply }) => keptText(reply ?? undefined)),
      moments: given.map(({ since }) => since),
      ends: given.map(({ until }) => until as Date),
    })
    const suppressed = fresh.map(({ subscriberId }) => subscriberId)
    await decideDeliverability(tx, accountId, suppressed, rules)
    if (fresh.length > 0) await record(tx)
    for (const { id } of fresh) added.add(id)
    for (const { id } of people) made.add(id)
  }
  await atomically(db, work, { again: true })
  const unused = (some: number[], used: ReadonlySet<number>) => some.filter(id => !used.has(id))
  returnIds(db, accountId, 'subscriber', unused(ids, made))
  returnIds(db, accountId, 'bounce', unused(bounceIds, added))
  return added.size
}
