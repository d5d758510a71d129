/**
 * One mail transaction over an open connection: MAIL, RCPT, DATA, the content, the final dot (RFC
 * 5321 3.3), in as few writes as the relay allows (RFC 2920). The reply to the final dot is the
 * commit point; before it, the message has certainly not been delivered.
 */
import { toWire, toXtext } from './address.ts'
import type { SmtpContent } from './content.ts'
import type { Offers, TimeOuts } from './opening.ts'
import { isPositive, type SmtpReply } from './reply.ts'
import {
  abandoned,
  type RelayVerdict,
  rejectedLocally,
  type Stage,
  unansweredFor,
  verdictOf,
} from './verdict.ts'
import { BrokenConnection, type Wire } from './wire.ts'
import { relaySentence } from './words.ts'

export interface SmtpEnvelope {
  /** Empty for the null sender. */
  from: string
  to: string
  /** Besides `from`, addresses and domains that a refusal about us may name: those of From. */
  ours?: readonly string[]
  /** The headers contain UTF-8 (RFC 6532), so that the relay must offer SMTPUTF8. */
  utf8Headers?: boolean
  /**
   * Which bounces are requested, and what they contain (RFC 3461); omitted if the relay does not
   * offer DSN.
   */
  dsn?: {
    notify?: 'never' | ('success' | 'failure' | 'delay')[]
    return?: 'headers' | 'full'
    envelopeId?: string
    /** The original recipient, if not that of the envelope. */
    originalRecipient?: string
  }
}

export interface TransactionHooks {
  /**
   * Awaited after the recipient was accepted, before DATA. False: nothing is sent. Costs one more
   * round trip with PIPELINING.
   */
  beforeData?: () => Promise<boolean>
  /**
   * Whether the caller still holds the lease of the message: checked just before DATA is written,
   * and again before the content is.
   */
  stillOurs?: () => boolean
  /** Called at each step that an answer is awaited at. */
  onStage?: ((stage: Stage) => void) | undefined
}

export interface TransactionEnd {
  verdict: RelayVerdict
  /**
   * What the connection needs before the next message: nothing, RSET, the end of an empty message
   * and RSET, or to be closed.
   */
  after: 'ready' | 'reset' | 'empty' | 'close'
  /**
   * The connection was closed before the first reply, or had its share of messages: on a kept one
   * this says nothing about the message.
   */
  stale?: boolean
}

export interface Commands {
  mail: string
  rcpt: string
}

/** The commands of an envelope, or a verdict if this relay can't carry this message. */
export function commandsFor(
  envelope: SmtpEnvelope,
  content: SmtpContent,
  offers: Offers,
): Commands | RelayVerdict {
  const from = toWire(envelope.from)
  if (!from) return rejectedLocally('5.1.7', relaySentence('smtp-sender-form'), 'us')
  const to = envelope.to === '' ? null : toWire(envelope.to)
  if (!to) return rejectedLocally('5.1.3', relaySentence('smtp-recipient-form'), 'recipient')
  const utf8 = to.utf8 || from.utf8 || envelope.utf8Headers === true
  if (utf8 && !offers.utf8) {
    const [code, about] = to.utf8
      ? (['smtp-utf8-recipient', 'recipient'] as const)
      : from.utf8
        ? (['smtp-utf8-sender', 'us'] as const)
        : (['smtp-utf8-email', 'content'] as const)
    return rejectedLocally('5.6.7', relaySentence(code), about)
  }
  // RFC 6152 3: such a message must not be sent, and stripping the eighth bit would corrupt it.
  if (content.eightBit && !offers.eightBit)
    return rejectedLocally('5.6.3', relaySentence('smtp-eight-bit'), 'content')
  if (offers.size && content.size > offers.size) {
    const sizes = { size: content.size, limit: offers.size }
    return rejectedLocally('5.3.4', relaySentence('smtp-size', sizes), 'content')
  }
  let mail = `MAIL FROM:<${from.path}>`
  if (offers.size !== null) mail += ` SIZE=${content.size}`
  if (content.eightBit) mail += ' BODY=8BITMIME'
  if (utf8) mail += ' SMTPUTF8'
  let rcpt = `RCPT TO:<${to.path}>`
  if (envelope.dsn && offers.dsn) {
    const { notify, return: returned, envelopeId, originalRecipient = envelope.to } = envelope.dsn
    if (returned) mail += ` RET=${returned === 'full' ? 'FULL' : 'HDRS'}`
    const id = envelopeId ? toXtext(envelopeId) : null
    if (id && id.length <= 100) mail += ` ENVID=${id}`
    if (notify) rcpt += ` NOTIFY=${notify === 'never' ? 'NEVER' : notify.join(',').toUpperCase()}`
    const original = toXtext(originalRecipient)
    if (original) rcpt += ` ORCPT=rfc822;${original}`
  }
  return { mail: `${mail}\r\n`, rcpt: `${rcpt}\r\n` }
}

