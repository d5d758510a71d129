/** Emails that came with their call, as messages to be composed. */
import type { Db } from '../../../db/db.ts'
import type { Message } from '../../newsletters/freeze-message.ts'
import type { EmailData } from '../checks/check-email.ts'
import { NoMessage, projectMessage } from '../project-message.ts'
import { type KeptFile, readAttachments } from './attachments.ts'
import { findEmail } from './emails.sql.ts'

interface Mailbox {
  name: string
  address: string
}

/** What is kept of an email beside its subject. */
export interface KeptContent {
  html: string
  text: string
  trackOpens: boolean
  fromName: string
  fromEmail: string
  replyTo: string
  to: Mailbox[]
  cc: Mailbox[]
  headers: [name: string, value: string][]
  /** Missing: none. */
  attachments?: KeptFile[]
  trackClicks?: true
  /** Missing: nothing in it is a tag. */
  template?: KeptTemplate
}

/** Of an email with tags. */
export interface KeptTemplate {
  /** With its tags; empty: that of the newsletter. */
  subject: string
  data: EmailData
  /** The newsletter of the project is the content, as it is when the email is written. */
  newsletter?: true
}

export interface GivenMessage extends Pick<KeptContent, 'trackOpens'> {
  message: Message
  trackClicks: boolean
  /** Undefined: nothing in it is a tag. */
  template: KeptTemplate | undefined
}

const REMOVED = 'The content was removed.'

/**
 * Throws NoMessage if the content was removed: erased, or over its retention. `newsletterId`: that
 * of the project.
 */
export async function givenMessage(
  db: Db,
  accountId: number,
  emailId: number,
  newsletterId: number,
): Promise<GivenMessage> {
  const email = await findEmail(db, { accountId, emailId })
  const content = email && (JSON.parse(email.content) as KeptContent | Record<string, never>)
  if (!content || !('fromEmail' in content)) throw new NoMessage(REMOVED)
  const { attachments, template, ...kept } = content as KeptContent
  const files = await readAttachments(db, accountId, attachments ?? [])
  if (!files) throw new NoMessage(REMOVED)
  const { to, cc, headers } = kept
  const given = { literal: template === undefined, to, cc, headers, files }
  const message = template?.newsletter
    ? await newsletterOf(db, accountId, kept, newsletterId)
    : { ...plainMessage(email!.subject, kept), ...(given.literal && { fields: [] }) }
  const subject = template?.subject || message.subject
  return {
    message: { ...message, subject, given },
    trackOpens: kept.trackOpens,
    trackClicks: kept.trackClicks === true,
    template,
  }
}

type Sender = Pick<KeptContent, 'fromName' | 'fromEmail' | 'replyTo'>

const newsletterOf = (
  db: Db,
  accountId: number,
  { fromName, fromEmail, replyTo }: Sender,
  newsletterId: number,
): Promise<Message> => {
  const facts = { newsletterId, projectName: '', fromName, fromEmail, replyTo, untracked: false }
  return projectMessage(db, accountId, facts)
}

/** Without data fields, which are read when it is compiled. */
const plainMessage = (
  subject: string,
  { html, text, fromName, fromEmail, replyTo }: Sender & Pick<KeptContent, 'html' | 'text'>,
): Message => ({
  name: '',
  subject,
  preheader: '',
  html,
  text,
  fromName,
  fromEmail,
  replyTo,
  listId: 0,
  listName: '',
  characterSet: '',
})
