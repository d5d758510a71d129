/** Left: blocks to add, and those of this email. */
import { useState } from 'react'
import type { EmailBlock, EmailDocument } from '../../api/email-blocks.ts'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/language.tsx'
import { Outline } from '../blocks/outline.tsx'
import { BlockPalette } from '../blocks/palette.tsx'
import { SaveBlockDialog } from '../blocks/save-block-dialog.tsx'
import { useSavedBlocks } from '../blocks/saved-blocks.ts'
import {
  allBlocks,
  copyOfBlock,
  duplicateBlock,
  findBlock,
  insertBlock,
  MOST_BLOCKS,
  newBlock,
  placeAfter,
  placeOfBlock,
  removeBlock,
} from '../drafts/block-edits.ts'
import type { EmailDraft } from '../drafts/email-draft.ts'
import { newLayout } from '../drafts/layouts.ts'

export type ChangeDraft = (next: (before: EmailDraft) => EmailDraft, part?: string) => void

export const changeDocument =
  (change: ChangeDraft) =>
  (next: (document: EmailDocument) => EmailDocument, part?: string): void =>
    change(
      draft =>
        draft.source.kind === 'blocks'
          ? { ...draft, source: { ...draft.source, document: next(draft.source.document) } }
          : draft,
      part,
    )

export function BlocksPane(props: {
  document: EmailDocument
  chosen: string | undefined
  mayChange: boolean
  change: ChangeDraft
  onChoose(id: string | undefined): void
}) {
  const { document, chosen, mayChange, onChoose } = props
  const texts = useTexts('composer')
  const toast = useToast()
  const saved = useSavedBlocks().data ?? []
  const [saving, setSaving] = useState<EmailBlock>()
  const change = changeDocument(props.change)
  const add = (block: EmailBlock) => {
    if (allBlocks(document).length >= MOST_BLOCKS) return toast({ text: texts.tooMany, bad: true })
    change(before => insertBlock(before, block, placeAfter(before, chosen)))
    onChoose(block.id)
  }
  const remove = (id: string) => {
    const block = findBlock(document, id)
    const place = placeOfBlock(document, id)
    if (!block || !place) return
    change(before => removeBlock(before, id))
    if (chosen === id) onChoose(undefined)
    toast({
      text: texts.blockRemoved(texts.blocks[block.type]),
      undo: () =>
        change(before => (findBlock(before, id) ? before : insertBlock(before, block, place))),
    })
  }
  const words = {
    text: texts.newText,
    button: texts.newButton,
    product: texts.newProduct,
    title: texts.newTitle,
  }
  return (
    <div className="pane">
      {mayChange && (
        <BlockPalette
          saved={saved}
          onAdd={type => add(newBlock(type, words, document))}
          onAddLayout={kind => add(newLayout(kind, words))}
          onAddSaved={savedId => add({ ...newBlock('saved', words), savedId } as EmailBlock)}
        />
      )}
      <h2 className="pane-title">{texts.inThisEmail}</h2>
      {document.blocks.length === 0 && <p className="soft small">{texts.noBlocks}</p>}
      <Outline
        {...{ document, chosen, mayChange, change, remove }}
        savedName={id => saved.find(one => one.id === id)?.name ?? ''}
        choose={onChoose}
        duplicate={id => {
          const block = findBlock(document, id)
          if (!block) return
          const copy = copyOfBlock(block)
          change(before => duplicateBlock(before, id, copy))
          onChoose(copy.id)
        }}
        save={setSaving}
      />
      {mayChange && <p className="faint tiny only-narrow">{texts.movingHint}</p>}
      {saving && <SaveBlockDialog block={saving} onClose={() => setSaving(undefined)} />}
    </div>
  )
}