const DATA = 'DATA\r\n'

/** The relay limits more than this connection: on another one it would say the same. */
const isLimited = ({ limit }: RelayVerdict): boolean =>
  limit !== undefined && limit.of !== 'connection'

/**
 * Sends one message. Throws only the errors of the caller's hooks, and then the connection has been
 * closed.
 */
export async function transact(
  wire: Wire,
  { mail, rcpt }: Commands,
  content: SmtpContent,
  offers: Offers,
  timeOuts: TimeOuts,
  { beforeData, stillOurs, onStage }: TransactionHooks,
): Promise<TransactionEnd> {
  let stage = 'mail' as Stage
  const reach = (next: Stage): void => {
    stage = next
    onStage?.(next)
  }
  const ask = async (at: Stage, ms: number): Promise<SmtpReply> => {
    reach(at)
    return wire.reply(ms)
  }
  try {
    const together = offers.pipelining && !beforeData
    if (together) {
      if (stillOurs && !stillOurs()) return { verdict: abandoned('mail'), after: 'ready' }
      wire.write(mail + rcpt + DATA, 3)
    } else if (offers.pipelining) wire.write(mail + rcpt, 2)
    else wire.write(mail, 1)

    const sender = await ask('mail', timeOuts.mail)
    let refusal = isPositive(sender.code) ? null : verdictOf('mail', sender)
    if (sender.code === 421)
      return { verdict: refusal!, after: 'close', stale: !isLimited(refusal!) }
    if (!offers.pipelining) {
      if (refusal) return { verdict: refusal, after: 'reset' }
      wire.write(rcpt, 1)
    }
    const recipient = await ask('rcpt', timeOuts.rcpt)
    if (recipient.code === 421 && !refusal)
      return { verdict: verdictOf('rcpt', recipient), after: 'close' }
    if (!isPositive(recipient.code)) refusal ??= verdictOf('rcpt', recipient)

    if (!together) {
      if (refusal) return { verdict: refusal, after: 'reset' }
      stage = 'data'
      if (beforeData && !(await beforeData())) return { verdict: abandoned('data'), after: 'reset' }
      if (stillOurs && !stillOurs()) return { verdict: abandoned('data'), after: 'reset' }
      wire.write(DATA, 1)
    }
    const go = await ask('data', timeOuts.data)
    if (go.code === 421) return { verdict: refusal ?? verdictOf('data', go), after: 'close' }
    if (refusal) return { verdict: refusal, after: go.code === 354 ? 'empty' : 'reset' }
    if (go.code !== 354)
      return { verdict: verdictOf('data', go), after: go.code < 400 ? 'close' : 'reset' }
    // After 354, only closing the connection aborts the message (RFC 5321 4.1.1.4).
    if (stillOurs && !stillOurs()) return { verdict: abandoned('content'), after: 'close' }

    reach('content')
    const last = content.slices.length - 1
    for (let i = 0; i < last; i++) {
      wire.write(content.slices[i]!, 0)
      await wire.drained(timeOuts.content)
    }
    // A reply before the end of the message aborts it here, while it has certainly not been
    // accepted.
    if (wire.early() > 0)
      return { verdict: verdictOf('content', await wire.reply(1)), after: 'close' }
    const broken = wire.broken()
    if (broken) throw broken
    reach('dot')
    wire.write(content.slices[last]!, 1)
    const end = verdictOf('dot', await wire.reply(timeOuts.dot))
    const clean = wire.early() === 0 && end.outcome !== 'uncertain' && end.code !== 421
    return { verdict: end, after: clean ? 'ready' : 'close' }
  } catch (error) {
    if (!(error instanceof BrokenConnection)) {
      wire.destroy()
      throw error
    }
    // Servers state the reason before they close the connection in the middle of a message; their
    // reply is better than our own text.
    if (stage === 'content' && wire.early() > 0)
      return { verdict: verdictOf(stage, await wire.reply(1)), after: 'close' }
    return {
      verdict: unansweredFor(stage, error.sentence),
      after: 'close',
      stale: error.closed && stage === 'mail',
    }
  }
}

/** Resets a connection for the next message; false if it can't be used any more. */
export async function resetConnection(
  wire: Wire,
  after: TransactionEnd['after'],
  timeOuts: TimeOuts,
): Promise<boolean> {
  if (after === 'ready' || after === 'close') return after === 'ready'
  try {
    if (after === 'empty') {
      // RFC 2920 3.1: DATA may be answered 354 although no recipient was accepted. An empty message
      // without recipients ends it.
      wire.write('.\r\n', 1)
      if ((await wire.reply(timeOuts.dot)).code === 421) return false
    }
    wire.write('RSET\r\n', 1)
    return isPositive((await wire.reply(timeOuts.mail)).code)
  } catch (error) {
    if (error instanceof BrokenConnection) return false
    throw error
  }
}
