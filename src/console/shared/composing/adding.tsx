/** Blocks that are added or moved by pressing and dragging. */
import type { ReactNode } from 'react'
import type { EmailBlock, EmailDocument } from '../../api/email-blocks.ts'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/language.tsx'
import { moveBlockInto } from '../drafts/block-drops.ts'
import { allBlocks, type BlockPlace, insertBlock, MOST_BLOCKS } from '../drafts/block-edits.ts'
import type { EmailDraft } from '../drafts/email-draft.ts'
import { useNewBlocks } from '../drafts/new-blocks.ts'
import { BlockDragging } from '../dragging/dragging.tsx'
import { type BlockChoice, isWritten } from '../writing/block-choice.ts'
import { type ChangeDraft, changeDocument } from './change-document.ts'

/** A window that shows the email beside the blocks. */
const isWide = () => matchMedia('(min-width: 1001px)').matches

/** Adds a block, and chooses it: a text is written in the email at once, where it is shown. */
export function useAddBlock(document: EmailDocument, change: ChangeDraft, choice: BlockChoice) {
  const texts = useTexts('composer')
  const toast = useToast()
  /** False: the email has as many as it may. */
  return (block: EmailBlock, place: BlockPlace): boolean => {
    if (allBlocks(document).length >= MOST_BLOCKS) {
      toast({ text: texts.tooMany, bad: true })
      return false
    }
    changeDocument(change)(before => insertBlock(before, block, place))
    if (isWritten(block) && isWide()) choice.write(block.id, 'all')
    else choice.choose(block.id)
    return true
  }
}

/** Its children can be dragged from the palette and the outline, and into the email. */
export function DraggableBlocks(props: {
  draft: EmailDraft
  change: ChangeDraft
  choice: BlockChoice
  children: ReactNode
}) {
  const { draft, change, choice } = props
  const document = draft.source.kind === 'blocks' ? draft.source.document : NO_BLOCKS
  const add = useAddBlock(document, change, choice)
  const fresh = useNewBlocks(document)
  return (
    <BlockDragging
      document={document}
      onDrop={(dragged, place) => {
        const { id } = dragged
        if (id === undefined) {
          add(fresh.kind(dragged), place)
          return
        }
        changeDocument(change)(before => moveBlockInto(before, id, place))
        choice.choose(id)
      }}
    >
      {props.children}
    </BlockDragging>
  )
}

const NO_BLOCKS: EmailDocument = { blocks: [] }
