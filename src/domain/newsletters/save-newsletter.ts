/**
 * Saves newsletters. Content must compile to be saved, so that sending it finds no errors. Each
 * save is a version.
 */

import { atomically, type Db, type Store } from '../../db/db.ts'
import { presentActor } from '../audit/actor.ts'
import { recordChange } from '../audit/record.ts'
import { brandOf } from '../brand/keep-brand.ts'
import { type GivenId, holdGivenId, idFor } from '../given-id.ts'
import { keepPictures, type MessageHtml } from '../html/email-html.ts'
import { noSuch, refused } from '../refusal.ts'
import { begunWith, checkDraft } from './check-draft.ts'
import { EMPTY_CONTENT, type NewsletterContent } from './content/content.ts'
import type { ChangedSource, NewsletterSource } from './content/source.ts'
import { contentOf, type SavedNewsletter, savedOf, storedOf } from './content/stored.ts'
import {
  addNewsletter,
  addNewsletterVersion,
  findNewsletter,
  findNewsletterVersion,
  saveNewsletter,
} from './newsletters.sql.ts'

/** `subject` is needed; the rest has defaults. */
export type NewNewsletter = Pick<NewsletterContent, 'subject'> & Partial<NewsletterContent>

export type NewsletterChanges = Partial<Omit<NewsletterContent, 'source'>> & {
  source?: ChangedSource
}

/** Reads a picture file by its relative path in the newsletter; undefined if there is none. */
export interface PictureFiles {
  readPicture?: ((path: string) => Uint8Array | undefined) | undefined
}

/**
 * Saves a new newsletter and returns its id. Refuses content that does not compile, with line and
 * column.
 */
export async function addDraft(
  db: Store,
  accountId: number,
  draft: NewNewsletter,
  { readPicture, ...given }: GivenId & PictureFiles = {},
): Promise<number> {
  const asked: NewsletterContent = { ...EMPTY_CONTENT, ...draft }
  const source = await begunWith(db, accountId, asked.source)
  const sender = source.kind === 'blocks' ? await senderOf(db, accountId, asked) : {}
  const whole = { ...asked, ...sender, source }
  const checked = await checkDraft(db, accountId, whole, { readPicture })
  const id = await idFor(db, accountId, 'newsletter', given)
  await atomically(
    db,
    async tx => {
      await holdGivenId(tx, accountId, 'newsletter', given, id =>
        findNewsletter(tx, { accountId, id }),
      )
      await keepPictures(tx, accountId, checked.read)
      await addNewsletter(tx, { accountId, id, ...row(checked.saved) })
      await addNewsletterVersion(tx, {
        accountId,
        newsletterId: id,
        version: 1,
        draft: JSON.stringify(storedOf(checked.saved)),
        ...author(),
      })
      const after = described(checked.saved)
      await recordChange(tx, accountId, { action: 'newsletter.add', id, after })
    },
    { again: given.id === undefined },
  )
  return id
}

/**
 * Changes the given parts of a newsletter and returns the number of its new version. Existing
 * sendings are not changed.
 */
export async function editDraft(
  db: Db,
  accountId: number,
  id: number,
  changes: NewsletterChanges,
  { readPicture }: PictureFiles = {},
): Promise<number> {
  const known = await savedNewsletter(db, accountId, id)
  const source = changedSource(known.source, changes.source)
  const content = { ...contentOf(known), ...changes, source }
  const isSame = changes.source === undefined && content.inlined === known.inlined
  const checked = await checkDraft(db, accountId, content, {
    kept: known.pictures,
    made: isSame ? { ...known, read: [] } : undefined,
    readPicture,
    before: known.source,
  })
  return saveVersion(db, accountId, id, known, checked)
}

/** Of slots, the given ones change. */
function changedSource(
  known: NewsletterSource,
  changed: ChangedSource | undefined,
): NewsletterSource {
  if (changed?.kind !== 'slots') return changed ?? known
  if (known.kind !== 'template') throw refused('not-valid', 'slots-none')
  return { ...known, slots: { ...known.slots, ...changed.slots } }
}

/** Makes an earlier version the newest, and returns its new number. */
export async function restoreVersion(
  db: Db,
  accountId: number,
  id: number,
  version: number,
): Promise<number> {
  const known = await savedNewsletter(db, accountId, id)
  const found = await findNewsletterVersion(db, { accountId, newsletterId: id, version })
  if (!found) throw refused('not-valid', 'newsletter-version', { version })
  const earlier = savedOf(JSON.parse(found.draft))
  // Fields may have been renamed, and lists deleted, since then.
  const { pictures } = earlier
  const made = { ...earlier, read: [] }
  const checked = await checkDraft(db, accountId, contentOf(earlier), { kept: pictures, made })
  return saveVersion(db, accountId, id, known, { ...checked, read: [] }, version)
}

/** A newsletter as it was last saved. */
export async function savedNewsletter(
  db: Db,
  accountId: number,
  id: number,
): Promise<SavedNewsletter> {
  const found = await findNewsletter(db, { accountId, id })
  if (!found) throw noSuch('no-such-newsletter', id)
  const { id: _, version: __, created: ___, modified: ____, ...draft } = found
  const { folder: _____, archived: ______, kind, slots, pictures, translated, ...rest } = draft
  return savedOf({
    ...rest,
    kind: kind as NewsletterSource['kind'],
    slots: JSON.parse(slots),
    pictures: JSON.parse(pictures),
    translated: translated === null ? null : JSON.parse(translated),
  })
}

async function saveVersion(
  db: Db,
  accountId: number,
  id: number,
  known: SavedNewsletter,
  { saved: next, read }: { saved: SavedNewsletter; read: MessageHtml['read'] },
  restored?: number,
): Promise<number> {
  return atomically(db, async tx => {
    await keepPictures(tx, accountId, read)
    const saved = await saveNewsletter(tx, { accountId, id, ...row(next) })
    if (!saved) throw noSuch('no-such-newsletter', id)
    const { version } = saved
    await addNewsletterVersion(tx, {
      accountId,
      newsletterId: id,
      version,
      draft: JSON.stringify(storedOf(next)),
      ...author(),
    })
    await recordChange(tx, accountId, {
      action: restored === undefined ? 'newsletter.edit' : 'newsletter.restore',
      id,
      before: described(known),
      after: { ...described(next), version, restored },
    })
    return version
  })
}

/** The sender of the brand, where the newsletter names none. */
async function senderOf(db: Db, accountId: number, draft: NewsletterContent) {
  const { sender } = await brandOf(db, accountId)
  return {
    fromName: draft.fromName || sender.name,
    fromEmail: draft.fromEmail || sender.email,
    replyTo: draft.replyTo || sender.replyTo,
  }
}

const author = () => {
  const actor = presentActor()
  return { actorKind: actor?.kind ?? '', actorId: actor?.id ?? null, actorName: actor?.name ?? '' }
}

/** The values of a newsletter for the audit log. Its content is in its versions. */
const described = ({ name, subject, fromName, fromEmail, replyTo, listId }: SavedNewsletter) => ({
  name,
  subject,
  fromName,
  fromEmail,
  replyTo,
  listId,
})

function row(newsletter: SavedNewsletter) {
  const { slots, pictures, translated, ...columns } = storedOf(newsletter)
  return {
    ...columns,
    slots: JSON.stringify(slots),
    pictures: JSON.stringify(pictures),
    translated: translated && JSON.stringify(translated),
  }
}
