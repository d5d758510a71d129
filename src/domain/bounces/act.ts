/**
 * What bounces and complaints do, in the transaction that keeps them: the ledger says that the
 * letter came back, the person is held undeliverable or opts out. docs/bounces.md has the table of
 * what costs whom.
 */
import type { Db, Store } from '../../db/db.ts'
import { takeIds } from '../../db/ids.ts'
import { withoutControls } from '../../lib/controls.ts'
import { emailKey } from '../../lib/email-address.ts'
import { SOURCE } from '../../lib/source-kind.ts'
import { ERASED_EMAIL } from '../erased-email.ts'
import type { Bounce, BounceKind, Said } from './bounce.ts'
import {
  addBounces,
  bounceLetters,
  judgePeople,
  lettersNamed,
  lettersToAddresses,
  lockPeople,
} from './bounces.sql.ts'
import { complain } from './complain.ts'
import type { LedgerLetter } from './messages/store-message.ts'
import { tellBounces } from './tell-bounces.ts'

/** A message, or a reply at hand-over, with what it says and whom it is about. */
export interface Told {
  messageId: number | null
  /** Undefined: nothing of ours was in it, and only the addresses say whom it is about. */
  letter: LedgerLetter | undefined
  identity: string
  said: readonly Said[]
  receivedAt: Date
  /** Taken beforehand by who may tell it twice: then it is noted once. */
  bounceId?: number
}

export interface BounceRules {
  /**
   * So many letters in a row that came back for passing reasons make a person undeliverable for a
   * time.
   */
  softLimit: number
  /** Within so many days; and for so long. */
  softDays: number
}

export interface Acted {
  /** By kind. */
  counts: Partial<Record<BounceKind, number>>
  /** Sendings that were complained about. */
  complaints: { sendingId: number }[]
}

/** The identity of what a relay said when a letter was handed over. */
export const HAND_OVER = 'hand-over'

/** States in which a letter can come back. */
const LEAVES_US = new Set(['accepted', 'handed over', 'uncertain'])

export async function act(
  db: Store,
  tx: Db,
  accountId: number,
  told: readonly Told[],
  rules: BounceRules,
): Promise<Acted> {
  const rows = await bouncesIn(tx, accountId, told)
  const acted: Acted = { counts: {}, complaints: [] }
  if (rows.length === 0) return acted
  await keepBounces(db, tx, accountId, rows)
  await tellBounces(db, tx, accountId, rows)
  const touched = rows
    .filter(({ said }) => said.kind === 'hard' || said.kind === 'soft')
    .flatMap(row => row.subscriberId ?? [])
  await decideDeliverability(tx, accountId, touched, rules)
  for (const row of rows) {
    const kind = row.said.kind as BounceKind
    acted.counts[kind] = (acted.counts[kind] ?? 0) + 1
    if (
      kind === 'complaint' &&
      row.sourceKind === SOURCE.sending &&
      row.sourceId !== null &&
      !row.test
    )
      acted.complaints.push({ sendingId: row.sourceId })
  }
  await complainOf(db, tx, accountId, rows)
  return acted
}

/** What complaints among these do. A test letter's does nothing. */
export const complainOf = (
  db: Store,
  tx: Db,
  accountId: number,
  rows: readonly Bounce[],
): Promise<void> =>
  complain(
    db,
    tx,
    accountId,
    rows
      .filter(({ said, test }) => said.kind === 'complaint' && !test)
      .map(row => ({ ...row, sendingId: row.sourceKind === SOURCE.sending ? row.sourceId : null })),
  )

/** The bounces that are told of, with whom they are about; what is no bounce is left out. */
export async function bouncesIn(
  tx: Db,
  accountId: number,
  told: readonly Told[],
): Promise<Bounce[]> {
  return [
    ...(await rowsOfLetters(tx, accountId, told)),
    ...(await rowsOfAddresses(tx, accountId, told)),
  ]
}

/** Writes them down, and into the ledger. Answers their ids. */
export async function keepBounces(
  db: Store,
  tx: Db,
  accountId: number,
  rows: readonly Bounce[],
): Promise<number[]> {
  const fresh = await takeIds(
    db,
    accountId,
    'bounce',
    rows.filter(({ id }) => id === undefined).length,
  )
  const ids = rows.map(({ id }) => id ?? fresh.pop()!)
  await addBounces(tx, { accountId, ids, ...columns(rows) })
  const cameBack = ids.filter(
    (_, i) => rows[i]!.deliveryId !== null && rows[i]!.said.kind !== 'complaint',
  )
  if (cameBack.length > 0) await bounceLetters(tx, { accountId, ids: cameBack })
  return ids
}

/** Asks anew, from the bounces that are kept, whether these people can be reached. */
export async function decideDeliverability(
  tx: Db,
  accountId: number,
  people: readonly number[],
  rules: BounceRules,
): Promise<void> {
  if (people.length === 0) return
  const subscriberIds = [...new Set(people)].sort((a, b) => a - b)
  await lockPeople(tx, { accountId, subscriberIds })
  await judgePeople(tx, { accountId, subscriberIds, ...rules })
}

/**
 * A letter went to one person: what is said of their address counts, else what is said for good of
 * any.
 */
