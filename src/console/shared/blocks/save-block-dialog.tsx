/** A block that other newsletters may use, too. */
import { useState } from 'react'
import type { EmailBlock } from '../../api/email-blocks.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/language.tsx'
import { wordsOfBlock } from '../drafts/block-edits.ts'
import { useAddSavedBlock } from './saved-blocks.ts'

export function SaveBlockDialog({ block, onClose }: { block: EmailBlock; onClose(): void }) {
  const texts = useTexts('composer')
  const toast = useToast()
  const [name, setName] = useState(wordsOfBlock(block).slice(0, 60))
  const add = useAddSavedBlock()
  const submit = () => {
    if (add.isPending || name.trim() === '') return
    add.mutate(
      { name, blocks: [block] },
      {
        onSuccess() {
          toast({ text: texts.blockSaved(name) })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog title={texts.saveBlock} onClose={onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <TextField
          label={texts.blockName}
          hint={texts.saveBlockHint}
          value={name}
          onChange={setName}
          maxLength={200}
          focused
        />
        {add.error && <Failure error={add.error} />}
        <div className="dialog-acts">
          <Button look="primary" type="submit" busy={add.isPending || name.trim() === ''}>
            {texts.saveBlock}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
