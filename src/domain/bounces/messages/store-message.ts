/**
 * Stores an incoming message before it is acknowledged. Uses group commit: messages that arrive
 * together share a commit.
 */
import { createHash } from 'node:crypto'
import type { Db, Store } from '../../../db/db.ts'
import { gathered } from '../../../db/gather.ts'
import { takeIds } from '../../../db/ids.ts'
import { storeLocal } from '../../../db/store-local.ts'
import type { SourceKind } from '../../../lib/source-kind.ts'
import { storeMessage, storeMessages, trimUnownedMessages } from './messages.sql.ts'

/** An email identified by its row of the ledger. */
export interface LedgerMessage {
  sourceKind: SourceKind
  sourceId: number
  deliveryId: number
}

export interface Incoming {
  inboxId: number | null
  envelopeFrom: string
  envelopeTo: string
  cameFor: 'bounce' | 'unsubscribe' | 'postmaster' | 'mailbox'
  sentMessage: LedgerMessage | undefined
  /** Octets of the whole message; `content` may be truncated. */
  size: number
  content: Buffer
  /** A message without an account is judged on arrival. */
  judged: { kind: string; class: string } | undefined
}

/** The account of messages that identify no email and are not addressed to an account. */
export const NO_ACCOUNT = 0

/** Octets that are stored of a message without an account: untrusted, and it has no effects. */
const MOST_OCTETS = 64 << 10
/**
 * Octets of all such messages together. Beyond it the oldest are deleted: if new ones were rejected
 * instead, a flood would block postmaster@ and abuse@ for the retention period.
 */
const MOST_UNOWNED = 100 << 20
/** Each counts as at least this many octets, for its row. */
const LEAST_OCTETS = 2 << 10
/** Such messages between two trims; the limit is exceeded by at most 4 MB. */
const BETWEEN_TRIMS = 64
const untrimmed = storeLocal(() => ({ messages: 0 }))

/** Number of job rows of an account. */
const MARKS = 16

interface Kept extends Incoming {
  digest: Buffer
}

const gather = gathered<Kept, boolean>({
  keyOf: ({ digest }) => digest.toString('latin1'),
  most: 100,
  one: async (db, accountId, message) => {
    const [id] = await takeIds(db, accountId, 'inbound message', 1)
    const { sentMessage, judged: _, ...rest } = message
    const stored = await storeMessage(db, {
      accountId,
      id: id!,
      mark: id! % MARKS,
      ...rest,
      sourceKind: sentMessage?.sourceKind ?? null,
      sourceId: sentMessage?.sourceId ?? null,
      deliveryId: sentMessage?.deliveryId ?? null,
      kind: null,
      class: null,
    })
    return stored.length > 0
  },
  many: async (db, accountId, messages) => {
    const ids = await takeIds(db, accountId, 'inbound message', messages.length)
    const stored = await storeMessages(db, {
      accountId,
      ids,
      mark: ids[0]! % MARKS,
      inboxIds: messages.map(({ inboxId }) => inboxId as number),
      envelopeFroms: messages.map(({ envelopeFrom }) => envelopeFrom),
      envelopeTos: messages.map(({ envelopeTo }) => envelopeTo),
      cameFors: messages.map(({ cameFor }) => cameFor),
      sourceKinds: messages.map(({ sentMessage }) => (sentMessage?.sourceKind ?? null) as number),
      sourceIds: messages.map(({ sentMessage }) => (sentMessage?.sourceId ?? null) as number),
      deliveryIds: messages.map(({ sentMessage }) => (sentMessage?.deliveryId ?? null) as number),
      sizes: messages.map(({ size }) => size),
      contents: messages.map(({ content }) => content),
      digests: messages.map(({ digest }) => digest),
    })
    const fresh = new Set(stored.map(({ id }) => id))
    return ids.map(id => fresh.has(id))
  },
})

/** Resolves when the message is durable. False: a duplicate, by address and content. */
export function keepMessage(db: Store, accountId: number, message: Incoming): Promise<boolean> {
  const digest = createHash('sha256')
    .update(`${message.inboxId === null ? message.envelopeTo : ''}\n${message.size}\n`)
    .update(message.content)
    .digest()
    .subarray(0, 16)
  // PostgreSQL text can't contain zero octets.
  const clean = (text: string) => text.replaceAll('\0', '').slice(0, 320).toWellFormed()
  const { envelopeFrom, envelopeTo } = message
  const kept = {
    ...message,
    envelopeFrom: clean(envelopeFrom),
    envelopeTo: clean(envelopeTo),
    digest,
  }
  return accountId === NO_ACCOUNT ? keepAlone(db, kept) : gather(db, accountId, kept)
}

/**
 * Without micro-batching: such messages are few, and `tenants` has no row of this account for the
 * batch statement.
 */
const keepAlone = async (
  db: Store,
  { sentMessage: _, judged, ...whole }: Kept,
): Promise<boolean> => {
  const message = { ...whole, content: whole.content.subarray(0, MOST_OCTETS) }
  const [id] = await takeIds(db, NO_ACCOUNT, 'inbound message', 1)
  const none = {
    sourceKind: null,
    sourceId: null,
    deliveryId: null,
    kind: judged?.kind ?? null,
    class: judged?.class ?? null,
  }
  const stored = await storeMessage(db, {
    accountId: NO_ACCOUNT,
    id: id!,
    mark: 0,
    ...message,
    ...none,
  })
  if (++untrimmed(db).messages % BETWEEN_TRIMS === 0) await trimUnowned(db)
  return stored.length > 0
}

/** Deletes the oldest messages without an account beyond the limit. */
export const trimUnowned = (db: Db, octets = MOST_UNOWNED): Promise<number> =>
  trimUnownedMessages(db, { accountId: NO_ACCOUNT, octets, least: LEAST_OCTETS })
