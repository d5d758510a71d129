/**
 * An email that comes with its call, validated: recipients, sender, further fields. Every value
 * that stands in the head is one line of text, or the email is refused: no value adds a field.
 */
import { emailKey, isEmailAddress } from '../../../lib/email-address.ts'
import { detailed } from '../../details/details.ts'
import { Refusal, refused, refusedFor } from '../../refusal.ts'
import { checkLine, checkText } from '../../text.ts'
import { type CheckedFile, checkFiles, type FileGiven } from './check-attachments.ts'

export const RECIPIENT_ROLES = ['to', 'cc', 'bcc'] as const
export type RecipientRole = (typeof RECIPIENT_ROLES)[number]

export const MOST_RECIPIENTS = 50
/** That are named in To and Cc, whether they are recipients or not. */
const MOST_ADDRESSED = 500
/** Texts that are kept with an email, and their lengths. */
export const MOST_TAGS = 20
export const MAX_TAG = 100
export const MOST_METADATA = 50
export const MAX_METADATA_NAME = 100
export const MAX_METADATA = 500
const MOST_HEADERS = 20
export const MAX_SUBJECT = 500
const MAX_NAME = 200
const MAX_HEADER = 1_000
/** Of HTML and text together, in characters. */
export const MAX_CONTENT = 900_000
export const MAX_MJML = 500_000
/** As JSON, in characters. */
const MAX_DATA = 200_000

/** Values for tags: JSON of any shape. */
export type EmailData = Readonly<Record<string, unknown>>

export interface MailboxGiven {
  address: string
  name: string
}

export interface EmailGiven {
  to: readonly MailboxGiven[]
  cc: readonly MailboxGiven[]
  bcc: readonly MailboxGiven[]
  /** Undefined: the sender of the project. */
  from: MailboxGiven | undefined
  /** Undefined: that of the project. */
  replyTo: string | undefined
  /** Undefined: that of the newsletter of the project. */
  subject: string | undefined
  /** Both may be empty, beside MJML, or where the newsletter of the project is used. */
  html: string
  text: string
  /** In place of HTML. */
  mjml?: string | undefined
  /** The content has tags, which are filled in with these values. */
  data?: EmailData | undefined
  headers: Readonly<Record<string, string>>
  attachments: readonly FileGiven[]
  /**
   * What stands in To and Cc, of an email with an envelope of its own; undefined: the recipients.
   */
  addressed?: { to: readonly MailboxGiven[]; cc: readonly MailboxGiven[] } | undefined
}

export interface EmailRecipient extends MailboxGiven {
  role: RecipientRole
  emailKey: string
}

export interface CheckedEmail {
  /** Each address once, in the first of its roles. */
  recipients: EmailRecipient[]
  /** As everybody sees them. */
  addressed: { to: readonly MailboxGiven[]; cc: readonly MailboxGiven[] }
  from: MailboxGiven | undefined
  replyTo: string | undefined
  subject: string | undefined
  headers: [name: string, value: string][]
  files: CheckedFile[]
}

/** Refuses what would be no email, and names the value. */
export function checkEmail(given: EmailGiven): CheckedEmail {
  checkCounts(given)
  const recipients = new Map<string, EmailRecipient>()
  for (const role of RECIPIENT_ROLES)
    for (const [i, one] of given[role].entries()) {
      const mailbox = checkMailbox(one, `${role}.${i}`)
      const key = emailKey(mailbox.address)
      if (!recipients.has(key)) recipients.set(key, { ...mailbox, role, emailKey: key })
    }
  checkLengths(given)
  const all = [...recipients.values()]
  return {
    recipients: all,
    addressed: given.addressed
      ? checkAddressed(given.addressed)
      : { to: of(all, 'to'), cc: of(all, 'cc') },
    from: given.from && checkMailbox(given.from, 'from'),
    replyTo: given.replyTo && checkReplyTo(given.replyTo),
    subject: given.subject === undefined ? undefined : checkSubject(given.subject),
    headers: checkHeaders(given.headers),
    files: checkFiles(given.attachments),
  }
}

/** Refuses an email without recipients, and one with too many. */
export function checkCounts({
  to,
  cc,
  bcc,
  addressed,
}: Pick<EmailGiven, 'to' | 'cc' | 'bcc' | 'addressed'>): void {
  const all = to.length + cc.length + bcc.length
  if ((addressed ? all : to.length) === 0) throw refused('not-valid', 'recipients-missing')
  if (all > MOST_RECIPIENTS)
    throw refused('not-valid', 'recipients-many', { most: MOST_RECIPIENTS })
}

/**
 * Tags and metadata stand in no head of ours, but programs that are told of them write their own:
 * none has a line end, but for values of metadata, and none another control character.
 */
export const checkTag = (tag: string, i: number): string => checkLine(tag, `tags.${i}`, MAX_TAG)

