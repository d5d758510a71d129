/**
 * Classifies a returned message: for each recipient it reports on, whether the address is invalid,
 * full or not at fault. Delivery status notifications are tried first, then complaints, messages
 * that are not bounces, and reports in prose. What none of them matches is unknown, which never
 * counts against a subscriber. Pure: no store, no settings, never throws; time and memory are
 * bounded for any input.
 */
import type { MimePart } from '../mime/structure.ts'
import { readReceiverReport } from '../receiver-reports/read-report.ts'
import type { ReceiverReport } from '../receiver-reports/report.ts'
import { type FeedbackClass, readFeedback } from './arf.ts'
import {
  type AutoReply,
  answerByFields,
  answerBySubject,
  answerByText,
  challengeIn,
  delayIn,
  isFinal,
  type NoBounce,
} from './auto-reply.ts'
import { addressOf, type Dsn, type DsnRecipient } from './dsn.ts'
import { type OpenedMessage, openMessage } from './message.ts'
import { namesUs, type Parties } from './named.ts'
import { type References, readReferences } from './references.ts'
import { aboutSender, isHard, type Meaning, meaningOf, NOTHING } from './reply.ts'
import type { BounceClass } from './rules.ts'
import { hasReply, isBounceSubject, tellsOfFailure } from './signs.ts'
import { type ReportParts, readReport } from './text.ts'

export type JudgementKind = 'hard' | 'soft' | 'blocked' | 'complaint' | 'unknown' | 'none'

export type JudgedClass =
  | BounceClass
  | FeedbackClass
  | NoBounce
  | 'delivered'
  | 'message'
  | 'tls-report'

export interface BounceJudgement {
  kind: JudgementKind
  class: JudgedClass
  /** "5.1.1" (RFC 3463), if one was given. */
  status: string | undefined
  recipient: string | undefined
  /** The server's reply, on one line of at most 500 characters. */
  reply: string | undefined
  /** The rule that matched: "bounce-rules.txt:57", "delay-notice: subject". */
  rule: string
}

export interface MessageJudgement {
  /** One for each recipient of the report, at least one, at most 10,000. */
  recipients: BounceJudgement[]
  references: References
  /** The message is a report on a domain, on no email. */
  receiverReport?: ReceiverReport
}

const KINDS: Record<JudgedClass, JudgementKind> = {
  'bad-mailbox': 'hard',
  'bad-domain': 'hard',
  'mailbox-full': 'soft',
  'too-large': 'soft',
  busy: 'soft',
  'route-error': 'soft',
  'content-refused': 'blocked',
  'sender-blocked': 'blocked',
  unknown: 'unknown',
  'abuse-report': 'complaint',
  'not-spam': 'none',
  'authentication-report': 'none',
  'delay-notice': 'none',
  delivered: 'none',
  'auto-reply': 'none',
  'read-receipt': 'none',
  challenge: 'none',
  'virus-notice': 'none',
  'calendar-answer': 'none',
  message: 'none',
  'tls-report': 'none',
}

const kindOf = (of: JudgedClass): JudgementKind => KINDS[of]

/**
 * A reply at hand-over, as the server gave it: "550 5.1.1 User unknown". `aboutRecipient`: whether
 * it can be about the recipient, by the command that it answers and what it names.
 */
export function judgeReply(
  reply: string,
  aboutRecipient: boolean,
  parties: Parties = { ours: [] },
): BounceJudgement {
  const meaning = meaningOf(reply)
  return judgement(aboutRecipient ? meaning : aboutSender(meaning, 'about us'), parties)
}

export function judgeMessage(message: Uint8Array): MessageJudgement {
  const opened = openMessage(message)
  const { raw, parts, returned, dsn } = opened
  const references = readReferences(raw, parts, returned, dsn?.envelopeIds ?? [])
  const receiverReport = dsn ? undefined : readReceiverReport(raw, parts)
  if (receiverReport) {
    const { kind } = receiverReport
    const found = kind === 'dmarc' ? 'authentication-report' : 'tls-report'
    const recipients = [plainly(found, `report of a receiver: ${kind}`, undefined)]
    return { recipients, references, receiverReport }
  }
  return { recipients: judge(opened), references }
}

