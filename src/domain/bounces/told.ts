/** What messages and replies at hand-over tell: which letters, and which people, it is about. */
import type { Db } from '../../db/db.ts'
import { withoutControls } from '../../lib/controls.ts'
import { emailKey } from '../../lib/email-address.ts'
import { ERASED_EMAIL } from '../erased-email.ts'
import type { Bounce, RecipientReport } from './bounce.ts'
import { lettersNamed, lettersToAddresses } from './bounces.sql.ts'
import type { LedgerLetter } from './messages/store-message.ts'

/** A message, or a reply at hand-over, with what it says and whom it is about. */
export interface BounceReport {
  messageId: number | null
  /** Undefined: nothing of ours was in it, and only the addresses say whom it is about. */
  letter: LedgerLetter | undefined
  identity: string
  said: readonly RecipientReport[]
  receivedAt: Date
  /** Taken beforehand by who may tell it twice: then it is noted once. */
  bounceId?: number
}
/** The identity of what a relay said when a letter was handed over. */
export const HAND_OVER = 'hand-over'

/** States in which a letter can come back. */
const LEAVES_US = new Set(['accepted', 'handed over', 'uncertain'])
/** The bounces that are told of, with whom they are about; what is no bounce is left out. */
export async function bouncesIn(
  tx: Db,
  accountId: number,
  told: readonly BounceReport[],
): Promise<Bounce[]> {
  return [
    ...(await rowsOfLetters(tx, accountId, told)),
    ...(await rowsOfAddresses(tx, accountId, told)),
  ]
}
/**
 * A letter went to one person: what is said of their address counts, else what is said for good of
 * any.
 */
function aboutLetter(said: readonly RecipientReport[], email: string): RecipientReport | undefined {
  const key = emailKey(email)
  const own = said.filter(({ recipient }) => recipient !== undefined && emailKey(recipient) === key)
  const rank = ({ kind }: RecipientReport) => (kind === 'none' ? 2 : kind === 'unknown' ? 1 : 0)
  const best = (some: readonly RecipientReport[]) =>
    some.reduce((one, other) => (rank(other) < rank(one) ? other : one))
  const found = own.length > 0 ? best(own) : said.length > 0 ? best(said) : undefined
  return found?.kind === 'none' ? undefined : found
}

async function rowsOfLetters(
  tx: Db,
  accountId: number,
  told: readonly BounceReport[],
): Promise<Bounce[]> {
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
  told: readonly BounceReport[],
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
