/**
 * Finished sendings under the lists that are published: each when it finishes, and, when a list is
 * published, its latest ones. An email with a tag that has no fallback waits for a decision.
 */
import { atomically, type Db, type Store, type Tx } from '../../db/db.ts'
import type { Message } from '../newsletters/freeze-message.ts'
import { linkPreview } from './link-preview.ts'
import { savePublication } from './publication.ts'
import {
  addPublished,
  findPublication,
  lockPublication,
  raiseRevision,
  sendingsToPublish,
  sendingToPublish,
} from './published.sql.ts'

/** How many earlier sendings stand under a list from the beginning. */
const MOST_EARLIER = 1_000

/** In the transaction that finishes a sending. Once only, however often it finishes. */
export async function publishSending(
  tx: Tx | Db,
  accountId: number,
  sendingId: number,
  evenList: number | null = null,
): Promise<void> {
  const sending = await sendingToPublish(tx, { accountId, sendingId, evenList })
  if (!sending) return
  const all = JSON.parse(sending.listIds) as number[]
  const listIds = evenList === null ? all : all.filter(id => id === evenList)
  const message = JSON.parse(sending.message) as Message
  for (const listId of listIds) {
    const { newsletterId, finished } = sending
    await addUnderList(tx, accountId, listId, {
      newsletterId,
      sendingId,
      message,
      publishedAt: finished,
    })
  }
}

interface NewPublished {
  newsletterId: number
  /** Null: it is not sent, and its content is kept here. */
  sendingId: number | null
  message: Message
  /** Null: now. */
  publishedAt: Date | string | null
}

/** False: the same email stands there already. `evenBare`: tags without a fallback are accepted. */
export async function addUnderList(
  tx: Db,
  accountId: number,
  listId: number,
  { newsletterId, sendingId, message, publishedAt }: NewPublished,
  { evenBare = false } = {},
): Promise<boolean> {
  if (!(await lockPublication(tx, { accountId, listId }))) return false
  const publication = await findPublication(tx, { accountId, listId })
  const shownFilters: number[] = JSON.parse(publication!.shownFilters)
  const shown = await linkPreview(tx, accountId, message, shownFilters)
  const { title, summary, picture, languages, bareTags } = shown
  const { html, text, subject, translated } = message
  const added = await addPublished(tx, {
    accountId,
    listId,
    newsletterId,
    sendingId,
    ownMessage: sendingId === null ? JSON.stringify(message) : null,
    state: bareTags.length > 0 && !evenBare ? 'waiting' : 'published',
    title,
    summary,
    picture,
    languages: JSON.stringify(languages),
    bareTags,
    publishedAt,
    html,
    text,
    subject,
    translated: translated ? JSON.stringify(translated) : null,
  })
  if (added > 0) await raiseRevision(tx, { accountId, listId })
  return added > 0
}

/**
 * Publishes a list. Its earlier sendings are put under it before anybody can see it, the oldest
 * first; an attempt that is interrupted is continued by the next one.
 */
export async function publishList(db: Store, accountId: number, listId: number): Promise<void> {
  const earlier = await sendingsToPublish(db, { accountId, listId, most: MOST_EARLIER })
  for (const { id } of earlier.reverse())
    await atomically(db, tx => publishSending(tx, accountId, id, listId))
  await savePublication(db, accountId, listId, { active: true })
}
