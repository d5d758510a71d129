/**
 * The meaning of a returned message: for each recipient it tells of, whether the address is dead,
 * full, or nothing to do with it. Reports for machines go first, complaints, then what is no
 * bounce, then the words for people; what none of them tells is unknown, and never held against
 * anybody. Pure: no store, no settings, nothing thrown; time and memory are bounded whatever the
 * bytes.
 */
import type { MimePart } from '../mime/structure.ts'
import { type FeedbackClass, readFeedback } from './arf.ts'
import {
  type AutoReply,
  answerByFields,
  answerBySubject,
  answerByText,
  challengeIn,
  delayIn,
  type NoBounce,
} from './auto-reply.ts'
import { addressOf, type Dsn, type DsnRecipient } from './dsn.ts'
import { type OpenedMessage, openMessage } from './message.ts'
import { type References, readReferences } from './references.ts'
import { type Meaning, meaningOf, NOTHING } from './reply.ts'
import type { BounceClass } from './rules.ts'
import { isBounceSubject } from './signs.ts'
import { type ReportParts, readReport } from './text.ts'

export type JudgementKind = 'hard' | 'soft' | 'blocked' | 'complaint' | 'unknown' | 'none'

export type JudgedClass = BounceClass | FeedbackClass | NoBounce | 'delivered' | 'letter'

export interface BounceJudgement {
  kind: JudgementKind
  class: JudgedClass
  /** "5.1.1" (RFC 3463), if one was given. */
  status: string | undefined
  recipient: string | undefined
  /** What the server said, on one line of at most 500 characters. */
  reply: string | undefined
  /** Which rule decided: "bounce-rules.txt:57", "delay-notice: subject". */
  rule: string
}

export interface MessageJudgement {
  /** One for each recipient of the report, at least one, at most 10,000. */
  recipients: BounceJudgement[]
  references: References
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
  letter: 'none',
}

const kindOf = (of: JudgedClass): JudgementKind => KINDS[of]

/** A reply at hand-over, as the server gave it: "550 5.1.1 User unknown". */
export const judgeReply = (reply: string): BounceJudgement => judgement(undefined, meaningOf(reply))

export function judgeMessage(message: Uint8Array): MessageJudgement {
  const opened = openMessage(message)
  const { raw, parts, cut, dsn } = opened
  return {
    recipients: judge(opened),
    references: readReferences(raw, parts, cut.returned, dsn?.envelopeIds ?? []),
  }
}

function judge(opened: OpenedMessage): BounceJudgement[] {
  const { raw, parts, fields, subject, words, cut, likeness, dsn, failed, isOurs } = opened
  const feedback = readFeedback(raw, parts)
  if (feedback) {
    const rule = `feedback: ${feedback.type}`
    const recipients = feedback.recipients.length > 0 ? feedback.recipients : [undefined]
    return recipients.map(recipient => plainly(feedback.class, rule, recipient))
  }
  if (dsn) return ofDsn(dsn, opened)

  const told = () => readReport(cut.report, isOurs, failed)
  const answered = (by: AutoReply): BounceJudgement[] => [plainly(by.class, by.rule, opened.from)]
  const disposition = parts.some(
    part => part.depth === 0 && /^message\/(?:global-)?disposition-notification$/.test(part.type),
  )
  // Some deliverers refuse in the form of a receipt (RFC 5429): "Your message was automatically
  // rejected: quota exceeded".
  if (disposition && /automatically rejected/i.test(cut.report))
    return told().map(({ recipient, meaning }) => judgement(recipient, refusedByFilter(meaning)))
  if (disposition) return answered({ class: 'read-receipt', rule: 'read-receipt: report' })

  const noBounce =
    answerByFields(fields) ??
    (likeness === 3 ? undefined : (answerBySubject(subject) ?? challengeIn(subject, words)))
  if (noBounce) return answered(noBounce)
  if (fields.get('x-spasign')?.[0]?.trim() === 'NG')
    return told().map(({ recipient }) => plainly('sender-blocked', 'X-SPASIGN', recipient))
  if (likeness > 0) {
    const late = delayIn(subject, words)
    if (late) return told().map(({ recipient }) => plainly(late.class, late.rule, recipient))
    // Vacation notes come from nobody, too.
    const away = likeness === 1 ? answerByText(fields, words) : undefined
    if (away) return answered(away)
    const all = told()
    const known = all.some(({ meaning }) => meaning.sure > 0)
    if (!known && likeness < 3 && !isBounceSubject(subject)) {
      const by = answerByText(fields, words) ?? (likeness === 1 ? NOBODY : undefined)
      if (by) return answered(by)
    }
    return all.map(({ recipient, meaning }) =>
      judgement(recipient ?? toOfReturned(parts, cut), bySubject(meaning, subject)),
    )
  }
  const byText = answerByText(fields, words)
  return byText ? answered(byText) : [plainly('letter', 'no sign of a bounce', opened.from)]
}

