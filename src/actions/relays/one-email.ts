/** One email of our own to one person, by a relay: to try it, or with a link for a member. */
import { randomBytes } from 'node:crypto'
import type { Db } from '../../db/db.ts'
import { keysForDomain } from '../../domain/dkim/dkim.ts'
import { listsOfAccount } from '../../domain/lists/lists.sql.ts'
import { domainOf } from '../../lib/email-address.ts'
import { macKey } from '../../mail/links/signing.ts'
import { compileMessage } from '../../mail/message/compile.ts'
import { composeMessage } from '../../mail/message/compose.ts'
import { signingKey, signMessage } from '../../mail/message/dkim.ts'
import { mailDomain } from '../../mail/message/headers.ts'
import { createRelay, type RelayOptions, type RelayState } from '../../mail/smtp/relay.ts'
import { greetedBy, notesOnPort, type RelayAddress } from '../../mail/smtp/url.ts'
import { type RelayVerdict, type Stage, unansweredFor } from '../../mail/smtp/verdict.ts'
import { relaySentence } from '../../mail/smtp/words.ts'
import type { RenderingMeans } from '../newsletters/writing/reader.ts'
import type { RelaySettings } from './known-routes.ts'

export interface OneEmail {
  from: string
  /** Where bounces go: empty for nowhere (RFC 5321, section 4.5.5). By default the sender. */
  envelopeFrom?: string
  to: string
  subject: string
  text: string
}

export interface OneEmailResult {
  /** Selectors of its signatures. */
  signedBy: string[]
  verdict: RelayVerdict
  state: RelayState
  /** The steps that an answer was awaited at, in their order. */
  reached: Stage[]
}

export type MailOrigins = Pick<RenderingMeans, 'publicUrl' | 'bounceDomain'>

/** The email is signed if the account has keys for its sender. */
export async function sendOneEmail(
  db: Db,
  settings: RelaySettings,
  origins: MailOrigins,
  accountId: number,
  address: RelayAddress,
  email: OneEmail,
  options: Pick<RelayOptions, 'timeOuts' | 'onStage'> & { deadlineMillis?: number } = {},
): Promise<OneEmailResult> {
  const { from, envelopeFrom = from, to } = email
  const signing = await keysForDomain(
    db,
    await settings.sealer(),
    accountId,
    mailDomain(domainOf(from)),
  )
  const message = composed(email, origins)
  const signatures = await signMessage(
    message,
    signing.map(key => signingKey(key.domain, key.selector, key.privateKey)),
  )
  const greeted = greetedBy(address, settings.publicUrl)
  const { deadlineMillis, onStage, timeOuts } = options
  let stage = 'connect' as Stage
  const reached: Stage[] = []
  const reach = (next: Stage) => {
    stage = next
    reached.push(next)
    onStage?.(next)
  }
  const relay = createRelay({ address: greeted, connections: 1, timeOuts, onStage: reach })
  const late = Promise.withResolvers<RelayVerdict>()
  const deadline =
    deadlineMillis === undefined
      ? undefined
      : setTimeout(() => late.resolve(tooLate(address, stage, deadlineMillis)), deadlineMillis)
  try {
    const envelope = { from: envelopeFrom, to, utf8Headers: message.needsSmtpUtf8 }
    const bytes = Buffer.concat([signatures, message.bytes])
    const sent = relay.send(envelope, bytes, { canonical: true })
    const verdict = await Promise.race([sent, late.promise])
    const signedBy = signing.map(key => key.selector)
    return { signedBy, verdict, state: relay.state(), reached }
  } finally {
    clearTimeout(deadline)
    await relay.close(stage === 'dot' ? 2_000 : 0)
  }
}

const tooLate = (address: RelayAddress, stage: Stage, millis: number): RelayVerdict => {
  const notes = stage === 'greeting' ? notesOnPort(address) : []
  const late = relaySentence('smtp-late-step', { seconds: millis / 1000, step: stage })
  return unansweredFor(stage, late, ...notes)
}

/** The sender of the first list; undefined while there is none. */
export const firstSender = async (db: Db, accountId: number): Promise<string | undefined> =>
  (await listsOfAccount(db, { accountId }))[0]?.fromEmail

function composed({ from, to, subject, text }: OneEmail, origins: MailOrigins) {
  const facts = {
    accountId: 0,
    of: 'transaction' as const,
    ofId: 0,
    characterSet: 'utf-8',
    fields: new Map<string, number>(),
    publicUrl: origins.publicUrl,
    bounceDomain: origins.bounceDomain,
    mailDomain: mailDomain(domainOf(from)),
    // Signs no links: it only makes the Message-ID unique.
    key: macKey(0, randomBytes(32)),
    tracked: false,
  }
  const sender = { name: 'Pennypost', address: from }
  const compiled = compileMessage({ subject, text, from: sender }, facts)
  const person = { id: Date.now(), email: to, name: '', format: 'text' as const, fields: [] }
  return composeMessage(compiled, person)
}
