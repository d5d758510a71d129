/** A newsletter is to go to a list: now, or at a time. What is sent is frozen here; the audience is frozen when it is due. */
import { atomically, type Db } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import { blockIds } from '../../mail/template/blocks.ts'
import { fieldsOfAccount } from '../demographics/demographics.sql.ts'
import { filtersForSending } from '../filters/save-filter.ts'
import { findList } from '../lists/lists.sql.ts'
import type { KeptPicture } from '../newsletters/draft.ts'
import { findNewsletter } from '../newsletters/newsletters.sql.ts'
import { noSuch } from '../refusal.ts'
import { markWork } from '../work/work.sql.ts'
import { addSending } from './sendings.sql.ts'

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

export interface NewSending {
  newsletterId: number
  listId: number
  dueAt: Date
  /** As the person named it: `+01:00`, `Europe/Stockholm`. Kept to be shown. */
  zone: string
  /** Only those on the list who match all of them, as the filters are now. */
  filterIds?: readonly number[]
}

/** Makes a sending and answers its id. Refuses an unknown newsletter, list or filter. */
export async function makeSending(db: Db, accountId: number, sending: NewSending): Promise<number> {
  const letter = await freezeLetter(db, accountId, sending.newsletterId, sending.listId)
  const filters = await filtersForSending(db, accountId, sending.listId, sending.filterIds ?? [])
  const blocks = await filtersForSending(db, accountId, sending.listId, blockIds(letter))
  const frozen = { letter: JSON.stringify(letter), audienceFilters: JSON.stringify(filters), blocks: JSON.stringify(blocks) }
  const id = await takeId(db, accountId, 'sending')
  await atomically(
    db,
    async tx => {
      await addSending(tx, { accountId, id, ...sending, ...frozen, test: false })
      await markWork(tx, { accountId, kind: 'plan', sourceId: id, due: sending.dueAt })
    },
    { again: true },
  )
  return id
}

/** The newsletter with what it takes from the list. */
export async function freezeLetter(db: Db, accountId: number, newsletterId: number, listId: number): Promise<Letter> {
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
