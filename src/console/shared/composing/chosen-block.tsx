/** Right: the chosen block. */
import { memo } from 'react'
import type { EmailBlock } from '../../api/email-blocks.ts'
import { useTexts } from '../../texts/language.tsx'
import { BlockPanel } from '../blocks/block-panel.tsx'
import { insertPasted } from '../blocks/pasted-blocks.ts'
import { useSavedBlocks } from '../blocks/saved-blocks.ts'
import type { ShownPerson } from '../blocks/shown-person.ts'
import { insertBlock, newBlock, replaceBlock } from '../drafts/block-edits.ts'
import type { BlockChoice } from '../writing/block-choice.ts'
import { useEmailColours } from '../writing/email-colours.ts'
import { type ChangeDraft, changeDocument } from './change-document.ts'

export const ChosenBlock = memo(function BlockPane(props: {
  block: EmailBlock
  person: ShownPerson
  change: ChangeDraft
  choice: BlockChoice
}) {
  const { block, person, choice } = props
  const texts = useTexts('composer')
  const saved = useSavedBlocks().data ?? []
  const colours = useEmailColours()
  const change = changeDocument(props.change)
  return (
    <BlockPanel
      {...{ block, person, colours }}
      inEmail={choice.caret !== undefined}
      savedName={id => saved.find(one => one.id === id)?.name ?? ''}
      onChange={(next, part) => change(document => replaceBlock(document, next), part)}
      onPasted={parts => change(document => insertPasted(document, block, parts))}
      onAddInto={column => {
        const added = newBlock('text', { text: texts.newText, button: '', product: '', title: '' })
        change(document =>
          insertBlock(document, added, { index: 1_000, in: { columns: block.id, column } }),
        )
        choice.choose(added.id)
      }}
    />
  )
})
