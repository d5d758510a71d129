/** Right: the chosen block. */

import { useBrand } from '../../api/brand.ts'
import type { EmailBlock } from '../../api/email-blocks.ts'
import { useTexts } from '../../texts/language.tsx'
import type { BlockColours } from '../blocks/block-fields.ts'
import { BlockPanel } from '../blocks/block-panel.tsx'
import { insertPasted } from '../blocks/pasted-blocks.ts'
import { useSavedBlocks } from '../blocks/saved-blocks.ts'
import type { ShownPerson } from '../blocks/shown-person.ts'
import { insertBlock, newBlock, replaceBlock } from '../drafts/block-edits.ts'
import { type ChangeDraft, changeDocument } from './blocks-pane.tsx'

const BEFORE_BRAND: BlockColours = {
  text: '#24302A',
  accent: '#2F5D47',
  onAccent: '#FFFFFF',
  paper: '#FFFFFF',
}

export function ChosenBlock(props: {
  block: EmailBlock
  person: ShownPerson
  change: ChangeDraft
  onChoose(id: string): void
}) {
  const { block, person } = props
  const texts = useTexts('composer')
  const saved = useSavedBlocks().data ?? []
  const colours = useBrand().data?.value.brand.colours ?? BEFORE_BRAND
  const change = changeDocument(props.change)
  return (
    <BlockPanel
      {...{ block, person, colours }}
      savedName={id => saved.find(one => one.id === id)?.name ?? ''}
      onChange={(next, part) => change(document => replaceBlock(document, next), part)}
      onPasted={parts => change(document => insertPasted(document, block, parts))}
      onAddInto={column => {
        const added = newBlock('text', { text: texts.newText, button: '', product: '', title: '' })
        change(document =>
          insertBlock(document, added, { index: 1_000, in: { columns: block.id, column } }),
        )
        props.onChoose(added.id)
      }}
    />
  )
}