function judge(opened: OpenedMessage): BounceJudgement[] {
  const { raw, parts, fields, subject, words, cut, likeness, dsn, failed, ours, isOurs } = opened
  const feedback = readFeedback(raw, parts)
  if (feedback) {
    const rule = `feedback: ${feedback.type}`
    const recipients = feedback.recipients.length > 0 ? feedback.recipients : [undefined]
    return recipients.map(recipient => plainly(feedback.class, rule, recipient))
  }
  if (dsn) return ofDsn(dsn, opened)

  const reported = () => readReport(cut.report, isOurs, failed)
  const answered = (by: AutoReply): BounceJudgement[] => [plainly(by.class, by.rule, opened.from)]
  const disposition = parts.some(
    part => part.depth === 0 && /^message\/(?:global-)?disposition-notification$/.test(part.type),
  )
  // Some servers reject in the form of a read receipt (RFC 5429): "Your message was automatically
  // rejected: quota exceeded".
  if (disposition && /automatically rejected/i.test(cut.report))
    return reported().map(({ recipient, meaning }) =>
      judgement(refusedByFilter(meaning), { ours, recipient }),
    )
  if (disposition) return answered({ class: 'read-receipt', rule: 'read-receipt: report' })

  const noBounce =
    answerByFields(fields) ??
    (likeness === 3 && (isBounceSubject(subject) || hasReply(words))
      ? undefined
      : (answerBySubject(subject) ?? challengeIn(subject, words)))
  if (noBounce) return answered(noBounce)
  if (fields.get('x-spasign')?.[0]?.trim() === 'NG')
    return reported().map(({ recipient }) => plainly('sender-blocked', 'X-SPASIGN', recipient))
  if (likeness === 1 && !hasReply(words) && !tellsOfFailure(words))
    return answered(answerByText(fields, words) ?? NULL_SENDER)
  if (likeness > 0) {
    const late = delayIn(subject, words)
    if (late) return reported().map(({ recipient }) => plainly(late.class, late.rule, recipient))
    // Vacation notes have the null sender, too.
    const away = likeness === 1 ? answerByText(fields, words) : undefined
    if (away) return answered(away)
    const all = reported()
    const known = all.some(({ meaning }) => meaning.sure > 0)
    if (!known && likeness < 3 && !isBounceSubject(subject)) {
      const by = answerByText(fields, words) ?? (likeness === 1 ? NULL_SENDER : undefined)
      if (by) return answered(by)
    }
    return all.map(({ recipient = toOfReturned(parts, cut), meaning }) =>
      judgement(bySubject(meaning, subject), { ours, recipient }),
    )
  }
  const byText = answerByText(fields, words)
  return byText ? answered(byText) : [plainly('message', 'no sign of a bounce', opened.from)]
}

const NULL_SENDER: AutoReply = { class: 'auto-reply', rule: 'auto-reply: no return path' }

/** A judgement without a reply. */
const plainly = (
  found: JudgedClass,
  rule: string,
  recipient: string | undefined,
): BounceJudgement => ({
  kind: kindOf(found),
  class: found,
  status: undefined,
  recipient,
  reply: undefined,
  rule,
})

function judgement(meaning: Meaning, parties: Parties): BounceJudgement {
  const isOfUs = isHard(meaning) && meaning.reply !== undefined && namesUs(meaning.reply, parties)
  const {
    class: found,
    status,
    reply,
    rule,
  } = isOfUs ? aboutSender(meaning, 'names what is ours') : meaning
  const { recipient } = parties
  return { kind: kindOf(found), class: found, status, recipient, reply, rule }
}

const refusedByFilter = (meaning: Meaning): Meaning =>
  meaning.sure > 0
    ? meaning
    : { ...meaning, class: 'sender-blocked', rule: 'automatically rejected' }

/** Domino and others give the reason in the subject only. */
function bySubject(meaning: Meaning, subject: string): Meaning {
  if (meaning.sure > 0) return meaning
  const said = meaningOf(subject.replace(/^[^:]{0,40}(?:fail|deliver|error)[^:]{0,40}:/i, ''))
  return said.sure > 1 ? said : meaning
}

function ofDsn(dsn: Dsn, { cut, subject, ours, isOurs }: OpenedMessage): BounceJudgement[] {
  let reported: Map<string | undefined, Meaning> | undefined
  /** The meaning of the prose of the report, when the fields have none. */
  const inWords = (recipient: string | undefined): Meaning => {
    reported ??= new Map(
      readReport(cut.report, isOurs, []).map(one => [one.recipient?.toLowerCase(), one.meaning]),
    )
    const own = reported.get(recipient?.toLowerCase())
    if (own) return own
    return dsn.recipients.length === 1 || reported.size === 1
      ? (reported.values().next().value ?? NOTHING)
      : NOTHING
  }
  const over = isFinal(cut.report)
  const late = (one: DsnRecipient) =>
    (one.action === 'delayed' &&
      !over &&
      !(one.status?.startsWith('5') === true && one.meaning.sure > 1)) ||
    ((one.action === '' || one.status?.startsWith('4') === true) &&
      one.action !== 'failed' &&
      delayIn(subject, cut.report) !== undefined)
  return dsn.recipients.map(one => {
    const { recipient, action, status, meaning } = one
    const said = { status, reply: one.diagnostic, recipient }
    if (
      /^(?:delivered|relayed|expanded|deliverable)$/.test(action) ||
      (action === '' && status?.startsWith('2'))
    )
      return { kind: 'none', class: 'delivered', ...said, rule: `report: ${action || status}` }
    if (late(one)) return { kind: 'none', class: 'delay-notice', ...said, rule: 'report: delayed' }
    const words = meaning.sure >= 2 ? meaning : inWords(recipient)
    const better =
      words.sure > meaning.sure ? { ...words, status: words.status ?? status } : meaning
    const parties = { ours, recipient }
    const judged = judgement(bySubject(better, subject), parties)
    // The fields don't say which command was refused; the prose does.
    return judged.kind === 'hard' && inWords(recipient).early
      ? judgement(aboutSender(better), parties)
      : judged
  })
}

const toOfReturned = (parts: readonly MimePart[], cut: ReportParts): string | undefined => {
  const returned = parts.find(part => part.depth === 1 && part.fields.has('to'))
  return addressOf(
    returned?.fields.get('to')?.[0] ??
      /^[ \t>]*to:(.*)$/im.exec(cut.returned.slice(0, 20_000))?.[1],
  )
}
