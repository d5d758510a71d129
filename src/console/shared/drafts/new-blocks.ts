/** Blocks as they are added, with words in the language of the page. */
import type { EmailBlock, EmailBlockType, EmailDocument } from '../../api/email-blocks.ts'
import { useTexts } from '../../texts/language.tsx'
import { newBlock } from './block-edits.ts'
import { type LayoutKind, newLayout } from './layouts.ts'

export function useNewBlocks(document: EmailDocument) {
  const texts = useTexts('composer')
  const words = {
    text: texts.newText,
    button: texts.newButton,
    product: texts.newProduct,
    title: texts.newTitle,
  }
  return {
    layout: (kind: LayoutKind): EmailBlock => newLayout(kind, words),
    /** `savedId`: of a saved block. */
    kind({ type, savedId }: { type: EmailBlockType; savedId?: number }): EmailBlock {
      const block = newBlock(type, words, document)
      return block.type === 'saved' && savedId !== undefined ? { ...block, savedId } : block
    },
  }
}
