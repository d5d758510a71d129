/** Blocks as they are compiled: cleaned, checked, with the saved ones, under the brand. */
import type { Db } from '../../../db/db.ts'
import type { FieldNames } from '../../../mail/template/merge.ts'
import { type Brand, brandIn } from '../../brand/brand.ts'
import { brandOf } from '../../brand/keep-brand.ts'
import { Refusal } from '../../refusal.ts'
import { documentIn, lineIn } from '../blocks/block-texts.ts'
import { checkDocument, cleanDocument } from '../blocks/check-document.ts'
import type { BlockDocument } from '../blocks/document.ts'
import { blocksToMjml } from '../blocks/to-mjml.ts'
import { cleanLanguages } from '../blocks/translate.ts'
import { savedBlocksIn } from './saved-blocks.ts'

interface BlockMeans {
  fields: FieldNames
  /** The title of the email in browsers. */
  title: string
  /** For a preview: each block has a class by its id, and pictures may be missing. */
  named?: boolean
}

interface BlockSource {
  document: BlockDocument
  mjml: string
  /** Of its further languages. */
  versions: { language: string; mjml: string }[]
}

/** The stored blocks, and their MJML. Refuses blocks that can't be sent. */
export async function sourceOfBlocks(
  db: Db,
  accountId: number,
  written: BlockDocument,
  { fields, title, named = false }: BlockMeans,
): Promise<BlockSource> {
  const document = cleanLanguages(cleanDocument(written))
  const saved = await savedBlocksIn(db, accountId, document)
  checkDocument(document, fields, saved, named)
  const brand = await brandOf(db, accountId)
  const { languages } = document
  const mjmlOf = (of: BlockDocument, under: Brand, language: string | undefined, words: string) =>
    blocksToMjml(of, under, { saved, named, title: words, ...(language && { language }) })
  const versions = (languages?.versions ?? []).map(({ language, footer }) => {
    const translated = documentIn(document, language)
    atLanguage(language, () => checkDocument(translated, fields, saved, named))
    const subject = lineIn(languages!, language, 'subject', title)
    const under = brandIn(brand, language, footer)
    return { language, mjml: mjmlOf(translated, under, language, subject) }
  })
  return { document, mjml: mjmlOf(document, brand, languages?.base, title), versions }
}

/** A refusal tells the language beside the block. */
function atLanguage(language: string, check: () => void): void {
  try {
    check()
  } catch (error) {
    if (error instanceof Refusal && error.place) error.place.language = language
    throw error
  }
}
