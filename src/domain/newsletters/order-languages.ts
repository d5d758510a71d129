/** The languages of a newsletter: what each lacks, and which stand in for it. */
import type { Db } from '../../db/db.ts'
import { refused } from '../refusal.ts'
import { untranslatedIn } from './blocks/block-texts.ts'
import type { DocumentLanguages } from './blocks/document-languages.ts'
import { oldTranslations } from './blocks/translation-origins.ts'
import { editDraft, savedNewsletter } from './save-newsletter.ts'

export interface NewsletterLanguages {
  base: string
  fallback: string[]
  versions: {
    language: string
    /** Texts that are not translated. */
    missing: number
    /** Texts whose base has changed since. */
    old: number
  }[]
}

/** Null: it is in one language. */
export async function languagesOfNewsletter(
  db: Db,
  accountId: number,
  newsletterId: number,
): Promise<NewsletterLanguages | null> {
  const { source, subject, preheader } = await savedNewsletter(db, accountId, newsletterId)
  if (source.kind !== 'blocks' || !source.document.languages) return null
  const { document } = source
  const lines = { subject, preheader }
  const { base, fallback, versions } = source.document.languages
  return {
    base,
    fallback,
    versions: versions.map(version => {
      const { language } = version
      const open = (['subject', 'preheader'] as const).filter(
        part => lines[part].trim() !== '' && version[part].trim() === '',
      )
      const missing = open.length + untranslatedIn(document, language).length
      return { language, missing, old: oldTranslations(document, lines, language).length }
    }),
  }
}

/** Makes a new version with this order of languages; refuses others, and a language named twice. */
export async function orderLanguages(
  db: Db,
  accountId: number,
  newsletterId: number,
  fallback: string[],
): Promise<void> {
  const { source } = await savedNewsletter(db, accountId, newsletterId)
  const languages = source.kind === 'blocks' ? source.document.languages : undefined
  if (source.kind !== 'blocks' || !languages) throw refused('not-valid', 'one-language')
  requireKnown(languages, fallback)
  const document = { ...source.document, languages: { ...languages, fallback } }
  await editDraft(db, accountId, newsletterId, { source: { kind: 'blocks', document } })
}

function requireKnown({ base, versions }: DocumentLanguages, fallback: readonly string[]): void {
  const known = [base, ...versions.map(one => one.language)]
  if (new Set(fallback).size === fallback.length && fallback.every(one => known.includes(one)))
    return
  const languages = known.join(', ')
  throw refused('not-valid', 'fallback-languages', { languages }).ofValue('fallback')
}