export function checkMetadata([name, value]: [name: string, value: string]): void {
  checkLine(name, 'metadata', MAX_METADATA_NAME)
  checkText(value, `metadata.${name}`, MAX_METADATA)
}

export const checkReplyTo = (address: string): string =>
  checkMailbox({ address, name: '' }, 'replyTo').address

export const checkSubject = (subject: string): string => checkLine(subject, 'subject', MAX_SUBJECT)

type Parts = Partial<Pick<EmailGiven, 'html' | 'text' | 'mjml'>>

/** Whether a content comes with the call, so that the newsletter of the project is not used. */
export const hasContent = ({ html = '', text = '', mjml = '' }: Parts): boolean =>
  [html, text, mjml].some(part => part.trim() !== '')

export function checkHtmlOnce({ html = '', mjml = '' }: Parts): void {
  if (html.trim() !== '' && mjml.trim() !== '') throw refused('not-valid', 'email-html-twice')
}

/** The subject of a newsletter is used with its content alone. */
export function checkSubjectGiven(given: Parts & Partial<Pick<EmailGiven, 'subject'>>): void {
  if (hasContent(given) && given.subject === undefined) throw refused('not-valid', 'email-subject')
}

export function checkLengths({
  html = '',
  text = '',
  mjml = '',
  data,
}: Partial<Pick<EmailGiven, 'html' | 'text' | 'mjml' | 'data'>>): void {
  for (const [what, length, most] of [
    ['content', html.length + text.length, MAX_CONTENT],
    ['MJML', mjml.length, MAX_MJML],
    ['data', data === undefined ? 0 : JSON.stringify(data).length, MAX_DATA],
  ] as const)
    if (length > most) throw refusedFor('not-valid', detailed('text-long', { what, most }))
}

const of = (recipients: readonly EmailRecipient[], wanted: RecipientRole): MailboxGiven[] =>
  recipients.filter(({ role }) => role === wanted).map(({ name, address }) => ({ name, address }))

function checkAddressed({ to, cc }: NonNullable<EmailGiven['addressed']>) {
  if (to.length + cc.length > MOST_ADDRESSED)
    throw refused('not-valid', 'recipients-many', { most: MOST_ADDRESSED })
  const ready = (some: readonly MailboxGiven[], field: string) =>
    some.map((one, i) => checkMailbox(one, `${field}.${i}`))
  return { to: ready(to, 'to'), cc: ready(cc, 'cc') }
}

export function checkMailbox({ address, name }: MailboxGiven, field: string): MailboxGiven {
  const trimmed = address.trim()
  if (!isEmailAddress(trimmed)) throw refused('not-valid', 'mailbox-address', { field })
  return { address: trimmed, name: checkLine(name, `${field}.name`, MAX_NAME) }
}

/** Fields that programs may add. All others are ours, or would change who sends or gets it. */
const ALLOWED = /^(?:in-reply-to|references|x-[a-z0-9][a-z0-9-]{0,60})$/i
/** An id as RFC 5322 3.6.4 has it, in ASCII. */
const ID = /^<[!-;=?-~]{1,250}>$/
const MOST_IDS = 50

/** Ids with blanks between them. */
function areIds(text: string): boolean {
  const ids = text.split(/[ \t]+/)
  return ids.length <= MOST_IDS && ids.every(id => ID.test(id))
}

export function checkHeaders(headers: Readonly<Record<string, string>>): [string, string][] {
  const given = Object.entries(headers)
  if (given.length > MOST_HEADERS)
    throw refused('not-valid', 'headers-many', { most: MOST_HEADERS })
  const names = new Set<string>()
  return given.map(([name, value]) => {
    const key = name.toLowerCase()
    const text = checkHeader(name, value)
    if (names.has(key)) throw refused('not-valid', 'header-twice', { name })
    names.add(key)
    return [name, text]
  })
}

export function checkHeader(name: string, value: string): string {
  if (!ALLOWED.test(name)) throw refused('not-valid', 'header-not-allowed')
  const ofIds = !name.toLowerCase().startsWith('x-')
  const text = checkLine(value, name, ofIds ? 10_000 : MAX_HEADER)
  if (ofIds && !areIds(text)) throw refused('not-valid', 'header-ids', { name })
  return text
}

/**
 * Of the header fields of a message that a program has written for any mail server, those that
 * stay: the first of each name that is allowed and valid, as many as an email may have.
 */
export function headersThatStay(
  fields: Iterable<readonly [name: string, value: string]>,
): Record<string, string> {
  const kept = new Map<string, string>()
  for (const [name, value] of fields) {
    if (kept.size === MOST_HEADERS) break
    if (!ALLOWED.test(name) || kept.has(name)) continue
    try {
      kept.set(name, checkHeader(name, value))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  return Object.fromEntries(kept)
}
