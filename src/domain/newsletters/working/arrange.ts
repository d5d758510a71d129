/** Newsletters in folders, archived, copied. */
import { atomically, type Db, type Store } from '../../../db/db.ts'
import { recordChange } from '../../audit/record.ts'
import { picturesOf } from '../../html/pictures.sql.ts'
import { noSuch } from '../../refusal.ts'
import { checkLine } from '../../text.ts'
import { contentOf } from '../content/stored.ts'
import { findNewsletter, placeNewsletter } from '../newsletters.sql.ts'
import { addDraft, savedNewsletter } from '../save-newsletter.ts'

export interface NewsletterPlace {
  /** Empty: in none. */
  folder?: string | undefined
  archived?: boolean | undefined
}

export const checkFolder = (folder: string): string => checkLine(folder, 'folder', 100)

export async function arrangeNewsletter(
  db: Db,
  accountId: number,
  id: number,
  { folder, archived }: NewsletterPlace,
): Promise<void> {
  const known = await findNewsletter(db, { accountId, id })
  if (!known) throw noSuch('no-such-newsletter', id)
  const named = folder === undefined ? known.folder : checkFolder(folder)
  const isArchived = archived ?? known.archived !== null
  const archivedAt = isArchived ? (known.archived ?? new Date()) : null
  await atomically(db, async tx => {
    await placeNewsletter(tx, { accountId, id, folder: named, archivedAt })
    if (named !== known.folder) {
      const [before, after] = [{ folder: known.folder }, { folder: named }]
      await recordChange(tx, accountId, { action: 'newsletter.move', id, before, after })
    }
    if (isArchived !== (known.archived !== null)) {
      const action = isArchived ? 'newsletter.archive' : 'newsletter.unarchive'
      await recordChange(tx, accountId, { action, id })
    }
  })
}

/** A new newsletter with the content of the newest version. Returns its id. */
export async function copyNewsletter(
  db: Store,
  accountId: number,
  id: number,
  name: string | undefined,
): Promise<number> {
  const known = await savedNewsletter(db, accountId, id)
  const hashes = known.pictures.map(({ hash }) => hash)
  const stored = new Map((await picturesOf(db, { accountId, hashes })).map(row => [row.hash, row]))
  const readPicture = (path: string) =>
    stored.get(known.pictures.find(picture => picture.path === path)?.hash ?? '')?.bytes
  const copied = { ...contentOf(known), name: name ?? `${known.name} (2)`.slice(0, 200) }
  const made = await addDraft(db, accountId, copied, { readPicture })
  const place = await findNewsletter(db, { accountId, id })
  if (place && place.folder !== '')
    await arrangeNewsletter(db, accountId, made, { folder: place.folder })
  return made
}
