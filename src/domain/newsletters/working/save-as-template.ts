/**
 * A newsletter as a template: its source as its writers see it, with the slots of its own template.
 */
import type { Store } from '../../../db/db.ts'
import { fillSlots } from '../../../mail/template/prepare.ts'
import type { GivenId } from '../../given-id.ts'
import type { KeptPicture } from '../../html/email-html.ts'
import { type SavedTemplate, saveNewTemplate } from '../../templates/save-template.ts'
import { templateSource } from '../../templates/template-source.ts'
import {
  markupOf,
  type NewsletterSource,
  ofMarkup,
  type TemplateContent,
} from '../content/source.ts'
import { savedNewsletter } from '../save-newsletter.ts'
import { workingCopy } from './working-copy.ts'

export async function saveAsTemplate(
  db: Store,
  accountId: number,
  newsletterId: number,
  words: { name: string; description: string },
  given: GivenId = {},
): Promise<SavedTemplate> {
  const { pictures } = await savedNewsletter(db, accountId, newsletterId)
  const { content } = await workingCopy(db, accountId, newsletterId)
  const { kept, source } = await sourceOf(db, accountId, content.source)
  const draft = { ...words, source, kept: [...pictures, ...kept] }
  return saveNewTemplate(db, accountId, draft, given)
}

async function sourceOf(
  db: Store,
  accountId: number,
  written: NewsletterSource,
): Promise<{ source: TemplateContent; kept: KeptPicture[] }> {
  if (written.kind !== 'template') return { source: written, kept: [] }
  const { templateId, version, slots } = written
  const template = await templateSource(db, accountId, templateId, version ?? undefined)
  if (template.kind === 'blocks')
    return { source: { kind: 'blocks', document: template.document }, kept: [] }
  const { kind, pictures: kept } = template
  const filled = fillSlots(markupOf(template), kind, new Map(Object.entries(slots)), { kept: true })
  return { source: ofMarkup(kind, filled), kept }
}
