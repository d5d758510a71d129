/** A newsletter as it was saved, and its columns. */
import type { KeptPicture } from '../../html/email-html.ts'
import type { NewsletterContent } from './content.ts'
import { markupOf, type NewsletterSource, ofMarkup } from './source.ts'
import type { TranslatedMail } from './translated.ts'

export interface SavedNewsletter extends NewsletterContent {
  /** The HTML that emails are composed of. */
  html: string
  pictures: KeptPicture[]
  /** Null: it is in one language. */
  translated: TranslatedMail | null
}

/** The columns of its row; its versions are the same as JSON. */
export interface StoredNewsletter extends Omit<SavedNewsletter, 'source'> {
  kind: NewsletterSource['kind']
  source: string
  templateId: number | null
  templateVersion: number | null
  slots: Record<string, string>
}

export function storedOf({ source, ...rest }: SavedNewsletter): StoredNewsletter {
  const isTemplate = source.kind === 'template'
  return {
    ...rest,
    kind: source.kind,
    source: textOf(source),
    templateId: isTemplate ? source.templateId : null,
    templateVersion: isTemplate ? source.version : null,
    slots: isTemplate ? source.slots : {},
  }
}

function textOf(source: NewsletterSource): string {
  if (source.kind === 'blocks') return JSON.stringify(source.document)
  return source.kind === 'template' ? '' : markupOf(source)
}

export function savedOf(stored: StoredNewsletter): SavedNewsletter {
  const { kind, source, templateId, templateVersion: version, slots, ...others } = stored
  // Versions that are older than this feature have none.
  const rest = { ...others, translated: others.translated ?? null }
  switch (kind) {
    case 'blocks':
      return { ...rest, source: { kind, document: JSON.parse(source) } }
    case 'template':
      return { ...rest, source: { kind, templateId: templateId!, version, slots } }
    case 'html':
    case 'mjml':
      return { ...rest, source: ofMarkup(kind, source) }
  }
}

/** Without what was made of it. */
export const contentOf = ({
  html: _,
  pictures: __,
  translated: ___,
  ...content
}: SavedNewsletter): NewsletterContent => content
