/**
 * The email of a transaction as it was written: the version of the newsletter that was current, or
 * the content that came with the call, with its values. Links are as the author wrote them, and
 * there is no pixel, so that a look at it is no open.
 */
import type { Db, Store } from '../../db/db.ts'
import type { Message } from '../../domain/newsletters/freeze-message.ts'
import { webMessage, withPictures } from '../../domain/newsletters/web-version.ts'
import type { TransactionDetails } from '../../domain/reports/transaction-details.ts'
import { compiledMessage, messageToRead } from '../../domain/sendings/compiled-message.ts'
import type { EmailData } from '../../domain/transactions/checks/check-email.ts'
import { givenMessage } from '../../domain/transactions/emails/email-message.ts'
import { NoMessage } from '../../domain/transactions/project-message.ts'
import { findProject, senderOfNewsletter } from '../../domain/transactions/projects.sql.ts'
import { webTransaction } from '../../domain/transactions/web-message.ts'
import { FIELD_SEPARATOR } from '../../lib/field-separator.ts'
import { momentOfStore } from '../../lib/instant.ts'
import { composeMessage, renderMessage } from '../../mail/message/compose.ts'
import type { RenderingMeans } from '../newsletters/writing/reader.ts'

export interface WrittenEmail {
  subject: string
  /** Null: text only. */
  html: string | null
  text: string
  /** The whole email, without signatures, a character for each byte. */
  source: string
}

/** Undefined: its content was removed, or it has not been written yet. */
export async function writtenEmail(
  db: Store,
  { publicUrl, bounceDomain, linkKey: key }: RenderingMeans,
  accountId: number,
  transaction: TransactionDetails,
): Promise<WrittenEmail | undefined> {
  const { id, projectId, email, name, format, changed } = transaction
  const found = await messageOf(db, accountId, transaction)
  if (!found) return undefined
  const { message, fields, data, marketing } = found
  const place = {
    accountId,
    of: 'transaction' as const,
    ofId: projectId,
    bulk: marketing,
    tracked: false,
    pixel: false,
    trap: false,
    publicUrl,
    bounceDomain,
    key,
  }
  const reader = { id, email, name, format, fields, data }
  const { subject, html, text } = renderMessage(await messageToRead(db, message, place), reader)
  const at = changed === null ? new Date() : momentOfStore(changed)
  const { bytes } = composeMessage(await compiledMessage(db, message, place), reader, at)
  const isHtml = format === 'html' && html !== undefined
  return {
    subject,
    html: isHtml ? await withPictures(db, accountId, message, html) : null,
    text,
    source: bytes.toString('latin1'),
  }
}

interface FoundMessage {
  message: Message
  fields: string[]
  data: EmailData | undefined
  marketing: boolean
}

async function messageOf(
  db: Db,
  accountId: number,
  { id, projectId }: TransactionDetails,
): Promise<FoundMessage | undefined> {
  const project = await findProject(db, { accountId, id: projectId, guid: null })
  const sent = project && (await webTransaction(db, accountId, projectId, id))
  if (!sent) return undefined
  const { emailId, data, source } = sent
  const { marketing } = project
  const fields = sent.fields === '' ? [] : sent.fields.split(FIELD_SEPARATOR)
  const given =
    emailId === undefined
      ? undefined
      : await contentOf(db, accountId, emailId, project.newsletterId)
  if (emailId !== undefined && !given) return undefined
  if ('email' in source) return given && { message: given, fields, data, marketing }
  const written = await webMessage(db, accountId, source)
  if (!written) return undefined
  const { message } = written
  if (given) {
    // The newsletter as it was sent, and what its call gave.
    const { name, preheader, html, text, pictures } = message
    const own = { ...given, name, preheader, html, text, ...(pictures && { pictures }) }
    return { message: own, fields, data, marketing }
  }
  const sender = await senderOfNewsletter(db, { accountId, newsletterId: source.newsletter })
  return {
    fields,
    data,
    marketing,
    message: {
      ...message,
      fromName: project.fromName || message.fromName,
      fromEmail: project.fromEmail || sender?.fromEmail || message.fromEmail,
      replyTo: project.replyTo || message.replyTo,
    },
  }
}

async function contentOf(db: Db, accountId: number, emailId: number, newsletterId: number) {
  try {
    return (await givenMessage(db, accountId, emailId, newsletterId)).message
  } catch (error) {
    if (error instanceof NoMessage) return undefined
    throw error
  }
}
