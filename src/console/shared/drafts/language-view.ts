/** A draft as one of its languages shows it, and changes that are made there. */
import {
  documentIn,
  lineIn,
  untranslatedIn,
  withoutOrigins,
  withVersionChanged,
} from '../../../domain/newsletters/blocks/block-texts.ts'
import {
  oldTranslations,
  withOrigins,
} from '../../../domain/newsletters/blocks/translation-origins.ts'
import type { EmailDocument } from '../../api/email-blocks.ts'
import type { EmailDraft } from './email-draft.ts'

export type EmailLanguages = NonNullable<EmailDocument['languages']>
type EmailVersion = EmailLanguages['versions'][number]

export const languagesOf = ({ source }: EmailDraft): EmailLanguages | undefined =>
  source.kind === 'blocks' ? source.document.languages : undefined

/** Undefined, or a language that it does not have: the base. */
export function draftIn(draft: EmailDraft, language: string | undefined): EmailDraft {
  const { source } = draft
  const languages = languagesOf(draft)
  if (!languages || source.kind !== 'blocks' || !hasVersion(languages, language)) return draft
  return {
    ...draft,
    subject: lineIn(languages, language, 'subject', draft.subject),
    preheader: lineIn(languages, language, 'preheader', draft.preheader),
    source: { ...source, document: documentIn(source.document, language) },
  }
}

const hasVersion = (
  { versions }: EmailLanguages,
  language: string | undefined,
): language is string => versions.some(one => one.language === language)

/** Translations remember the texts of the base that they were made from. */
function remembered(draft: EmailDraft): EmailDraft {
  const { source } = draft
  if (source.kind !== 'blocks' || !source.document.languages) return draft
  const today = new Date().toISOString().slice(0, 10)
  return { ...draft, source: { ...source, document: withOrigins(source.document, draft, today) } }
}

/** Changed texts become those of the language, everything else is changed for all. */
export function changedIn(
  draft: EmailDraft,
  language: string | undefined,
  next: (before: EmailDraft) => EmailDraft,
): EmailDraft {
  const languages = languagesOf(draft)
  if (!languages || draft.source.kind !== 'blocks') return next(draft)
  if (!hasVersion(languages, language)) {
    const before = remembered(draft)
    const after = next(before)
    return after === before ? draft : remembered(after)
  }
  const shown = draftIn(draft, language)
  const after = next(shown)
  if (after === shown) return draft
  if (after.source.kind !== 'blocks') return after
  const document = withVersionChanged(draft.source.document, language, after.source.document)
  const lines: Partial<EmailVersion> = {}
  for (const part of ['subject', 'preheader'] as const)
    if (after[part] !== shown[part]) lines[part] = after[part]
  const { subject, preheader } = draft
  const changed = { ...after, subject, preheader, source: { ...after.source, document } }
  return remembered(
    withVersion(changed, language, one => ({
      ...withoutOrigins(one, '', Object.keys(lines)),
      ...lines,
    })),
  )
}

const withVersion = (
  draft: EmailDraft,
  language: string,
  next: (version: EmailVersion) => EmailVersion,
): EmailDraft =>
  withLanguages(draft, of => ({
    ...of,
    versions: of.versions.map(one => (one.language === language ? next(one) : one)),
  }))

/** The translations of a block, or of the lines above (''), are right for the base as it is. */
export const withTranslationKept = (
  draft: EmailDraft,
  language: string,
  block: string,
): EmailDraft =>
  remembered(
    withVersion(draft, language, one =>
      withoutOrigins(one, block, Object.keys(one.madeFrom?.[block] ?? {})),
    ),
  )

/** The texts of a version whose base has changed since. */
export const oldIn = (draft: EmailDraft, language: string) =>
  draft.source.kind === 'blocks' ? oldTranslations(draft.source.document, draft, language) : []

/** Undefined: it is in one language. */
export function withLanguages(
  draft: EmailDraft,
  next: (languages: EmailLanguages) => EmailLanguages | undefined,
): EmailDraft {
  const { source } = draft
  if (source.kind !== 'blocks') return draft
  const { languages = { base: 'en', fallback: [], versions: [] }, ...rest } = source.document
  const made = next(languages)
  return {
    ...draft,
    source: { ...source, document: { ...rest, ...(made && { languages: made }) } },
  }
}

/** How many texts, lines beside them too, a version has not, or has of an older base. */
export function countUntranslated(draft: EmailDraft, language: string): number {
  const version = languagesOf(draft)?.versions.find(one => one.language === language)
  if (!version || draft.source.kind !== 'blocks') return 0
  const lines = (['subject', 'preheader'] as const).filter(
    part => draft[part].trim() !== '' && version[part].trim() === '',
  )
  const missing = lines.length + untranslatedIn(draft.source.document, language).length
  return missing + oldIn(draft, language).length
}
