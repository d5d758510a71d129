/** The texts of further languages as they are stored. */
import { cleanRichText } from '../../html/rich-text.ts'
import { textsOf, withTexts } from './block-texts.ts'
import { cleanDocument } from './check-document.ts'
import { type AnyBlock, allBlocks, type BlockDocument } from './document.ts'
import type { LanguageVersion } from './document-languages.ts'

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
