/** Blocks of an email from parts of pasted HTML. */
import type { EmailBlock, EmailDocument, LeafEmailBlock } from '../../api/email-blocks.ts'
import type { PastedPart } from '../../parts/pasting/pasted.ts'
import {
  allBlocks,
  insertBlock,
  MOST_BLOCKS,
  newBlockId,
  placeAfter,
} from '../drafts/block-edits.ts'

function blockOf(part: PastedPart): LeafEmailBlock {
  const id = newBlockId()
  switch (part.kind) {
    case 'text':
      return { id, type: 'text', html: part.html }
    case 'heading':
      return { id, type: 'heading', level: part.level, html: part.html }
    case 'table':
      return { id, type: 'code', html: part.html }
  }
}

/** The parts as blocks below a block, as many as an email takes. */
export function insertPasted(
  document: EmailDocument,
  after: EmailBlock,
  parts: readonly PastedPart[],
): EmailDocument {
  const room = MOST_BLOCKS - allBlocks(document).length
  let below = after.id
  let changed = document
  for (const block of parts.slice(0, Math.max(0, room)).map(blockOf)) {
    changed = insertBlock(changed, block, placeAfter(changed, below))
    below = block.id
  }
  return changed
}
