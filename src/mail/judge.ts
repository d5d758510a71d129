/**
 * What a message that came back means: for each recipient it tells of, whether the address is dead, full, or nothing to do with it.
 * Reports for machines go first, complaints, then what is no bounce, then the words for people; what none of them tells is unknown,
 * and never held against anybody. Pure: no store, no settings, nothing thrown; time and memory are bounded whatever the bytes.
 */
import { type FeedbackClass, readFeedback } from './arf.ts'
import {
  type Answered,
  answerByFields,
  answerBySubject,
  answerByText,
  challengeIn,
  delayIn,
  type NoBounce,
} from './auto-reply.ts'
import { type Meaning, meaningOf, NOTHING } from './bounce-reply.ts'
import type { BounceClass } from './bounce-rules.ts'
import { bounceLikeness, isBounceSubject, withoutQuotes } from './bounce-signs.ts'
import { type Cut, cutReturned, readReport } from './bounce-text.ts'
import { addressOf, type Dsn, type DsnRecipient, readDsn } from './dsn.ts'
import { lookedAt, type Part, readMime } from './mime.ts'
import { decodedWords, textOfPart } from './mime-text.ts'
import { type References, readReferences } from './references.ts'

export type Kind = 'hard' | 'soft' | 'blocked' | 'complaint' | 'unknown' | 'none'

export type JudgedClass = BounceClass | FeedbackClass | NoBounce | 'delivered' | 'letter'

export interface Judgement {
  kind: Kind
  class: JudgedClass
  /** "5.1.1" (RFC 3463), if one was given. */
  status: string | undefined
  recipient: string | undefined
  /** What the server said, on one line of at most 500 characters. */
  reply: string | undefined
  /** Which rule decided: "bounce-rules.txt:57", "delay-notice: subject". */
  rule: string
}

export interface Judged {
  /** One for each recipient of the report, at least one, at most 10,000. */
  recipients: Judgement[]
  references: References
}

