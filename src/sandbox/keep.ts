/**
 * The relay that keeps letters instead of sending them, for when no SMTP server is set. It behaves
 * as a relay does: asks for the mark first, answers a verdict for each letter, and has the letter
 * for good when it says "accepted". See pages.ts for where they are seen.
 */
import type { Store } from '../db/db.ts'
import { gathered } from '../db/gather.ts'
import { takeIds } from '../db/ids.ts'
import { keepLetters } from '../domain/sandbox/sandbox.sql.ts'
import type { SourceKind } from '../lib/source-kind.ts'
import type { SendOptions } from '../mail/smtp/queue.ts'
import type { Relay } from '../mail/smtp/relay.ts'
import type { SmtpEnvelope } from '../mail/smtp/transaction.ts'
import { abandoned, type RelayVerdict, unanswered } from '../mail/smtp/verdict.ts'

/** Whose letter it is: what a real relay need not know. */
export interface SandboxOrigin {
  accountId: number
  /** As in the ledger: a sending (1), a trigger's step (2), a transaction project (3). */
  sourceKind: SourceKind
  sourceId: number
  deliveryId: number
  /** For the table of letters, in plain text. */
  subject: string
}

export interface KeepOptions extends SendOptions {
  kept?: SandboxOrigin
}

export interface SandboxRelay extends Relay {
  send(envelope: SmtpEnvelope, letter: Buffer, options?: KeepOptions): Promise<RelayVerdict>
}

interface Keeping extends SandboxOrigin {
  from: string
  email: string
  content: Buffer
  /** Letters don't wait for each other: each is a key of its own. */
  key: string
}

/** Letters of usual size in one statement; a statement must stay small enough for the store. */
const MOST = 100
const LARGE_BYTES = 128 * 1024

const MOST_IN_HAND = 1_000_000

const keepTogether = gathered<Keeping, void>({
  keyOf: letter => letter.key,
  most: MOST,
  one: (db, accountId, letter) => keep(db, accountId, [letter]),
  async many(db, accountId, letters) {
    await keep(db, accountId, letters)
    return letters.map(() => undefined)
  },
})

export function createSandboxRelay(db: Store): SandboxRelay {
  const inHand = new Set<Promise<RelayVerdict>>()
  let closed = false
  let letters = 0

  async function take(
    envelope: SmtpEnvelope,
    letter: Buffer,
    { kept, beforeData, stillOurs }: KeepOptions,
  ): Promise<RelayVerdict> {
    if (!kept) throw new Error('The sandbox must be told whose letter it is.')
    if (beforeData && !(await beforeData())) return abandoned('rcpt')
    if (stillOurs && !stillOurs()) return abandoned('data')
    const keeping = {
      ...kept,
      subject: storable(kept.subject),
      from: storable(envelope.from),
      email: storable(envelope.to),
      content: letter,
      key: String(letters++ % MOST_IN_HAND).padStart(7, '0'),
    }
    try {
      if (letter.length > LARGE_BYTES) await keep(db, kept.accountId, [keeping])
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
    send(envelope, letter, options = {}) {
      if (closed) return Promise.resolve(unanswered('waiting', 'The relay is closed'))
      const taking = take(envelope, letter, options)
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
      waiting: inHand.size,
      offers: null,
      encrypted: false,
      failing: null,
    }),
  }
}

async function keep(db: Store, accountId: number, letters: Keeping[]): Promise<void> {
  await keepLetters(db, {
    accountId,
    ids: await takeIds(db, accountId, 'sandbox letter', letters.length),
    sourceKinds: letters.map(({ sourceKind }) => sourceKind),
    sourceIds: letters.map(({ sourceId }) => sourceId),
    deliveryIds: letters.map(({ deliveryId }) => deliveryId),
    froms: letters.map(({ from }) => from),
    emails: letters.map(({ email }) => email),
    subjects: letters.map(({ subject }) => subject),
    contents: letters.map(({ content }) => content),
  })
}

/** What the store itself refused, it has not kept; when it fell silent, nobody knows. */
function notKept(error: unknown): RelayVerdict {
  const code = (error as { code?: unknown } | undefined)?.code
  const refused = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !/^(08|57)/.test(code)
  return unanswered(
    refused ? 'content' : 'dot',
    refused
      ? 'The store has no room for the letter'
      : 'The store did not say whether it has the letter',
  )
}

/** The store's text has no NUL and no half characters. */
const storable = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed()
