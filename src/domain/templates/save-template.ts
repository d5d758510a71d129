/**
 * Saves templates. A stored template compiles, and its slots can be filled. Each save of its source
 * is a version.
 */
import { atomically, type Db, type Store } from '../../db/db.ts'
import type { TemplateSlot } from '../../mail/template/prepare.ts'
import { recordChange } from '../audit/record.ts'
import { type GivenId, holdGivenId, idFor } from '../given-id.ts'
import {
  fieldNames,
  type KeptPicture,
  keepPictures,
  messageHtml,
  refusing,
} from '../html/email-html.ts'
import type { BlockDocument } from '../newsletters/blocks/document.ts'
import { markupOf, type TemplateContent } from '../newsletters/content/source.ts'
import { sourceOfBlocks } from '../newsletters/saved-blocks/source-of-blocks.ts'
import { noSuch, refused, type Violation, violationsOfValues } from '../refusal.ts'
import { checkLine, checkText } from '../text.ts'
import { slotsOfTemplate, templateSource, writtenTemplate } from './template-source.ts'
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
  source: TemplateContent
  /** Pictures that were stored before, by their paths in the source. */
  kept?: KeptPicture[]
  /** Reads a picture file by its relative path in the template. */
  readPicture?: ((path: string) => Uint8Array | undefined) | undefined
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
  const description = checkDescription(draft.description)
  const { row, slots, read } = await checkContent(db, accountId, draft.source, draft)
  const id = await idFor(db, accountId, 'template', given)
  await atomically(
    db,
    async tx => {
      await holdGivenId(tx, accountId, 'template', given, id => findTemplate(tx, { accountId, id }))
      await keepPictures(tx, accountId, read)
      await addTemplate(tx, { accountId, id, name, description })
      await addTemplateVersion(tx, { accountId, templateId: id, ...row, version: 1 })
      const after = { name, description }
      await recordChange(tx, accountId, { action: 'template.add', id, after })
    },
    { again: given.id === undefined },
  )
  return { id, version: 1, slots }
}

export interface TemplateChanges {
  name?: string | undefined
  description?: string | undefined
  /** Or that of an earlier version, which becomes the newest. */
  source?: TemplateContent | { kind: 'version'; version: number } | undefined
  /** False: it is removed from what newsletters begin with; true: it is put back. */
  active?: boolean | undefined
  readPicture?: TemplateDraft['readPicture']
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
  const description = checkDescription(changes.description ?? known.description)
  const { source } = changes
  const restored = source?.kind === 'version' ? source.version : undefined
  const earlier = await templateSource(db, accountId, id, restored)
  const given = source?.kind === 'version' ? undefined : source
  if (given && (given.kind === 'blocks') !== (earlier.kind === 'blocks'))
    throw refused(
      'not-valid',
      earlier.kind === 'blocks' ? 'template-of-blocks' : 'template-of-source',
    )
  const content = given ?? earlier
  const checked = source
    ? await checkContent(db, accountId, content, {
        name,
        kept: earlier.pictures,
        readPicture: changes.readPicture,
      })
    : undefined
  const version = await atomically(db, async tx => {
    const active = changes.active ?? known.active
    await describeTemplate(tx, { accountId, id, name, description, active })
    const before = { name: known.name, description: known.description, active: known.active }
    const after = { name, description, active, source: checked && 'new version' }
    await recordChange(tx, accountId, { action: 'template.edit', id, before, after })
    if (!checked) return known.version
    await keepPictures(tx, accountId, checked.read)
    const next = await nextTemplateVersion(tx, { accountId, id })
    if (!next) throw noSuch('no-such-template', id)
    const { version } = next
    await addTemplateVersion(tx, { accountId, templateId: id, ...checked.row, version })
    return version
  })
  return { id, version, slots: checked?.slots ?? slotsOfTemplate(content) }
}

function checkName(given: string): string {
  const name = checkLine(given, 'name', 200)
  if (name === '') throw refused('not-valid', 'template-nameless')
  return name
}

const checkDescription = (given: string): string => checkText(given, 'description', 500)

interface TemplateWords {
  name?: string | undefined
  description?: string | undefined
}

/** Its source is compiled, and refused with a place. */
export const violationsOfTemplate = ({ name, description }: TemplateWords): Violation[] =>
  violationsOfValues({ name, description }, { name: checkName, description: checkDescription })

async function checkContent(
  db: Db,
  accountId: number,
  given: TemplateContent,
  { name, kept = [], readPicture }: Pick<TemplateDraft, 'name' | 'kept' | 'readPicture'>,
) {
  const fields = await fieldNames(db, accountId)
  const { content, compiled } =
    given.kind === 'blocks'
      ? await blocksCompiled(db, accountId, given.document, { fields, title: name })
      : { content: given, compiled: compiledMarkup(given.kind, markupOf(given)) }
  const sources = { read: readPicture, kept }
  const { pictures, read } = await messageHtml(accountId, compiled, fields, sources)
  const slots = await refusing(() => slotsOfTemplate(content))
  const written = { kind: content.kind, source: writtenTemplate(content) }
  return { row: { ...written, pictures: JSON.stringify(pictures) }, slots, read }
}

async function blocksCompiled(
  db: Db,
  accountId: number,
  given: BlockDocument,
  means: Parameters<typeof sourceOfBlocks>[3],
) {
  const { document, mjml } = await sourceOfBlocks(db, accountId, given, means)
  const content: TemplateContent = { kind: 'blocks', document }
  return { content, compiled: { kind: 'mjml' as const, source: mjml } }
}

function compiledMarkup(kind: 'html' | 'mjml', source: string) {
  if (source.trim() === '') throw refused('not-valid', 'template-empty')
  if (source.length > MOST_CHARACTERS)
    throw refused('not-valid', 'template-large', { millions: MOST_CHARACTERS / 1e6 })
  return { kind, source, slots: new Map<string, string>() }
}
