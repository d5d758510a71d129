/** A newsletter as it is sent: frozen, with the defaults of the list. */
import type { Db } from '../../db/db.ts'
import type { UtmParameters } from '../../mail/links/utm.ts'
import type { GivenParts } from '../../mail/message/compile.ts'
import { fieldsOfAccount } from '../demographics/demographics.sql.ts'
import type { KeptPicture } from '../html/email-html.ts'
import { listInUse } from '../lists/archive-list.ts'
import { noSuch } from '../refusal.ts'
import type { SavedNewsletter } from './content/stored.ts'
import type { TranslatedMail } from './content/translated.ts'
import { isExempt } from './exemptions.sql.ts'
import { findNewsletter } from './newsletters.sql.ts'
import { utmOfMessage } from './utm.ts'

/** The content of a sending, as of when it was created. */
export interface Message {
  name: string
  subject: string
  preheader: string
  html: string
  text: string
  fromName: string
  fromEmail: string
  replyTo: string
  listId: number
  listName: string
  characterSet: string
  /** Embedded pictures; missing in sendings that are older than this feature. */
  pictures?: KeptPicture[]
  /** Names and numbers of the data fields at that time; missing in older sendings. */
  fields?: [string, number][]
  /** No pixel, no click links: newsletter, list or project are not tracked. */
  untracked?: true
  /** What is added to the addresses of links. */
  utm?: UtmParameters
  /** Of an email that came with its call. */
  given?: GivenParts
  /** The language of its texts, where it is in several. */
  language?: string
  /** Its further languages. */
  translated?: TranslatedMail
}

/** The newsletter with the defaults of the list. */
export async function freezeMessage(
  db: Db,
  accountId: number,
  newsletterId: number,
  listId: number,
): Promise<Message> {
  const newsletter = await findNewsletter(db, { accountId, id: newsletterId })
  if (!newsletter) throw noSuch('no-such-newsletter', newsletterId)
  const list = await listInUse(db, accountId, listId)
  const { exempt } = await isExempt(db, { accountId, newsletterId, listId })
  const message = await messageOf(db, accountId, newsletter, { ...list, id: listId }, newsletterId)
  return {
    ...message,
    pictures: JSON.parse(newsletter.pictures),
    ...(newsletter.translated !== null && { translated: JSON.parse(newsletter.translated) }),
    ...(exempt && { untracked: true }),
  }
}

/** The defaults that a list gives to emails. */
export interface ListDefaults {
  id: number
  name: string
  fromName: string
  fromEmail: string
  characterSet: string
}

type MessageContent = Pick<
  SavedNewsletter,
  'name' | 'subject' | 'preheader' | 'html' | 'text' | 'fromName' | 'fromEmail' | 'replyTo'
>

/** Of a newsletter that may not be saved (0), without its pictures. */
export async function messageOf(
  db: Db,
  accountId: number,
  { name, subject, preheader, html, text, fromName, fromEmail, replyTo }: MessageContent,
  list: ListDefaults,
  newsletterId = 0,
): Promise<Message> {
  const utm = await utmOfMessage(db, accountId, { id: newsletterId, name }, list)
  return {
    name,
    subject,
    preheader,
    html,
    text,
    replyTo,
    fromName: fromName || list.fromName,
    fromEmail: fromEmail || list.fromEmail,
    listId: list.id,
    listName: list.name,
    characterSet: list.characterSet,
    fields: (await fieldsOfAccount(db, { accountId })).map(field => [field.name, field.number]),
    ...(utm && { utm }),
  }
}
