/** A newsletter as it is sent: frozen, with what it takes from the list. */
import type { Db } from '../../db/db.ts'
import { fieldsOfAccount } from '../demographics/demographics.sql.ts'
import type { KeptPicture } from '../html/letter-html.ts'
import { findList } from '../lists/lists.sql.ts'
import { noSuch } from '../refusal.ts'
import { findNewsletter } from './newsletters.sql.ts'

/** What a sending sends, as it was when the sending was made. */
export interface Letter {
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
  /** Those that travel with it; not there in sendings that were made before there were any. */
  pictures?: KeptPicture[]
  /** Names of data fields and their numbers, as they were; not there in older sendings. */
  fields?: [string, number][]
}

/** The newsletter with what it takes from the list. */
export async function freezeLetter(
  db: Db,
  accountId: number,
  newsletterId: number,
  listId: number,
): Promise<Letter> {
  const newsletter = await findNewsletter(db, { accountId, id: newsletterId })
  if (!newsletter) throw noSuch('no-such-newsletter', newsletterId)
  const list = await findList(db, { accountId, listId })
  if (!list) throw noSuch('no-such-list', listId)
  return {
    name: newsletter.name,
    subject: newsletter.subject,
    preheader: newsletter.preheader,
    html: newsletter.html,
    text: newsletter.text,
    fromName: newsletter.fromName || list.fromName,
    fromEmail: newsletter.fromEmail || list.fromEmail,
    replyTo: newsletter.replyTo,
    listId,
    listName: list.name,
    characterSet: list.characterSet,
    pictures: JSON.parse(newsletter.pictures),
    fields: (await fieldsOfAccount(db, { accountId })).map(({ name, number }) => [name, number]),
  }
}
