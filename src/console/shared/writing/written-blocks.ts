/** Changes of the blocks of an email that come of writing in it. */
import type { EmailBlock, EmailDocument } from '../../api/email-blocks.ts'
import {
  allBlocks,
  insertBlock,
  newBlockId,
  placeAfter,
  placeOfBlock,
  removeBlock,
  replaceBlock,
} from '../drafts/block-edits.ts'
import { isWritten, type WrittenBlock } from './block-choice.ts'

/** The block for what follows: with the look of the former; after a heading comes plain text. */
export function blockAfter(block: WrittenBlock, html: string): WrittenBlock {
  const id = newBlockId()
  if (block.type === 'text') return { ...block, id, html }
  const { align, background, filter, hiddenOnPhone } = block
  return { id, type: 'text', html, align, background, filter, hiddenOnPhone }
}

/** The text of a block is now `html`, and a block stands below it. */
export function continueBelow(
  document: EmailDocument,
  block: WrittenBlock,
  html: string,
  next: EmailBlock,
): EmailDocument {
  return insertBlock(
    replaceBlock(document, { ...block, html }),
    next,
    placeAfter(document, block.id),
  )
}

/** Splits a text at a new block: the parts above and below stay, unless they are empty. */
export function breakText(
  document: EmailDocument,
  block: WrittenBlock,
  above: string,
  added: EmailBlock,
  below: string,
): EmailDocument {
  const place = placeOfBlock(document, block.id)
  if (!place) return document
  let changed = document
  if (below !== '')
    changed = insertBlock(changed, blockAfter(block, below), placeAfter(changed, block.id))
  changed = insertBlock(changed, added, placeAfter(changed, block.id))
  return above === ''
    ? removeBlock(changed, block.id)
    : replaceBlock(changed, { ...block, html: above })
}

/** The nearest block above or below that can be written in the email. */
export function writtenBeside(
  document: EmailDocument,
  id: string,
  step: -1 | 1,
): WrittenBlock | undefined {
  const blocks = allBlocks(document)
  const at = blocks.findIndex(block => block.id === id)
  const beside = step < 0 ? blocks.slice(0, at).reverse() : blocks.slice(at + 1)
  return beside.find(isWritten)
}
