/** Emails that came with their call, as messages to be composed. */
import type { Db } from '../../../db/db.ts'
import type { Message } from '../../newsletters/freeze-message.ts'
import { NoMessage } from '../project-message.ts'
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
}

export interface GivenMessage {
  message: Message
  trackOpens: boolean
}

const REMOVED = 'The content was removed.'

/** Throws NoMessage if the content was removed: erased, or over its retention. */
export async function givenMessage(
  db: Db,
  accountId: number,
  emailId: number,
): Promise<GivenMessage> {
  const email = await findEmail(db, { accountId, emailId })
  const content = email && (JSON.parse(email.content) as KeptContent | Record<string, never>)
  if (!content || !('fromEmail' in content)) throw new NoMessage(REMOVED)
  const { html, text, trackOpens, fromName, fromEmail, replyTo, to, cc, headers, attachments } =
    content as KeptContent
  const files = await readAttachments(db, accountId, attachments ?? [])
  if (!files) throw new NoMessage(REMOVED)
  const message: Message = {
    name: '',
    subject: email!.subject,
    preheader: '',
    html,
    text,
    fromName,
    fromEmail,
    replyTo,
    listId: 0,
    listName: '',
    characterSet: '',
    fields: [],
    given: { literal: true, to, cc, headers, files },
  }
  return { message, trackOpens }
}
