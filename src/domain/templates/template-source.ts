/** The source and the slots of a version of a template. */
import type { Db } from '../../db/db.ts'
import { type MarkupKind, slotsOf, type TemplateSlot } from '../../mail/template/prepare.ts'
import type { KeptPicture } from '../html/email-html.ts'
import { noSuch, Refusal } from '../refusal.ts'
import { findTemplate, findTemplateVersion } from './templates.sql.ts'

export interface TemplateSource {
  kind: MarkupKind
  source: string
  version: number
  pictures: KeptPicture[]
}

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
  if (!found) throw new Refusal('not-valid', `There is no version ${version} of this template.`)
  return {
    kind: found.kind as MarkupKind,
    source: found.source,
    version: found.version,
    pictures: JSON.parse(found.pictures),
  }
}

export const slotsOfTemplate = ({
  kind,
  source,
}: Pick<TemplateSource, 'kind' | 'source'>): TemplateSlot[] => slotsOf(source, kind)