const NOBODY: AutoReply = { class: 'auto-reply', rule: 'auto-reply: no return path' }

/** Without a reply. */
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

function judgement(recipient: string | undefined, meaning: Meaning): BounceJudgement {
  const { class: found, status, reply, rule } = meaning
  return { kind: kindOf(found), class: found, status, recipient, reply, rule }
}

const refusedByFilter = (meaning: Meaning): Meaning =>
  meaning.sure > 0
    ? meaning
    : { ...meaning, class: 'sender-blocked', rule: 'automatically rejected' }

/** Domino and others say it in the subject only. */
function bySubject(meaning: Meaning, subject: string): Meaning {
  if (meaning.sure > 0) return meaning
  const said = meaningOf(subject.replace(/^[^:]{0,40}(?:fail|deliver|error)[^:]{0,40}:/i, ''))
  return said.sure > 1 ? said : meaning
}

function ofDsn(dsn: Dsn, { cut, subject, isOurs }: OpenedMessage): BounceJudgement[] {
  let told: Map<string | undefined, Meaning> | undefined
  /** What the words for people say, when the fields do not. */
  const inWords = (recipient: string | undefined): Meaning => {
    told ??= new Map(
      readReport(cut.report, isOurs, []).map(one => [one.recipient?.toLowerCase(), one.meaning]),
    )
    const own = told.get(recipient?.toLowerCase())
    if (own) return own
    return dsn.recipients.length === 1 || told.size === 1
      ? (told.values().next().value ?? NOTHING)
      : NOTHING
  }
  const late = (one: DsnRecipient) =>
    one.action === 'delayed' ||
    ((one.action === '' || one.status?.startsWith('4') === true) &&
      one.action !== 'failed' &&
      delayIn(subject, cut.report) !== undefined)
  return dsn.recipients.map(one => {
    const { recipient, action, status, meaning } = one
    const said = { status, reply: one.diagnostic, recipient }
    if (
      /^(?:delivered|relayed|expanded)$/.test(action) ||
      (action === '' && status?.startsWith('2'))
    )
      return { kind: 'none', class: 'delivered', ...said, rule: `report: ${action || status}` }
    if (late(one)) return { kind: 'none', class: 'delay-notice', ...said, rule: 'report: delayed' }
    const words = meaning.sure >= 2 ? meaning : inWords(recipient)
    const better =
      words.sure > meaning.sure ? { ...words, status: words.status ?? status } : meaning
    return judgement(recipient, bySubject(better, subject))
  })
}

const toOfReturned = (parts: readonly MimePart[], cut: ReportParts): string | undefined => {
  const returned = parts.find(part => part.depth === 1 && part.fields.has('to'))
  return addressOf(
    returned?.fields.get('to')?.[0] ??
      /^[ \t>]*to:(.*)$/im.exec(cut.returned.slice(0, 20_000))?.[1],
  )
}
