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
import { noSuch, Refusal } from '../refusal.ts'
import { begunWith, checkDraft } from './check-draft.ts'
import { type Draft, type KeptDraft, keptWritten, writtenIn } from './draft.ts'
import {
  addNewsletter,
  addNewsletterVersion,
  findNewsletter,
  findNewsletterVersion,
  saveNewsletter,
} from './newsletters.sql.ts'

export type { Draft }

/**
 * Saves a new newsletter and returns its id. Refuses content that does not compile, with line and
 * column.
 */
export async function addDraft(
  db: Store,
  accountId: number,
  draft: Draft,
  given: GivenId = {},
): Promise<number> {
  const asked = writtenIn(draft) ?? { kind: 'html', source: '' }
  const written = await begunWith(db, accountId, asked)
  const whole = written.kind === 'blocks' ? await withSender(db, accountId, draft) : draft
  const inlined = draft.inlined ?? true
  const checked = await checkDraft(db, accountId, whole, written, { inlined })
  const id = await idFor(db, accountId, 'newsletter', given)
  await atomically(
    db,
    async tx => {
      await holdGivenId(tx, accountId, 'newsletter', given, id =>
        findNewsletter(tx, { accountId, id }),
      )
      await keepPictures(tx, accountId, checked.read)
      await addNewsletter(tx, { accountId, id, ...row(checked.draft) })
      await addNewsletterVersion(tx, {
        accountId,
        newsletterId: id,
        version: 1,
        draft: JSON.stringify(checked.draft),
        ...author(),
      })
      const after = described(checked.draft)
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
  changes: Partial<Draft>,
): Promise<number> {
  const known = await keptDraft(db, accountId, id)
  if (changes.slots && !changes.template && known.kind !== 'template')
    throw new Refusal(
      'not-valid',
      'This newsletter is not made from a template, so it has no slots.',
    )
  const written = writtenIn(changes, known)
  const draft = { ...known, listId: known.listId ?? undefined, ...changes }
  const inlined = changes.inlined ?? known.inlined
  const again = written !== undefined || inlined !== known.inlined
  const made = again ? undefined : { html: known.html, pictures: known.pictures, read: [] }
  const source = written ?? keptWritten(known)
  const checked = await checkDraft(db, accountId, draft, source, {
    kept: known.pictures,
    inlined,
    made,
  })
  return saveVersion(db, accountId, id, known, checked)
}

/** Makes an earlier version the newest, and returns its new number. */
export async function restoreVersion(
  db: Db,
  accountId: number,
  id: number,
  version: number,
): Promise<number> {
  const known = await keptDraft(db, accountId, id)
  const found = await findNewsletterVersion(db, { accountId, newsletterId: id, version })
  if (!found) throw new Refusal('not-valid', `There is no version ${version} of this newsletter.`)
  const draft: KeptDraft = JSON.parse(found.draft)
  // Fields may have been renamed, and lists deleted, since then.
  const { html, pictures, inlined } = draft
  const given = { ...draft, listId: draft.listId ?? undefined }
  const made = { html, pictures, read: [] }
  const checked = await checkDraft(db, accountId, given, keptWritten(draft), {
    kept: pictures,
    inlined,
    made,
  })
  return saveVersion(db, accountId, id, known, { ...checked, read: [] }, version)
}

/** A newsletter as stored. */
export async function keptDraft(db: Db, accountId: number, id: number): Promise<KeptDraft> {
  const found = await findNewsletter(db, { accountId, id })
  if (!found) throw noSuch('no-such-newsletter', id)
  const { id: _, version: __, created: ___, modified: ____, ...draft } = found
  const { folder: _____, archived: ______, kind, slots, pictures, ...rest } = draft
  return {
    ...rest,
    kind: kind as KeptDraft['kind'],
    slots: JSON.parse(slots),
    pictures: JSON.parse(pictures),
  }
}

async function saveVersion(
  db: Db,
  accountId: number,
  id: number,
  known: KeptDraft,
  { draft, read }: { draft: KeptDraft; read: MessageHtml['read'] },
  restored?: number,
): Promise<number> {
  return atomically(db, async tx => {
    await keepPictures(tx, accountId, read)
    const saved = await saveNewsletter(tx, { accountId, id, ...row(draft) })
    if (!saved) throw noSuch('no-such-newsletter', id)
    const { version } = saved
    await addNewsletterVersion(tx, {
      accountId,
      newsletterId: id,
      version,
      draft: JSON.stringify(draft),
      ...author(),
    })
    await recordChange(tx, accountId, {
      action: restored === undefined ? 'newsletter.edit' : 'newsletter.restore',
      id,
      before: described(known),
      after: { ...described(draft), version, restored },
    })
    return version
  })
}

/** The sender of the brand, where the newsletter names none. */
async function withSender(db: Db, accountId: number, draft: Draft): Promise<Draft> {
  const { sender } = await brandOf(db, accountId)
  return {
    ...draft,
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
const described = ({ name, subject, fromName, fromEmail, replyTo, listId }: KeptDraft) => ({
  name,
  subject,
  fromName,
  fromEmail,
  replyTo,
  listId,
})

const row = ({ slots, pictures, ...draft }: KeptDraft) => ({
  ...draft,
  slots: JSON.stringify(slots),
  pictures: JSON.stringify(pictures),
})