const KINDS: Record<JudgedClass, Kind> = {
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

export const kindOf = (of: JudgedClass): Kind => KINDS[of]

/** A reply at hand-over, as the server gave it: "550 5.1.1 User unknown". */
export const judgeReply = (reply: string): Judgement => judgement(undefined, meaningOf(reply))

export function judgeMessage(message: Uint8Array): Judged {
  const raw = lookedAt(message)
  const parts = readMime(raw)
  const report = reportText(raw, parts)
  const cut = cutReturned(report)
  const dsn = dsnOf(raw, parts, cut)
  const recipients = judge(raw, parts, cut, dsn)
  return { recipients, references: readReferences(raw, parts, cut.returned, dsn?.envelopeIds ?? []) }
}

function judge(raw: Buffer, parts: readonly Part[], cut: Cut, dsn: Dsn | undefined): Judgement[] {
  const top = parts[0]!
  const first = (name: string) => decodedWords(top.fields.get(name)?.[0] ?? '')
  const subject = first('subject').slice(0, 1_000)
  const looked = { fields: top.fields, from: first('from').slice(0, 1_000), subject, text: withoutQuotes(cut.report) }

  const feedback = readFeedback(raw, parts)
  if (feedback) {
    const about = {
      kind: kindOf(feedback.class),
      class: feedback.class,
      status: undefined,
      reply: undefined,
      rule: `feedback: ${feedback.type}`,
    }
    return (feedback.recipients.length > 0 ? feedback.recipients : [undefined]).map(recipient => ({ ...about, recipient }))
  }
  const isOurs = ours(top)
  const failed = (top.fields.get('x-failed-recipients') ?? []).flatMap(value =>
    value.split(',').flatMap(one => addressOf(one) ?? []),
  )
  if (dsn) return ofDsn(dsn, cut, subject, isOurs)

  const answered = (by: Answered): Judgement[] => [
    {
      kind: kindOf(by.class),
      class: by.class,
      status: undefined,
      recipient: addressOf(top.fields.get('from')?.[0]),
      reply: undefined,
      rule: by.rule,
    },
  ]
  const disposition = parts.some(part => part.letters === 0 && /^message\/(?:global-)?disposition-notification$/.test(part.type))
  // Some deliverers refuse in the form of a receipt (RFC 5429): "Your message was automatically rejected: quota exceeded".
  if (disposition && !/automatically rejected/i.test(cut.report))
    return answered({ class: 'read-receipt', rule: 'read-receipt: report' })
  if (disposition)
    return readReport(cut.report, isOurs, failed).map(({ recipient, meaning }) => judgement(recipient, refusedByFilter(meaning)))

  const likeness = failed.length > 0 ? 2 : bounceLikeness(looked)
  const noBounce =
    answerByFields(top.fields) ?? (likeness === 2 ? undefined : (answerBySubject(subject) ?? challengeIn(subject, looked.text)))
  if (noBounce) return answered(noBounce)
  if (top.fields.get('x-spasign')?.[0]?.trim() === 'NG')
    return readReport(cut.report, isOurs, failed).map(({ recipient }) =>
      judgement(recipient, { ...NOTHING, class: 'sender-blocked', rule: 'X-SPASIGN' }),
    )
  if (likeness > 0) {
    const late = delayIn(subject, looked.text)
    const told = readReport(cut.report, isOurs, failed)
    if (late) return told.map(({ recipient }) => ({ ...answered(late)[0]!, recipient }))
    const known = told.some(({ meaning }) => meaning.sure > 0)
    const fallback = likeness === 1 && !known && !isBounceSubject(subject) ? answerByText(top.fields, looked.text) : undefined
    if (fallback) return answered(fallback)
    if (known || likeness === 2)
      return told.map(({ recipient, meaning }) => judgement(recipient ?? toOfLetter(parts, cut), bySubject(meaning, subject)))
    return [judgement(told[0]?.recipient, bySubject(NOTHING, subject))]
  }
  const byText = answerByText(top.fields, looked.text)
  if (byText) return answered(byText)
  return [
    {
      kind: 'none',
      class: 'letter',
      status: undefined,
      recipient: addressOf(top.fields.get('from')?.[0]),
      reply: undefined,
      rule: 'no sign of a bounce',
    },
  ]
}

function judgement(recipient: string | undefined, meaning: Meaning): Judgement {
  const { class: found, status, reply, rule } = meaning
  return { kind: kindOf(found), class: found, status, recipient, reply, rule }
}

const refusedByFilter = (meaning: Meaning): Meaning =>
  meaning.sure > 0 ? meaning : { ...meaning, class: 'sender-blocked', rule: 'automatically rejected' }

/** Domino and others say it in the subject only. */
function bySubject(meaning: Meaning, subject: string): Meaning {
  if (meaning.sure > 0) return meaning
  const said = meaningOf(subject.replace(/^[^:]{0,40}(?:fail|deliver|error)[^:]{0,40}:/i, ''))
  return said.sure > 1 ? said : meaning
}

/** Reports for machines: in a part of their own, or written into a text. */
function dsnOf(raw: Buffer, parts: readonly Part[], cut: Cut): Dsn | undefined {
  const found: Dsn = { envelopeIds: [], recipients: [] }
  for (const part of parts) {
    if (part.letters > 0 || !/^message\/(?:global-)?delivery-status$|^text\/delivery-status$/.test(part.type)) continue
    const dsn = readDsn(textOfPart(raw, part, 8 << 20))
    found.envelopeIds.push(...(dsn?.envelopeIds ?? []))
    found.recipients.push(...(dsn?.recipients ?? []).slice(0, 10_000 - found.recipients.length))
  }
  if (found.recipients.length > 0) return found
  const inText = /^(?:final-recipient|action)[ \t]*:/im.exec(cut.report)
  return inText ? readDsn(cut.report) : undefined
}

function ofDsn(dsn: Dsn, cut: Cut, subject: string, isOurs: (address: string) => boolean): Judgement[] {
  let told: Map<string | undefined, Meaning> | undefined
  /** What the words for people say, when the fields do not. */
  const inWords = (recipient: string | undefined): Meaning => {
    told ??= new Map(readReport(cut.report, isOurs, []).map(one => [one.recipient?.toLowerCase(), one.meaning]))
    const own = told.get(recipient?.toLowerCase())
    if (own) return own
    return dsn.recipients.length === 1 || told.size === 1 ? (told.values().next().value ?? NOTHING) : NOTHING
  }
  const late = (one: DsnRecipient) =>
    one.action === 'delayed' ||
    ((one.action === '' || one.status?.startsWith('4') === true) &&
      one.action !== 'failed' &&
      delayIn(subject, cut.report) !== undefined)
  return dsn.recipients.map(one => {
    const { recipient, action, status, meaning } = one
    const said = { status, reply: one.diagnostic, recipient }
    if (/^(?:delivered|relayed|expanded)$/.test(action) || (action === '' && status?.startsWith('2')))
      return { kind: 'none', class: 'delivered', ...said, rule: `report: ${action || status}` }
    if (late(one)) return { kind: 'none', class: 'delay-notice', ...said, rule: 'report: delayed' }
    const words = meaning.sure >= 2 ? meaning : inWords(recipient)
    const better = words.sure > meaning.sure ? { ...words, status: words.status ?? status } : meaning
    return judgement(recipient, bySubject(better, subject))
  })
}

/** Whose address in a report is not a recipient's: to whom it came. */
function ours(top: Part): (address: string) => boolean {
  const own = new Set<string>()
  for (const name of ['to', 'delivered-to', 'x-original-to', 'envelope-to', 'return-path'])
    for (const value of top.fields.get(name) ?? []) {
      const address = addressOf(value)
      if (address) own.add(address.toLowerCase())
    }
  return address => own.has(address.toLowerCase()) || /^(?:postmaster|mailer-daemon|abuse)@/i.test(address)
}

const toOfLetter = (parts: readonly Part[], cut: Cut): string | undefined => {
  const letter = parts.find(part => part.letters === 1 && part.fields.has('to'))
  return addressOf(letter?.fields.get('to')?.[0] ?? /^[ \t>]*to:(.*)$/im.exec(cut.returned.slice(0, 20_000))?.[1])
}

/** What the sender wrote for people: the plain parts, or those of HTML, before any letter that is attached. */
function reportText(raw: Buffer, parts: readonly Part[]): string {
  const own = parts.filter(part => part.letters === 0 && !/attachment/i.test(part.fields.get('content-disposition')?.[0] ?? ''))
  const plain = own.filter(part => part.type === 'text/plain')
  const texts = (plain.length > 0 ? plain : own.filter(part => part.type === 'text/html')).slice(0, 5)
  const text = texts.map(part => textOfPart(raw, part)).join('\n')
  if (text.trim() !== '' || plain.length === 0) return text
  return own
    .filter(part => part.type === 'text/html')
    .slice(0, 2)
    .map(part => textOfPart(raw, part))
    .join('\n')
}
