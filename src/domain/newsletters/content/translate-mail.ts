/** The further languages of a newsletter, compiled. */
import type { MarkupSource } from '../../../mail/template/prepare.ts'
import type { MessageHtml } from '../../html/email-html.ts'
import { lineIn } from '../blocks/block-texts.ts'
import type { BaseLines } from '../blocks/translation-origins.ts'
import type { NewsletterSource } from './source.ts'
import type { TranslatedMail } from './translated.ts'

/** Null for a newsletter in one language. Their pictures are those of the library. */
export async function translatedOf(
  source: NewsletterSource,
  versions: readonly { language: string; mjml: string }[],
  lines: BaseLines,
  compile: (markup: MarkupSource) => Promise<MessageHtml>,
): Promise<TranslatedMail | null> {
  const languages = source.kind === 'blocks' ? source.document.languages : undefined
  if (!languages || versions.length === 0) return null
  const { base, fallback } = languages
  const made: TranslatedMail['versions'] = []
  for (const { language, mjml } of versions) {
    const { html } = await compile({ kind: 'mjml', source: mjml })
    made.push({ language, html, ...linesIn(languages, language, lines) })
  }
  return { base, fallback, versions: made }
}

/** With other lines, and the same texts. */
export function linesAnew(
  known: TranslatedMail | null,
  source: NewsletterSource,
  lines: BaseLines,
): TranslatedMail | null {
  const languages = source.kind === 'blocks' ? source.document.languages : undefined
  if (!known || !languages) return null
  const versions = known.versions.map(one => ({
    ...one,
    ...linesIn(languages, one.language, lines),
  }))
  return { ...known, versions }
}

const linesIn = (
  languages: Parameters<typeof lineIn>[0],
  language: string,
  { subject, preheader }: BaseLines,
) => ({
  subject: lineIn(languages, language, 'subject', subject).trim(),
  preheader: lineIn(languages, language, 'preheader', preheader).trim(),
})
