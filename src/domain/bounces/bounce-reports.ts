/**
 * Resolves reports (messages, and replies at hand-over) to the emails and subscribers that they are
 * about.
 */
import type { Db } from '../../db/db.ts'
import { withoutControls } from '../../lib/controls.ts'
import { emailKey } from '../../lib/email-address.ts'
import { ERASED_EMAIL } from '../erased-email.ts'
import type { Bounce, RecipientReport } from './bounce.ts'
import { messagesNamed, messagesToAddresses } from './bounces.sql.ts'
import type { LedgerMessage } from './messages/store-message.ts'

/** A message, or a reply at hand-over, with its judgements and the email it is about. */
export interface BounceReport {
  messageId: number | null
  /** Undefined: only the addresses say which email it is about. */
  sentMessage: LedgerMessage | undefined
  identity: string
  judgements: readonly RecipientReport[]
  receivedAt: Date
  /** Allocated by a caller that may retry, so that the bounce is stored once. */
  bounceId?: number
}
/** The identity of a relay's reply at hand-over. */
export const HAND_OVER = 'hand-over'

/** States in which an email can bounce. */
const CAN_BOUNCE = new Set(['accepted', 'handed over', 'uncertain'])
/** The bounces in the reports, with their emails; judgements that are no bounce are skipped. */
export async function bouncesIn(
  tx: Db,
  accountId: number,
  reports: readonly BounceReport[],
): Promise<Bounce[]> {
  return [
    ...(await rowsOfMessages(tx, accountId, reports)),
    ...(await rowsOfAddresses(tx, accountId, reports)),
  ]
}
/**
 * An email has one recipient: the judgement of their address applies, else the most definite one of
 * any address.
 */
function aboutMessage(
  judgements: readonly RecipientReport[],
  email: string,
): RecipientReport | undefined {
  const key = emailKey(email)
  const own = judgements.filter(
    ({ recipient }) => recipient !== undefined && emailKey(recipient) === key,
  )
  const rank = ({ kind }: RecipientReport) => (kind === 'none' ? 2 : kind === 'unknown' ? 1 : 0)
  const best = (some: readonly RecipientReport[]) =>
    some.reduce((one, other) => (rank(other) < rank(one) ? other : one))
  const found = own.length > 0 ? best(own) : judgements.length > 0 ? best(judgements) : undefined
  return found?.kind === 'none' ? undefined : found
}

async function rowsOfMessages(
  tx: Db,
  accountId: number,
  reports: readonly BounceReport[],
): Promise<Bounce[]> {
  const named = reports.filter(
    ({ sentMessage, judgements }) => sentMessage && judgements.some(({ kind }) => kind !== 'none'),
  )
  if (named.length === 0) return []
  const messages = await messagesNamed(tx, {
    accountId,
    places: named.map((_, place) => place),
    sourceKinds: named.map(({ sentMessage }) => sentMessage!.sourceKind),
    sourceIds: named.map(({ sentMessage }) => sentMessage!.sourceId),
    deliveryIds: named.map(({ sentMessage }) => sentMessage!.deliveryId),
  })
  messages.sort((one, other) => one.place - other.place)
  return messages.flatMap(
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
      const {
        messageId,
        sentMessage,
        identity,
        judgements,
        receivedAt,
        bounceId: id,
      } = named[place]!
      const about = aboutMessage(judgements, email)
      if (!about) return []
      // Another worker has sent the email again since: this reply is outdated.
      if (identity === HAND_OVER && state !== 'bounced' && state !== 'failed') return []
      // A subscriber whose address has changed is not judged by the old one.
      const same =
        !test && subscriberEmail !== null && emailKey(subscriberEmail) === emailKey(email)
      const erased = email === ERASED_EMAIL
      const changes = CAN_BOUNCE.has(state) && about.kind !== 'complaint'
      return [
        {
          id,
          messageId,
          ...sentMessage!,
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
          judgement: erased ? { ...about, recipient: undefined, reply: undefined } : about,
        },
      ]
    },
  )
}

async function rowsOfAddresses(
  tx: Db,
  accountId: number,
  reports: readonly BounceReport[],
): Promise<Bounce[]> {
  const asked = reports
    .filter(({ sentMessage }) => !sentMessage)
    .flatMap(one =>
      one.judgements.flatMap(judgement =>
        judgement.kind === 'none' || judgement.recipient === undefined ? [] : [{ one, judgement }],
      ),
    )
  if (asked.length === 0) return []
  const found = await messagesToAddresses(tx, {
    accountId,
    places: asked.map((_, place) => place),
    emailKeys: asked.map(({ judgement }) => emailKey(keptText(judgement.recipient)!)),
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
      const { one, judgement } = asked[place]!
      const { messageId, receivedAt } = one
      const sentMessage = { id: undefined, sourceKind, sourceId, deliveryId }
      const changes = CAN_BOUNCE.has(state) && judgement.kind !== 'complaint'
      const ledger = {
        ledgerState: changes ? state : null,
        ledgerReply: changes ? reply : null,
        ledgerChanged: changes ? changedAt : null,
      }
      return {
        messageId,
        ...sentMessage,
        listId,
        routeId,
        subscriberId,
        email,
        identity: 'recipient',
        receivedAt,
        test: false,
        judgement,
        ...ledger,
      }
    },
  )
}

const MOST_REPLY = 1000

/** Text valid for PostgreSQL, without control characters. */
export const keptText = (text: string | undefined): string | null =>
  text === undefined ? null : withoutControls(text.slice(0, MOST_REPLY)).toWellFormed()