function aboutLetter(said: readonly Said[], email: string): Said | undefined {
  const key = emailKey(email)
  const own = said.filter(({ recipient }) => recipient !== undefined && emailKey(recipient) === key)
  const rank = ({ kind }: Said) => (kind === 'none' ? 2 : kind === 'unknown' ? 1 : 0)
  const best = (some: readonly Said[]) =>
    some.reduce((one, other) => (rank(other) < rank(one) ? other : one))
  const found = own.length > 0 ? best(own) : said.length > 0 ? best(said) : undefined
  return found?.kind === 'none' ? undefined : found
}

async function rowsOfLetters(tx: Db, accountId: number, told: readonly Told[]): Promise<Bounce[]> {
  const named = told.filter(
    ({ letter, said }) => letter && said.some(({ kind }) => kind !== 'none'),
  )
  if (named.length === 0) return []
  const letters = await lettersNamed(tx, {
    accountId,
    places: named.map((_, place) => place),
    sourceKinds: named.map(({ letter }) => letter!.sourceKind),
    sourceIds: named.map(({ letter }) => letter!.sourceId),
    deliveryIds: named.map(({ letter }) => letter!.deliveryId),
  })
  return letters.flatMap(
    ({
      place,
      email,
      state,
      reply,
      changedAt,
      routeId,
      listId,
      test,
      subscriberId,
      subscriberEmail,
    }): Bounce[] => {
      const { messageId, letter, identity, said, receivedAt, bounceId: id } = named[place]!
      const about = aboutLetter(said, email)
      if (!about) return []
      // Another worker has handed the letter over since: what this relay said is old.
      if (identity === HAND_OVER && state !== 'bounced' && state !== 'failed') return []
      // Somebody who has another address by now is not judged by the old one.
      const same =
        !test && subscriberEmail !== null && emailKey(subscriberEmail) === emailKey(email)
      const erased = email === ERASED_EMAIL
      const changes = LEAVES_US.has(state) && about.kind !== 'complaint'
      return [
        {
          id,
          messageId,
          ...letter!,
          listId,
          routeId,
          subscriberId: same ? subscriberId : null,
          email,
          identity,
          receivedAt,
          test,
          ledgerState: changes ? state : null,
          ledgerReply: changes && !erased ? reply : null,
          ledgerChanged: changes ? changedAt : null,
          said: erased ? { ...about, recipient: undefined, reply: undefined } : about,
        },
      ]
    },
  )
}

async function rowsOfAddresses(
  tx: Db,
  accountId: number,
  told: readonly Told[],
): Promise<Bounce[]> {
  const asked = told
    .filter(({ letter }) => !letter)
    .flatMap(one =>
      one.said.flatMap(said =>
        said.kind === 'none' || said.recipient === undefined ? [] : [{ one, said }],
      ),
    )
  if (asked.length === 0) return []
  const found = await lettersToAddresses(tx, {
    accountId,
    places: asked.map((_, place) => place),
    emailKeys: asked.map(({ said }) => emailKey(keptText(said.recipient)!)),
  })
  return found.map(
    ({
      place,
      sourceKind,
      sourceId,
      deliveryId,
      listId,
      routeId,
      subscriberId,
      email,
      state,
      reply,
      changedAt,
    }) => {
      const { one, said } = asked[place]!
      const { messageId, receivedAt } = one
      const letter = { id: undefined, sourceKind, sourceId, deliveryId }
      const changes = LEAVES_US.has(state) && said.kind !== 'complaint'
      const ledger = {
        ledgerState: changes ? state : null,
        ledgerReply: changes ? reply : null,
        ledgerChanged: changes ? changedAt : null,
      }
      return {
        messageId,
        ...letter,
        listId,
        routeId,
        subscriberId,
        email,
        identity: 'recipient',
        receivedAt,
        test: false,
        said,
        ...ledger,
      }
    },
  )
}

const MOST_REPLY = 1000

/** Text that the store takes, and that is harmless on a terminal. */
export const keptText = (text: string | undefined): string | null =>
  text === undefined ? null : withoutControls(text.slice(0, MOST_REPLY)).toWellFormed()

const columns = (rows: readonly Bounce[]) => ({
  messageIds: rows.map(row => row.messageId as number),
  sourceKinds: rows.map(row => row.sourceKind as number),
  sourceIds: rows.map(row => row.sourceId as number),
  deliveryIds: rows.map(row => row.deliveryId as number),
  listIds: rows.map(row => row.listId as number),
  routeIds: rows.map(row => row.routeId as number),
  subscriberIds: rows.map(row => row.subscriberId as number),
  emails: rows.map(row => row.email),
  kinds: rows.map(row => row.said.kind),
  classes: rows.map(row => row.said.class),
  statuses: rows.map(row => keptText(row.said.status)),
  replies: rows.map(row => keptText(row.said.reply)),
  rules: rows.map(row => row.said.rule),
  identities: rows.map(row => row.identity),
  moments: rows.map(row => row.receivedAt),
  ledgerStates: rows.map(row => row.ledgerState),
  ledgerReplies: rows.map(row => row.ledgerReply),
  ledgerMoments: rows.map(row => row.ledgerChanged as string),
})
