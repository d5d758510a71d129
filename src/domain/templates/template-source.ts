/** The source and the slots of a version of a template. */
import type { Db } from '../../db/db.ts'
import { type MarkupKind, slotsOf, type TemplateSlot } from '../../mail/template/prepare.ts'
import type { KeptPicture } from '../html/email-html.ts'
import { markupOf, ofMarkup, type TemplateContent } from '../newsletters/content/source.ts'
import { noSuch, refused } from '../refusal.ts'
import { findTemplate, findTemplateVersion } from './templates.sql.ts'

export type TemplateSource = TemplateContent & { version: number; pictures: KeptPicture[] }

/** The newest version, or the given one. */
export async function templateSource(
  db: Db,
  accountId: number,
  id: number,
  version?: number,
): Promise<TemplateSource> {
  const template = await findTemplate(db, { accountId, id })
  if (!template) throw noSuch('no-such-template', id)
  const found = await findTemplateVersion(db, {
    accountId,
    templateId: id,
    version: version ?? template.version,
  })
  if (!found) throw refused('not-valid', 'template-version', { version: version ?? '' })
  const rest = { version: found.version, pictures: JSON.parse(found.pictures) as KeptPicture[] }
  const { kind, source } = found
  return kind === 'blocks'
    ? { kind, document: JSON.parse(source), ...rest }
    : { ...ofMarkup(kind as MarkupKind, source), ...rest }
}

/** Blocks have no slots: a newsletter begins with a copy of them. */
export const slotsOfTemplate = (content: TemplateContent): TemplateSlot[] =>
  content.kind === 'blocks' ? [] : slotsOf(markupOf(content), content.kind)

/** As it is stored. */
export const writtenTemplate = (content: TemplateContent): string =>
  content.kind === 'blocks' ? JSON.stringify(content.document) : markupOf(content)
