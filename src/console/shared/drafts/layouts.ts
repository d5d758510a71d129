/** Columns that are filled already: pictures beside words, and rows of three. */
import type { ColumnsEmailBlock, LeafEmailBlock } from '../../api/email-blocks.ts'
import { type BlockWords, newBlock, newBlockId } from './block-edits.ts'

export const LAYOUTS = ['pictureLeft', 'pictureRight', 'oneToTwo', 'three'] as const
export type LayoutKind = (typeof LAYOUTS)[number]

/** Of the narrower column, in per cent. */
const PICTURE = 40
const THIRD = 34

export function newLayout(kind: LayoutKind, words: BlockWords): ColumnsEmailBlock {
  const leaf = (type: 'picture' | 'text') => newBlock(type, words) as LeafEmailBlock
  const titledText = (): LeafEmailBlock[] => [
    { id: newBlockId(), type: 'heading', level: 2, size: 19, html: words.title },
    leaf('text'),
  ]
  const beside = { id: newBlockId(), type: 'columns', middle: true } as const
  const picture = { width: PICTURE, blocks: [leaf('picture')] }
  const text = { width: 100 - PICTURE, blocks: titledText() }
  switch (kind) {
    case 'pictureLeft':
      return { ...beside, columns: [picture, text] }
    case 'pictureRight':
      return { ...beside, columns: [text, picture] }
    case 'oneToTwo':
      return {
        id: newBlockId(),
        type: 'columns',
        columns: [
          { width: THIRD, blocks: titledText() },
          { width: 100 - THIRD, blocks: titledText() },
        ],
      }
    case 'three':
      return {
        id: newBlockId(),
        type: 'columns',
        columns: [1, 2, 3].map(() => ({ blocks: [leaf('picture'), ...titledText()] })),
      }
  }
}
