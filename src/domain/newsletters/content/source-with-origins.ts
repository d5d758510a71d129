/** The content of a newsletter, with the texts that its translations were made from. */
import { type BaseLines, withOrigins } from '../blocks/translation-origins.ts'
import type { NewsletterSource } from './source.ts'

/** `before`: as it was saved. */
export function sourceWithOrigins(
  source: NewsletterSource,
  { subject, preheader }: BaseLines,
  before: NewsletterSource | undefined,
): NewsletterSource {
  if (source.kind !== 'blocks') return source
  const today = new Date().toISOString().slice(0, 10)
  const saved = before?.kind === 'blocks' ? before.document : undefined
  const lines = { subject, preheader }
  return { ...source, document: withOrigins(source.document, lines, today, saved) }
}
