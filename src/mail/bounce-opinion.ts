/** One message that came in: what it means, whose letter it is about, and what shall become of it. Nothing is written here. */
import { momentOfStore } from '../lib/instant.ts'
import { letterIn } from './bounce-identity.ts'
import { FORWARDED } from './forward.ts'
import { type Judgement, judgeMessage } from './judge.ts'
import { type LetterRef, readMessageId } from './links.ts'
import type { KeyOf } from './signing.ts'

/** A letter in the terms of the ledger. */
export interface LedgerLetter {
  sourceKind: 1 | 2 | 3
  sourceId: number
  deliveryId: number
}

export interface Arrived {
  id: number
  received: string
  inboxId: number | null
  envelopeFrom: string
  envelopeTo: string
  cameFor: string
  sourceKind: number | null
  sourceId: number | null
  deliveryId: number | null
  content: Buffer
}

export interface Opinion {
  id: number
  kind: string
  class: string
  told: {
    messageId: number
    letter: LedgerLetter | undefined
    identity: string
    said: readonly Judgement[]
    receivedAt: Date
  }
  /** A person wrote back: it may go on to the account's forward address. */
  fromPerson: boolean
  /** A person asks to be taken off the list of this letter. */
  unsubscribe: LedgerLetter | undefined
}

const SOURCES = { sending: 1, test: 1, trigger: 2, transaction: 3 } as const

export const ledgerLetter = ({ of, ofId, id }: LetterRef): LedgerLetter => ({
  sourceKind: SOURCES[of],
  sourceId: ofId,
  deliveryId: id,
})

/** RFC 5321 6.3: servers count them, and 100 are a loop to all of them. */
const MOST_HOPS = 50
const PASSED_ON = new RegExp(`^${FORWARDED}:`, 'im')

export async function opinionOn(message: Arrived, keyOf: KeyOf): Promise<Opinion> {
  const { recipients, references } = judgeMessage(message.content)
  const named = letterOfEnvelope(message)
  const found = named ? undefined : await letterIn(references, keyOf)
  const letter = named ?? (found && ledgerLetter(found.letter))
  const first = recipients.find(({ kind }) => kind !== 'none') ?? recipients[0]!
  const loops = first.kind === 'none' && (await inLoop(message.content, keyOf))
  const { kind, class: of } = loops ? { kind: 'none', class: 'loop' } : first
  const person = kind === 'none' && of === 'letter' && message.envelopeFrom !== ''
  return {
    id: message.id,
    kind,
    class: of,
    told: {
      messageId: message.id,
      letter,
      identity: named ? 'token' : (found?.by ?? 'recipient'),
      // Nothing of ours is sent from the unsubscribe address: what is said there has come back from nowhere.
      said: loops || message.cameFor === 'unsubscribe' ? [] : recipients,
      receivedAt: momentOfStore(message.received),
    },
    // Whose letter it answers must be known: a mailbox may hold anything.
    fromPerson: person && letter !== undefined && message.cameFor !== 'unsubscribe' && message.cameFor !== 'postmaster',
    // Programs ask too, for people who press a button; what comes back from a server asks for nothing.
    unsubscribe: message.cameFor === 'unsubscribe' && (of === 'letter' || of === 'auto-reply') ? named : undefined,
  }
}

function letterOfEnvelope({ sourceKind, sourceId, deliveryId }: Arrived): LedgerLetter | undefined {
  if (sourceKind === null || sourceId === null || deliveryId === null) return undefined
  return { sourceKind: sourceKind as LedgerLetter['sourceKind'], sourceId, deliveryId }
}

/** Our own letter came back as it was, something that we had passed on, or a message that has gone round and round. */
async function inLoop(content: Buffer, keyOf: KeyOf): Promise<boolean> {
  const end = content.indexOf('\n\r\n')
  const head = content.toString('latin1', 0, Math.min(end < 0 ? content.length : end + 1, 256 << 10))
  if (PASSED_ON.test(head)) return true
  if ((head.match(/^received:/gim)?.length ?? 0) >= MOST_HOPS) return true
  const [, id] = /^message-id:\s*(<[^<>\s]{1,500}>)/im.exec(head) ?? []
  return id !== undefined && (await readMessageId(id, keyOf)) !== undefined
}
