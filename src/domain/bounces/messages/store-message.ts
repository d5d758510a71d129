/**
 * Keeps a message that came in, before anybody is told that we have it. Many that come together
 * share one commit.
 */
import { createHash } from 'node:crypto'
import type { Db, Store } from '../../../db/db.ts'
import { gathered } from '../../../db/gather.ts'
import { takeIds } from '../../../db/ids.ts'
import { storeLocal } from '../../../db/store-local.ts'
import type { SourceKind } from '../../../lib/source-kind.ts'
import { storeMessage, storeMessages, trimNobodysMessages } from './messages.sql.ts'

/** A letter in the terms of the ledger. */
export interface LedgerLetter {
  sourceKind: SourceKind
  sourceId: number
  deliveryId: number
}

export interface Incoming {
  inboxId: number | null
  envelopeFrom: string
  envelopeTo: string
  cameFor: 'bounce' | 'unsubscribe' | 'postmaster' | 'mailbox'
  letter: LedgerLetter | undefined
  /** Octets of the whole; `content` is what is kept of it. */
  size: number
  content: Buffer
  /** What is nobody's and was judged on its way in has nobody to be judged for. */
  judged: { kind: string; class: string } | undefined
}

/** The account of what names no letter and came for nobody. */
export const NOBODY = 0

/** Octets that are kept of a message for nobody: strangers write those, and nobody acts on them. */
const MOST_OF_NOBODYS = 64 << 10
/**
 * Octets of all of them. Beyond it the oldest go: were new ones refused instead, who has filled it
 * once would keep postmaster@ and abuse@ shut for as long as messages are kept.
 */
const MOST_FOR_NOBODY = 100 << 20
/** Each counts as at least so many octets, for its row. */
const LEAST_OF_NOBODYS = 2 << 10
/** Messages for nobody between two looks at what they take; at most 4 MB more than it should be. */
const BETWEEN_TRIMS = 64
const untrimmed = storeLocal(() => ({ messages: 0 }))

/** The marks of work of an account. */
const MARKS = 16

interface Kept extends Incoming {
  digest: Buffer
}

const gather = gathered<Kept, boolean>({
  keyOf: ({ digest }) => digest.toString('latin1'),
  most: 100,
  one: async (db, accountId, message) => {
    const [id] = await takeIds(db, accountId, 'inbound message', 1)
    const { letter, judged: _, ...rest } = message
    const stored = await storeMessage(db, {
      accountId,
      id: id!,
      mark: id! % MARKS,
      ...rest,
      sourceKind: letter?.sourceKind ?? null,
      sourceId: letter?.sourceId ?? null,
      deliveryId: letter?.deliveryId ?? null,
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
      sourceKinds: messages.map(({ letter }) => (letter?.sourceKind ?? null) as number),
      sourceIds: messages.map(({ letter }) => (letter?.sourceId ?? null) as number),
      deliveryIds: messages.map(({ letter }) => (letter?.deliveryId ?? null) as number),
      sizes: messages.map(({ size }) => size),
      contents: messages.map(({ content }) => content),
      digests: messages.map(({ digest }) => digest),
    })
    const fresh = new Set(stored.map(({ id }) => id))
    return ids.map(id => fresh.has(id))
  },
})

/**
 * Resolves when it is durable. False: it was there before, from the same address and with the same
 * octets.
 */
export function keepMessage(db: Store, accountId: number, message: Incoming): Promise<boolean> {
  const digest = createHash('sha256')
    .update(`${message.inboxId === null ? message.envelopeTo : ''}\n${message.size}\n`)
    .update(message.content)
    .digest()
    .subarray(0, 16)
  // PostgreSQL keeps no zero octets in text.
  const clean = (text: string) => text.replaceAll('\0', '').slice(0, 320).toWellFormed()
  const { envelopeFrom, envelopeTo } = message
  const kept = {
    ...message,
    envelopeFrom: clean(envelopeFrom),
    envelopeTo: clean(envelopeTo),
    digest,
  }
  return accountId === NOBODY ? keepAlone(db, kept) : gather(db, accountId, kept)
}

/**
 * Nobody's messages are few, and their table has no row for the account that many could be hung on.
 */
const keepAlone = async (db: Store, { letter: _, judged, ...whole }: Kept): Promise<boolean> => {
  const message = { ...whole, content: whole.content.subarray(0, MOST_OF_NOBODYS) }
  const [id] = await takeIds(db, NOBODY, 'inbound message', 1)
  const none = {
    sourceKind: null,
    sourceId: null,
    deliveryId: null,
    kind: judged?.kind ?? null,
    class: judged?.class ?? null,
  }
  const stored = await storeMessage(db, {
    accountId: NOBODY,
    id: id!,
    mark: 0,
    ...message,
    ...none,
  })
  if (++untrimmed(db).messages % BETWEEN_TRIMS === 0) await trimNobodys(db)
  return stored.length > 0
}

/** Takes away the oldest messages for nobody that are too many. */
export const trimNobodys = (db: Db, octets = MOST_FOR_NOBODY): Promise<number> =>
  trimNobodysMessages(db, { accountId: NOBODY, octets, least: LEAST_OF_NOBODYS })
