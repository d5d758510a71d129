/**
 * The meaning of an incoming message, the message of ours that it is about, and the action to take.
 * Writes nothing.
 */
import { momentOfStore } from '../../lib/instant.ts'
import { SOURCE, type SourceKind } from '../../lib/source-kind.ts'
import { type MessageRef, readMessageId } from '../links/links.ts'
import type { KeyOf } from '../links/signing.ts'
import { sentMessageIn } from './identity.ts'
import type { ReadMessage } from './incoming.ts'
import type { BounceJudgement, MessageJudgement } from './judge.ts'

/** A message of ours, by its row of the ledger. */
export interface DeliveryRef {
  sourceKind: SourceKind
  sourceId: number
  deliveryId: number
}

export interface ArrivedMessage {
  id: number
  received: string
  inboxId: number | null
  envelopeFrom: string
  envelopeTo: string
  cameFor: string
  sourceKind: SourceKind | null
  sourceId: number | null
  deliveryId: number | null
}

export interface Opinion {
  id: number
  kind: string
  class: string
  report: {
    messageId: number
    sentMessage: DeliveryRef | undefined
    identity: string
    judgements: readonly BounceJudgement[]
    receivedAt: Date
  }
  /** A report on a domain, to be kept. */
  receiverReport: MessageJudgement['receiverReport']
  /** A reply of a person, which may be forwarded to the account's forward address. */
  fromPerson: boolean
  /** A request to unsubscribe from the list of this message. */
  unsubscribe: DeliveryRef | undefined
}

const deliveryOf = ({ of, ofId, id }: MessageRef): DeliveryRef => ({
  sourceKind: SOURCE[of === 'test' ? 'sending' : of],
  sourceId: ofId,
  deliveryId: id,
})

/** RFC 5321 6.3 counts Received fields to detect loops, usually from 100 on. */
const MOST_HOPS = 50
const LOOP = 'loop'

/** Kind and class of the message as a whole. */
export async function summaryOf(
  { recipients, trace }: ReadMessage,
  keyOf: KeyOf,
): Promise<{ kind: string; class: string }> {
  const first = recipients.find(({ kind }) => kind !== 'none') ?? recipients[0]!
  const loops = first.kind === 'none' && (await inLoop(trace, keyOf))
  return loops ? { kind: 'none', class: LOOP } : { kind: first.kind, class: first.class }
}

export async function opinionOn(
  message: ArrivedMessage,
  read: ReadMessage,
  keyOf: KeyOf,
): Promise<Opinion> {
  const { recipients, references } = read
  const named = deliveryOfEnvelope(message)
  const found = named ? undefined : await sentMessageIn(references, keyOf)
  const delivery = named ?? (found && deliveryOf(found.message))
  const { kind, class: of } = await summaryOf(read, keyOf)
  const person = kind === 'none' && of === 'message' && message.envelopeFrom !== ''
  return {
    id: message.id,
    kind,
    class: of,
    report: {
      messageId: message.id,
      sentMessage: delivery,
      identity: named ? 'token' : (found?.by ?? 'recipient'),
      // We never send from the unsubscribe address, so reports to it are forged.
      judgements: of === LOOP || message.cameFor === 'unsubscribe' ? [] : recipients,
      receivedAt: momentOfStore(message.received),
    },
    receiverReport: read.receiverReport,
    // The message it answers must be known: a mailbox may contain anything.
    fromPerson:
      person &&
      delivery !== undefined &&
      message.cameFor !== 'unsubscribe' &&
      message.cameFor !== 'postmaster',
    // Mail programs send unsubscribe requests, too, when a button is pressed; bounces are no
    // requests.
    unsubscribe:
      message.cameFor === 'unsubscribe' && (of === 'message' || of === 'auto-reply')
        ? named
        : undefined,
  }
}

function deliveryOfEnvelope({
  sourceKind,
  sourceId,
  deliveryId,
}: ArrivedMessage): DeliveryRef | undefined {
  if (sourceKind === null || sourceId === null || deliveryId === null) return undefined
  return { sourceKind, sourceId, deliveryId }
}

/** Our own message returned unchanged, one that we had forwarded, or one with too many hops. */
async function inLoop(
  { forwarded, hops, messageId }: ReadMessage['trace'],
  keyOf: KeyOf,
): Promise<boolean> {
  if (forwarded || hops >= MOST_HOPS) return true
  return messageId !== undefined && (await readMessageId(messageId, keyOf)) !== undefined
}
