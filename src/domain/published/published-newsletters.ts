/** Newsletters under a published list: added without a sending, taken out, corrected. */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { recordChange } from '../audit/record.ts'
import { freezeMessage } from '../newsletters/freeze-message.ts'
import { noSuch, type Refusal, refused } from '../refusal.ts'
import { type LanguagePreview, linkPreview, UNREADABLE } from './link-preview.ts'
import { addUnderList } from './publish-sendings.ts'
import {
  correctPublished,
  findPublication,
  lastNumber,
  lockPublication,
  newsletterUnder,
  raiseRevision,
  setPublishedState,
} from './published.sql.ts'

export interface PublishedNewsletter {
  number: number
  newsletterId: number
  /** Null: it was never sent to this list. */
  sendingId: number | null
  state: 'published' | 'waiting' | 'out'
  title: string
  summary: string
  picture: string
  /** Tags that name a person and have no fallback. */
  bareTags: string[]
  published: string
  corrected: string | null
  /** The base first; empty: it is in one. */
  languages: string[]
}

type Row = NonNullable<Awaited<ReturnType<typeof newsletterUnder>>>

export const publishedIn = ({ bareTags, state, languages, ...row }: Row): PublishedNewsletter => ({
  ...row,
  state: state as PublishedNewsletter['state'],
  bareTags: JSON.parse(bareTags),
  languages: (JSON.parse(languages) as LanguagePreview[]).map(({ language }) => language),
})

/** Refuses a number that is not under the list. */
export async function newsletterOfList(
  db: Db,
  accountId: number,
  listId: number,
  number: number,
): Promise<PublishedNewsletter> {
  const found = await newsletterUnder(db, { accountId, listId, number })
  if (!found) throw noSuch('no-such-newsletter', number)
  return publishedIn(found)
}

const wantsFallbacks = (tags: readonly string[]): Refusal =>
  refused('not-now', 'published-tags', { tags: tags.slice(0, 10).join(', ') })

/**
 * Puts the newsletter as it was last saved under the list, without a sending; returns its number.
 * Refuses tags without a fallback, unless `evenBare`.
 */
export async function publishNewsletter(
  db: Store,
  accountId: number,
  listId: number,
  newsletterId: number,
  { evenBare }: { evenBare: boolean },
): Promise<number> {
  return atomically(db, async tx => {
    const message = await freezeMessage(tx, accountId, newsletterId, listId)
    const publication = await findPublication(tx, { accountId, listId })
    if (!publication) throw refused('not-now', 'published-list')
    const { bareTags } = await linkPreview(tx, accountId, message, [])
    if (bareTags.length > 0 && !evenBare) throw wantsFallbacks(bareTags)
    const given = { newsletterId, sendingId: null, message, publishedAt: null }
    if (!(await addUnderList(tx, accountId, listId, given, { evenBare: true })))
      throw refused('not-now', 'published-already')
    const { number } = await lastNumber(tx, { accountId, listId })
    const after = { newsletterId, number }
    await recordChange(tx, accountId, { action: 'published.add', id: listId, after })
    return number
  })
}

/** Shows it, or takes it out. Its number is never another's. */
export async function showNewsletter(
  db: Store,
  accountId: number,
  listId: number,
  number: number,
  state: 'published' | 'out',
): Promise<void> {
  await atomically(db, async tx => {
    await lockPublication(tx, { accountId, listId })
    const { bareTags } = await newsletterOfList(tx, accountId, listId, number)
    if (state === 'published' && bareTags.includes(UNREADABLE))
      throw refused('not-now', 'published-stale')
    if ((await setPublishedState(tx, { accountId, listId, number, state })) === 0) return
    await raiseRevision(tx, { accountId, listId })
    const action = state === 'out' ? 'published.take-out' : 'published.show'
    await recordChange(tx, accountId, { action, id: listId, after: { number } })
  })
}

/**
 * Gives it the content of its newsletter as that was last saved; the page says when. The emails
 * that were sent stay. Refuses tags without a fallback, unless `evenBare`.
 */
export async function correctNewsletter(
  db: Store,
  accountId: number,
  listId: number,
  number: number,
  { evenBare }: { evenBare: boolean },
): Promise<void> {
  await atomically(db, async tx => {
    await lockPublication(tx, { accountId, listId })
    const { newsletterId } = await newsletterOfList(tx, accountId, listId, number)
    const publication = await findPublication(tx, { accountId, listId })
    const message = await freezeMessage(tx, accountId, newsletterId, listId)
    const shown = JSON.parse(publication!.shownFilters) as number[]
    const preview = await linkPreview(tx, accountId, message, shown)
    if (preview.bareTags.length > 0 && !evenBare) throw wantsFallbacks(preview.bareTags)
    const { title, summary, picture, bareTags } = preview
    await correctPublished(tx, {
      accountId,
      listId,
      number,
      ownMessage: JSON.stringify(message),
      title,
      summary,
      picture,
      languages: JSON.stringify(preview.languages),
      bareTags,
    })
    await raiseRevision(tx, { accountId, listId })
    await recordChange(tx, accountId, {
      action: 'published.correct',
      id: listId,
      after: { number },
    })
  })
}
