/** Left: blocks to add, and those of this email. */
import { memo, useCallback, useState } from 'react'
import type { EmailBlock, EmailBlockType, EmailDocument } from '../../api/email-blocks.ts'
import { useStableCallback } from '../../parts/stable-callback.ts'
import type { Toast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/language.tsx'
import { type ChosenColumn, Outline } from '../blocks/outline.tsx'
import { BlockPalette } from '../blocks/palette.tsx'
import { SaveBlockDialog } from '../blocks/save-block-dialog.tsx'
import { useSavedBlocks } from '../blocks/saved-blocks.ts'
import {
  copyOfBlock,
  duplicateBlock,
  findBlock,
  insertBlock,
  placeAfter,
  placeOfBlock,
  removeBlock,
} from '../drafts/block-edits.ts'
import type { LayoutKind } from '../drafts/layouts.ts'
import { useNewBlocks } from '../drafts/new-blocks.ts'
import type { BlockChoice } from '../writing/block-choice.ts'
import { useAddBlock } from './adding.tsx'
import { type ChangeDraft, changeDocument } from './change-document.ts'

/** Its callbacks are always the same: the outline and the palette are memoised. */
export const BlocksPane = memo(function LeftPane(props: {
  document: EmailDocument
  choice: BlockChoice
  mayChange: boolean
  change: ChangeDraft
  onChoose(id: string): void
  onAdded(id: string): void
  /** Of the page, as long as it is open: this pane may be closed. */
  toast(toast: Toast): void
}) {
  const { document, choice, mayChange, onChoose, toast } = props
  const { chosen } = choice
  const texts = useTexts('composer')
  const saved = useSavedBlocks().data ?? []
  const [saving, setSaving] = useState<EmailBlock>()
  const [into, setInto] = useState<ChosenColumn & { chosen: string | undefined }>()
  // Another choice: the next block goes after it.
  const chosenColumn = into?.chosen === chosen ? into : undefined
  const change = changeDocument(props.change)
  const add = useAddBlock(document, props.change, choice)
  const fresh = useNewBlocks(document)
  const addHere = (block: EmailBlock) => {
    const place = chosenColumn
      ? { index: Number.MAX_SAFE_INTEGER, in: chosenColumn }
      : placeAfter(document, chosen)
    if (add(block, place)) props.onAdded(block.id)
  }
  const addKind = useStableCallback((type: EmailBlockType) => addHere(fresh.kind({ type })))
  const addLayout = useStableCallback((kind: LayoutKind) => addHere(fresh.layout(kind)))
  const addSaved = useStableCallback((savedId: number) =>
    addHere(fresh.kind({ type: 'saved', savedId })),
  )
  const chooseColumn = useStableCallback((column: ChosenColumn) => setInto({ ...column, chosen }))
  const savedName = useCallback(
    (id: number) => saved.find(one => one.id === id)?.name ?? '',
    [saved],
  )
  const duplicate = useStableCallback((id: string) => {
    const block = findBlock(document, id)
    if (!block) return
    const copy = copyOfBlock(block)
    change(before => duplicateBlock(before, id, copy))
    onChoose(copy.id)
  })
  const remove = useStableCallback((id: string) => {
    const block = findBlock(document, id)
    const place = placeOfBlock(document, id)
    if (!block || !place) return
    change(before => removeBlock(before, id))
    if (chosen === id) choice.choose(undefined)
    toast({
      text: texts.blockRemoved(texts.blocks[block.type]),
      undo: () =>
        change(before => (findBlock(before, id) ? before : insertBlock(before, block, place))),
    })
  })
  return (
    <div className="pane">
      {mayChange && (
        <BlockPalette saved={saved} onAdd={addKind} onAddLayout={addLayout} onAddSaved={addSaved} />
      )}
      <h2 className="pane-title">{texts.inThisEmail}</h2>
      {document.blocks.length === 0 && <p className="soft small">{texts.noBlocks}</p>}
      <Outline
        {...{ document, chosen, chosenColumn, mayChange, change }}
        {...{ chooseColumn, savedName, duplicate, remove }}
        choose={onChoose}
        save={setSaving}
      />
      {mayChange && <p className="faint tiny only-narrow">{texts.movingHint}</p>}
      {saving && <SaveBlockDialog block={saving} onClose={() => setSaving(undefined)} />}
    </div>
  )
})
