/**
 * One message that came in: what it means, which message of ours it is about, and what shall become
 * of it. Nothing is written here.
 */
import { momentOfStore } from '../../lib/instant.ts'
import { SOURCE, type SourceKind } from '../../lib/source-kind.ts'
import { type MessageRef, readMessageId } from '../links/links.ts'
import type { KeyOf } from '../links/signing.ts'
import { sentMessageIn } from './identity.ts'
import type { ReadMessage } from './incoming.ts'
import type { BounceJudgement } from './judge.ts'

/** A message of ours by its row among the deliveries. */
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
  told: {
    messageId: number
    letter: DeliveryRef | undefined
    identity: string
    said: readonly BounceJudgement[]
    receivedAt: Date
  }
  /** A person wrote back: it may go on to the account's forward address. */
  fromPerson: boolean
  /** A person asks to be taken off the list of this message. */
  unsubscribe: DeliveryRef | undefined
}

const deliveryOf = ({ of, ofId, id }: MessageRef): DeliveryRef => ({
  sourceKind: SOURCE[of === 'test' ? 'sending' : of],
  sourceId: ofId,
  deliveryId: id,
})

/** RFC 5321 6.3: servers count them, and 100 are a loop to all of them. */
const MOST_HOPS = 50
const LOOP = 'loop'

/** Kind and class of a message as a whole. */
export async function gistOf(
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
  const { kind, class: of } = await gistOf(read, keyOf)
  const person = kind === 'none' && of === 'letter' && message.envelopeFrom !== ''
  return {
    id: message.id,
    kind,
    class: of,
    told: {
      messageId: message.id,
      letter: delivery,
      identity: named ? 'token' : (found?.by ?? 'recipient'),
      // Nothing of ours is sent from the unsubscribe address: what is said there has come back from
      // nowhere.
      said: of === LOOP || message.cameFor === 'unsubscribe' ? [] : recipients,
      receivedAt: momentOfStore(message.received),
    },
    // Which message it answers must be known: a mailbox may hold anything.
    fromPerson:
      person &&
      delivery !== undefined &&
      message.cameFor !== 'unsubscribe' &&
      message.cameFor !== 'postmaster',
    // Programs ask too, for people who press a button; what comes back from a server asks for
    // nothing.
    unsubscribe:
      message.cameFor === 'unsubscribe' && (of === 'letter' || of === 'auto-reply')
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

/**
 * Our own message came back as it was, something that we had passed on, or a message that has gone
 * round and round.
 */
async function inLoop(
  { forwarded, hops, messageId }: ReadMessage['trace'],
  keyOf: KeyOf,
): Promise<boolean> {
  if (forwarded || hops >= MOST_HOPS) return true
  return messageId !== undefined && (await readMessageId(messageId, keyOf)) !== undefined
}
