/**
 * The relay that keeps emails instead of sending them while no SMTP server is set. It behaves like
 * a relay: waits for the mark, returns a verdict for each email, and has stored an accepted email
 * durably. pages.ts shows them.
 */
import type { Store } from '../db/db.ts'
import { gathered } from '../db/gather.ts'
import { takeIds } from '../db/ids.ts'
import { keepMessages } from '../domain/sandbox/sandbox.sql.ts'
import type { SourceKind } from '../lib/source-kind.ts'
import type { SendOptions } from '../mail/smtp/queue.ts'
import type { Relay } from '../mail/smtp/relay.ts'
import type { SmtpEnvelope } from '../mail/smtp/transaction.ts'
import { abandoned, type RelayVerdict, unansweredFor } from '../mail/smtp/verdict.ts'
import { relaySentence } from '../mail/smtp/words.ts'

/** The origin of an email, which a real relay need not know. */
export interface SandboxOrigin {
  accountId: number
  /** As in the ledger: a sending (1), a trigger's step (2), a transaction project (3). */
  sourceKind: SourceKind
  sourceId: number
  deliveryId: number
  /** Shown in the table of emails, in plain text. */
  subject: string
}

export interface KeepOptions extends SendOptions {
  kept?: SandboxOrigin
}

export interface SandboxRelay extends Relay {
  send(envelope: SmtpEnvelope, message: Buffer, options?: KeepOptions): Promise<RelayVerdict>
}

interface Keeping extends SandboxOrigin {
  from: string
  email: string
  content: Buffer
  /** Unique for each email, so that they are independent. */
  key: string
}

/** Emails of usual size per statement; a statement must stay small enough for the store. */
const MOST = 100
const LARGE_BYTES = 128 * 1024

const MOST_IN_HAND = 1_000_000

const keepTogether = gathered<Keeping, void>({
  keyOf: message => message.key,
  most: MOST,
  one: (db, accountId, message) => keep(db, accountId, [message]),
  async many(db, accountId, messages) {
    await keep(db, accountId, messages)
    return messages.map(() => undefined)
  },
})

export function createSandboxRelay(db: Store): SandboxRelay {
  const inHand = new Set<Promise<RelayVerdict>>()
  let closed = false
  let messages = 0

  async function take(
    envelope: SmtpEnvelope,
    message: Buffer,
    { kept, beforeData, stillOurs }: KeepOptions,
  ): Promise<RelayVerdict> {
    if (!kept) throw new Error('The sandbox needs the origin of the email.')
    if (beforeData && !(await beforeData())) return abandoned('rcpt')
    if (stillOurs && !stillOurs()) return abandoned('data')
    const keeping = {
      ...kept,
      subject: storable(kept.subject),
      from: storable(envelope.from),
      email: storable(envelope.to),
      content: message,
      key: String(messages++ % MOST_IN_HAND).padStart(7, '0'),
    }
    try {
      if (message.length > LARGE_BYTES) await keep(db, kept.accountId, [keeping])
      else await keepTogether(db, kept.accountId, keeping)
    } catch (error) {
      return notKept(error)
    }
    return {
      outcome: 'accepted',
      stage: 'dot',
      code: 250,
      enhanced: '2.0.0',
      text: 'kept in the sandbox',
      about: 'recipient',
      class: null,
    }
  }

  return {
    send(envelope, message, options = {}) {
      if (closed) return Promise.resolve(unansweredFor('waiting', relaySentence('sandbox-closed')))
      const taking = take(envelope, message, options)
      inHand.add(taking)
      const done = () => inHand.delete(taking)
      taking.then(done, done)
      return taking
    },
    async close() {
      closed = true
      await Promise.allSettled(inHand)
    },
    state: () => ({
      connections: { open: 1, busy: 0, opening: 0, limit: 1 },
      messagesPerConnection: Number.POSITIVE_INFINITY,
      waiting: inHand.size,
      offers: null,
      encrypted: false,
      certificate: null,
      failing: null,
    }),
  }
}

async function keep(db: Store, accountId: number, messages: Keeping[]): Promise<void> {
  await keepMessages(db, {
    accountId,
    ids: await takeIds(db, accountId, 'sandbox message', messages.length),
    sourceKinds: messages.map(({ sourceKind }) => sourceKind),
    sourceIds: messages.map(({ sourceId }) => sourceId),
    deliveryIds: messages.map(({ deliveryId }) => deliveryId),
    froms: messages.map(({ from }) => from),
    emails: messages.map(({ email }) => email),
    subjects: messages.map(({ subject }) => subject),
    contents: messages.map(({ content }) => content),
  })
}

/** An email the store refused was not kept; after a lost connection it is uncertain. */
function notKept(error: unknown): RelayVerdict {
  const code = (error as { code?: unknown } | undefined)?.code
  const refused = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !/^(08|57)/.test(code)
  return unansweredFor(
    refused ? 'content' : 'dot',
    relaySentence(refused ? 'sandbox-full' : 'sandbox-unsure'),
  )
}

/** PostgreSQL text contains neither NUL nor lone surrogates. */
const storable = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed()
