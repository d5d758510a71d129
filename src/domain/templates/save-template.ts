/**
 * Saves templates. A stored template compiles, and its slots can be filled. Each save of its source
 * is a version.
 */

import { atomically, type Db, type Store } from '../../db/db.ts'
import type { MarkupKind, TemplateSlot } from '../../mail/template/prepare.ts'
import { recordChange } from '../audit/record.ts'
import { type GivenId, holdGivenId, idFor } from '../given-id.ts'
import { fieldNames, keepPictures, messageHtml, refusing } from '../html/email-html.ts'
import { noSuch, Refusal } from '../refusal.ts'
import { checkText } from '../text.ts'
import { slotsOfTemplate, type TemplateSource, templateSource } from './template-source.ts'
import {
  addTemplate,
  addTemplateVersion,
  describeTemplate,
  findTemplate,
  nextTemplateVersion,
} from './templates.sql.ts'

export interface TemplateDraft {
  name: string
  description: string
  kind: MarkupKind
  source: string
  /** Reads a picture file by its relative path in the template. */
  readPicture?: (path: string) => Uint8Array | undefined
}

const MOST_CHARACTERS = 2_000_000

export interface SavedTemplate {
  id: number
  version: number
  slots: TemplateSlot[]
}

export async function saveNewTemplate(
  db: Store,
  accountId: number,
  draft: TemplateDraft,
  given: GivenId = {},
): Promise<SavedTemplate> {
  const name = checkName(draft.name)
  const description = checkText(draft.description, 'description', 500)
  const { source, slots, read } = await checkSource(db, accountId, draft)
  const id = await idFor(db, accountId, 'template', given)
  await atomically(
    db,
    async tx => {
      await holdGivenId(tx, accountId, 'template', given, id => findTemplate(tx, { accountId, id }))
      await keepPictures(tx, accountId, read)
      await addTemplate(tx, { accountId, id, name, description })
      await addTemplateVersion(tx, { accountId, templateId: id, ...source, version: 1 })
      const after = { name, description }
      await recordChange(tx, accountId, { action: 'template.add', id, after })
    },
    { again: given.id === undefined },
  )
  return { id, version: 1, slots }
}

export interface TemplateChanges extends Partial<TemplateDraft> {
  active?: boolean
  /** Makes the source of an earlier version the newest. */
  restore?: number
}

/** Changes the given parts. Newsletters made from the template keep their version of it. */
export async function editTemplate(
  db: Db,
  accountId: number,
  id: number,
  changes: TemplateChanges,
): Promise<SavedTemplate> {
  const known = await findTemplate(db, { accountId, id })
  if (!known) throw noSuch('no-such-template', id)
  const name = checkName(changes.name ?? known.name)
  const description = checkText(changes.description ?? known.description, 'description', 500)
  const earlier = await templateSource(db, accountId, id, changes.restore)
  const { kind, source } =
    changes.source === undefined
      ? earlier
      : { kind: changes.kind ?? 'html', source: changes.source }
  const written = changes.source !== undefined || changes.restore !== undefined
  const checked = written
    ? await checkSource(
        db,
        accountId,
        { kind, source, readPicture: changes.readPicture },
        earlier.pictures,
      )
    : undefined
  const version = await atomically(db, async tx => {
    await describeTemplate(tx, {
      accountId,
      id,
      name,
      description,
      active: changes.active ?? known.active,
    })
    const active = changes.active ?? known.active
    const before = { name: known.name, description: known.description, active: known.active }
    const after = { name, description, active, source: checked && 'new version' }
    await recordChange(tx, accountId, { action: 'template.edit', id, before, after })
    if (!checked) return known.version
    await keepPictures(tx, accountId, checked.read)
    const next = await nextTemplateVersion(tx, { accountId, id })
    if (!next) throw noSuch('no-such-template', id)
    await addTemplateVersion(tx, {
      accountId,
      templateId: id,
      ...checked.source,
      version: next.version,
    })
    return next.version
  })
  return { id, version, slots: slotsOfTemplate({ kind, source }) }
}

function checkName(given: string): string {
  const name = checkText(given, 'name', 200)
  if (name === '') throw new Refusal('not-valid', 'A template needs a name.')
  return name
}

async function checkSource(
  db: Db,
  accountId: number,
  { kind, source, readPicture }: Pick<TemplateDraft, 'kind' | 'source' | 'readPicture'>,
  kept: TemplateSource['pictures'] = [],
) {
  if (source.trim() === '') throw new Refusal('not-valid', 'A template needs HTML or MJML.')
  if (source.length > MOST_CHARACTERS)
    throw new Refusal(
      'not-valid',
      `A template has at most ${MOST_CHARACTERS / 1e6} million characters.`,
    )
  const fields = await fieldNames(db, accountId)
  const { pictures, read } = await messageHtml(
    accountId,
    { kind, source, slots: new Map() },
    fields,
    { read: readPicture, kept },
  )
  const slots = await refusing(() => slotsOfTemplate({ kind, source }))
  return { source: { kind, source, pictures: JSON.stringify(pictures) }, slots, read }
}
