/** Saved blocks: their names, where they are used, and how they go. */
import { useState } from 'react'
import type { SavedBlockAnswer } from '../../../actions/newsletters/saved-blocks.ts'
import { useRemoval } from '../../api/removal.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { EmptyState, Failure, LoadingRows } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import {
  savedBlockRemoval,
  useRenameSavedBlock,
  useSavedBlocks,
  useSavedBlockUses,
} from '../../shared/blocks/saved-blocks.ts'
import { SavedBlockPicture } from '../../shared/designs/design-pictures.tsx'
import { useFormats, useTexts } from '../../texts/language.tsx'

export function SavedBlockCards() {
  const texts = useTexts('templates')
  const composer = useTexts('composer')
  const formats = useFormats()
  const { data, error, isPending, refetch } = useSavedBlocks()
  const [open, setOpen] = useState<SavedBlockAnswer>()
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (isPending) return <LoadingRows onRetry={() => void refetch()} />
  if (data.length === 0) return <EmptyState title={texts.noSaved} sentence={texts.noSavedHint} />
  return (
    <>
      <ul className="email-cards">
        {data.map(saved => (
          <li key={saved.id} className="email-card">
            <SavedBlockPicture saved={saved} />
            <span className="strong two-lines">
              <button type="button" className="link-button" onClick={() => setOpen(saved)}>
                <bdi>{saved.name}</bdi>
              </button>
            </span>
            <span className="sub">
              {saved.blocks.map(block => composer.blocks[block.type]).join(', ')}
            </span>
            <span className="sub">{formats.time(saved.modified)}</span>
          </li>
        ))}
      </ul>
      {open && <SavedBlockDialog saved={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function SavedBlockDialog({ saved, onClose }: { saved: SavedBlockAnswer; onClose(): void }) {
  const texts = useTexts('templates')
  const toast = useToast()
  const mayChange = useRight('content')
  const [name, setName] = useState(saved.name)
  const uses = useSavedBlockUses(saved.id)
  const rename = useRenameSavedBlock()
  const remove = useRemoval(savedBlockRemoval(saved.id))
  return (
    <Dialog title={saved.name} onClose={onClose}>
      <div className="stack">
        <SavedBlockPicture saved={saved} />
        {mayChange && (
          <TextField label={texts.name} value={name} onChange={setName} maxLength={200} />
        )}
        <h3>{texts.usedBy}</h3>
        {uses.data?.length === 0 && <p className="soft small">{texts.notUsed}</p>}
        <ul>
          {uses.data?.map(use => (
            <li key={use.id} className="wrap">
              <bdi>{use.name}</bdi>
            </li>
          ))}
        </ul>
        {rename.error && <Failure error={rename.error} />}
        {remove.error && <Failure error={remove.error} />}
        {mayChange && (
          <div className="dialog-acts">
            <Button
              busy={remove.isPending}
              onClick={() =>
                remove.mutate(undefined, {
                  onSuccess() {
                    toast({ text: texts.removed(saved.name) })
                    onClose()
                  },
                })
              }
            >
              {texts.remove}
            </Button>
            <Button
              look="primary"
              busy={rename.isPending || name.trim() === ''}
              onClick={() => rename.mutate({ id: saved.id, name }, { onSuccess: onClose })}
            >
              {texts.rename}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}
