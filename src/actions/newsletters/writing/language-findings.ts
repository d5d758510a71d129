/** Findings of the check in the further languages of a newsletter. */
import type { Db } from '../../../db/db.ts'
import { languageFieldOfAccount } from '../../../domain/demographics/demographics.sql.ts'
import { untranslatedIn } from '../../../domain/newsletters/blocks/block-texts.ts'
import type { BlockDocument } from '../../../domain/newsletters/blocks/document.ts'
import { oldTranslations } from '../../../domain/newsletters/blocks/translation-origins.ts'
import type { NewsletterContent } from '../../../domain/newsletters/content/content.ts'
import type { Message } from '../../../domain/newsletters/freeze-message.ts'
import { messageIn } from '../../../domain/newsletters/language-filters.ts'
import { findingOf } from '../../../mail/message/findings.ts'
import type { ContentFinding } from './content-finding.ts'
import type { CompiledContent } from './preview.ts'

/** Of each language. */
const MOST_TOLD = 10
const COMPARE = 'Compare it with the base, and change it or say that it is still right.'
const TRANSLATE = 'Translate it, or leave it: readers get it in the next language.'

/** `find`: the findings of one version, of which those that the base has too are left out. */
export async function languageFindings(
  db: Db,
  accountId: number,
  { source, subject, preheader }: NewsletterContent,
  { message }: CompiledContent,
  find: (of: Message) => Promise<ContentFinding[]>,
): Promise<ContentFinding[]> {
  const { translated } = message
  if (source.kind !== 'blocks' || !translated) return []
  const known = new Set((await find(messageIn(message, undefined))).map(keyOf))
  const found = await fieldFindings(db, accountId)
  for (const [i, { language }] of translated.versions.entries()) {
    found.push(...untranslated(source.document, language, preheader))
    found.push(...outdated(source.document, language, { subject, preheader }))
    const own = (await find(messageIn(message, i))).filter(
      one => one.severity !== 'fine' && !known.has(keyOf(one)),
    )
    found.push(...own.map(one => ({ ...one, language })))
  }
  return found
}

const keyOf = ({ what, says, at }: ContentFinding): string => JSON.stringify([what, says, at])

async function fieldFindings(db: Db, accountId: number): Promise<ContentFinding[]> {
  const field = (await languageFieldOfAccount(db, { accountId }))?.languageField ?? null
  if (field !== null) return []
  const mend = 'Choose the data field that holds the language, under Preferences.'
  return [{ what: 'blocks', severity: 'look', ...findingOf('languages-no-field'), mend, at: null }]
}

function outdated(
  document: BlockDocument,
  language: string,
  lines: { subject: string; preheader: string },
): ContentFinding[] {
  const blocks = new Set(oldTranslations(document, lines, language).map(({ block }) => block))
  return [...blocks].slice(0, MOST_TOLD).map(block => ({
    what: block === '' ? 'subject' : 'blocks',
    severity: 'look',
    ...findingOf('translation-old', { language }),
    mend: COMPARE,
    language,
    at: block === '' ? null : { block },
  }))
}

function untranslated(
  document: BlockDocument,
  language: string,
  preheader: string,
): ContentFinding[] {
  const version = document.languages?.versions.find(one => one.language === language)
  const found: ContentFinding[] = []
  const look = { severity: 'look', mend: TRANSLATE, language } as const
  if (version?.subject.trim() === '')
    found.push({
      what: 'subject',
      ...findingOf('untranslated-subject', { language }),
      ...look,
      at: null,
    })
  if (version?.preheader.trim() === '' && preheader.trim() !== '')
    found.push({
      what: 'subject',
      ...findingOf('untranslated-preheader', { language }),
      ...look,
      at: null,
    })
  const blocks = [...new Set(untranslatedIn(document, language).map(({ block }) => block))]
  for (const block of blocks.slice(0, MOST_TOLD))
    found.push({
      what: 'blocks',
      ...findingOf('untranslated', { language }),
      ...look,
      at: { block },
    })
  const left = blocks.length - MOST_TOLD
  if (left > 0)
    found.push({
      what: 'blocks',
      ...findingOf('untranslated-more', { language, left }),
      ...look,
      at: null,
    })
  return found
}
