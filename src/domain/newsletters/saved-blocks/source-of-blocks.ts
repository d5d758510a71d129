/** Blocks as they are compiled: cleaned, checked, with the saved ones, under the brand. */
import type { Db } from '../../../db/db.ts'
import type { FieldNames } from '../../../mail/template/merge.ts'
import { brandOf } from '../../brand/keep-brand.ts'
import { checkDocument, cleanDocument } from '../blocks/check-document.ts'
import type { BlockDocument } from '../blocks/document.ts'
import { blocksToMjml } from '../blocks/to-mjml.ts'
import { savedBlocksIn } from './saved-blocks.ts'

interface BlockMeans {
  fields: FieldNames
  /** The title of the email in browsers. */
  title: string
  /** For a preview: each block has a class by its id, and pictures may be missing. */
  named?: boolean
}

/** The stored blocks, and their MJML. Refuses blocks that can't be sent. */
export async function sourceOfBlocks(
  db: Db,
  accountId: number,
  written: BlockDocument,
  { fields, title, named = false }: BlockMeans,
): Promise<{ document: BlockDocument; mjml: string }> {
  const document = cleanDocument(written)
  const saved = await savedBlocksIn(db, accountId, document)
  checkDocument(document, fields, saved, named)
  const brand = await brandOf(db, accountId)
  return { document, mjml: blocksToMjml(document, brand, { saved, named, title }) }
}
