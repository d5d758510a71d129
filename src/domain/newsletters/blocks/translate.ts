/** A document in one of its languages. What is not translated is as in the next language. */
import { cleanRichText } from '../../html/rich-text.ts'
import { cleanDocument, textsOf } from './check-document.ts'
import { type AnyBlock, allBlocks, type BlockDocument } from './document.ts'
import type { DocumentLanguages, LanguageVersion } from './document-languages.ts'

interface Untranslated {
  block: string
  part: string
}

/** The versions whose texts a reader of this language gets, the best first; then the base. */
function versionsFor(
  { base, fallback, versions }: DocumentLanguages,
  language: string,
): LanguageVersion[] {
  const order = [language, ...fallback.filter(one => one !== language)]
  const end = order.indexOf(base)
  return (end < 0 ? order : order.slice(0, end)).flatMap(
    one => versions.find(version => version.language === one) ?? [],
  )
}

/** The subject or the preheader. */
export function lineIn(
  languages: DocumentLanguages,
  language: string,
  part: 'subject' | 'preheader',
  base: string,
): string {
  const own = versionsFor(languages, language).find(one => one[part].trim() !== '')
  return own?.[part] ?? base
}

export function documentIn(document: BlockDocument, language: string): BlockDocument {
  const { languages, ...rest } = document
  if (!languages) return document
  const versions = versionsFor(languages, language)
  const translated = <Block extends AnyBlock>(block: Block): Block => {
    const texts: Record<string, string> = {}
    for (const [part] of textsOf(block)) {
      const text = versions.map(one => textOf(one, block.id, part)).find(one => one.trim() !== '')
      if (text !== undefined) texts[part] = text
    }
    const made = withTexts(block, texts)
    if (made.type !== 'columns') return made
    const columns = made.columns.map(one => ({ ...one, blocks: one.blocks.map(translated) }))
    return { ...made, columns }
  }
  return { ...rest, blocks: document.blocks.map(translated) }
}

const textOf = (version: LanguageVersion, id: string, part: string): string => {
  const texts = Object.hasOwn(version.texts, id) ? version.texts[id]! : {}
  return Object.hasOwn(texts, part) ? texts[part]! : ''
}

/** The block with other texts in these parts. */
export function withTexts<Block extends AnyBlock>(
  block: Block,
  texts: Readonly<Record<string, string>>,
): Block {
  const parts = textsOf(block).filter(([part]) => Object.hasOwn(texts, part))
  if (parts.length === 0) return block
  const changed = structuredClone(block)
  for (const [part] of parts) {
    const names = part.split('.')
    let within = changed as unknown as Record<string, unknown>
    for (const name of names.slice(0, -1)) within = within[name] as Record<string, unknown>
    within[names.at(-1)!] = texts[part]!
  }
  return changed
}

/** Without texts of blocks and parts that are gone; the others cleaned as those of the blocks. */
export function cleanLanguages(document: BlockDocument): BlockDocument {
  const { languages } = document
  if (!languages) return document
  const blocks = allBlocks(document)
  const versions = languages.versions.map(({ footer = '', ...version }) => ({
    ...version,
    ...(footer.trim() !== '' && { footer: cleanRichText(footer) }),
    texts: Object.fromEntries(blocks.flatMap(block => cleanedTexts(block, version))),
  }))
  return { ...document, languages: { ...languages, versions } }
}

function cleanedTexts(
  block: AnyBlock,
  { texts }: LanguageVersion,
): [string, Record<string, string>][] {
  if (block.type === 'columns' || !Object.hasOwn(texts, block.id)) return []
  const given = texts[block.id]!
  const [cleaned] = cleanDocument({ blocks: [withTexts(block, given)] }).blocks
  const kept = textsOf(cleaned!).filter(([part]) => (given[part] ?? '').trim() !== '')
  return kept.length === 0 ? [] : [[block.id, Object.fromEntries(kept)]]
}

/** Addresses, prices and names of networks are often the same in all languages. */
const SAME_EVERYWHERE = /(?:^|\.)(?:href|src|price|before|source|name)$/

/** Words of the blocks that the version has no own text for. */
export function untranslatedIn(document: BlockDocument, language: string): Untranslated[] {
  const version = document.languages?.versions.find(one => one.language === language)
  if (!version) return []
  return allBlocks(document).flatMap(block =>
    textsOf(block)
      .filter(([part, text]) => !SAME_EVERYWHERE.test(part) && hasWords(text))
      .filter(([part]) => textOf(version, block.id, part).trim() === '')
      .map(([part]) => ({ block: block.id, part })),
  )
}

/** Tags alone say the same in every language. */
const hasWords = (text: string): boolean =>
  /\p{L}/u.test(text.replace(/<[^<>]*>|\{\{[^{}]*\}\}|\{%[^{}]*%\}|&[#\w]+;/g, ''))
