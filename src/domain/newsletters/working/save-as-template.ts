/**
 * A newsletter as a template: its source as its writers see it, with the slots of its own template.
 */
import type { Store } from '../../../db/db.ts'
import { fillSlots } from '../../../mail/template/prepare.ts'
import type { GivenId } from '../../given-id.ts'
import { type SavedTemplate, saveNewTemplate } from '../../templates/save-template.ts'
import { templateSource } from '../../templates/template-source.ts'
import { keptDraft } from '../save-newsletter.ts'
import type { WrittenContent } from './content.ts'
import { workingCopy } from './working-copy.ts'

export async function saveAsTemplate(
  db: Store,
  accountId: number,
  newsletterId: number,
  words: { name: string; description: string },
  given: GivenId = {},
): Promise<SavedTemplate> {
  const { pictures } = await keptDraft(db, accountId, newsletterId)
  const { content } = await workingCopy(db, accountId, newsletterId)
  const { kept = [], ...source } = await sourceOf(db, accountId, content.source)
  const draft = { ...words, ...source, kept: [...pictures, ...kept] }
  return saveNewTemplate(db, accountId, draft, given)
}

async function sourceOf(db: Store, accountId: number, written: WrittenContent['source']) {
  if (written.kind === 'blocks') return { blocks: written.document }
  if (written.kind === 'html') return { kind: written.kind, source: written.html }
  if (written.kind === 'mjml') return { kind: written.kind, source: written.mjml }
  const { templateId, version, slots } = written
  const template = await templateSource(db, accountId, templateId, version ?? undefined)
  if (template.kind === 'blocks') return { blocks: template.document }
  const { kind, source, pictures: kept } = template
  const filled = fillSlots(source, kind, new Map(Object.entries(slots)), { kept: true })
  return { kind, source: filled, kept }
}
