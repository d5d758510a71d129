/** Asks for the name, and perhaps the description, under which something is saved. */
import { useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './fields.tsx'
import { Failure } from './states.tsx'

interface SavedWords {
  name: string
  description: string
}

interface WordsDialogProps {
  title: string
  /** The label of the name, and what is said about it. */
  label: string
  hint?: string
  /** The label of the description; without it there is none. */
  descriptionLabel?: string
  /** To begin with. */
  words: SavedWords
  act: string
  saving: { isPending: boolean; error: Error | null }
  onSave(words: SavedWords): void
  onClose(): void
}

export function WordsDialog({ title, label, act, saving, ...props }: WordsDialogProps) {
  const [name, setName] = useState(props.words.name)
  const [description, setDescription] = useState(props.words.description)
  const off = saving.isPending || name.trim() === ''
  return (
    <Dialog title={title} onClose={props.onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (!off) props.onSave({ name, description })
        }}
      >
        <TextField
          label={label}
          {...(props.hint !== undefined && { hint: props.hint })}
          value={name}
          onChange={setName}
          maxLength={200}
          focused
        />
        {props.descriptionLabel !== undefined && (
          <TextField
            label={props.descriptionLabel}
            value={description}
            onChange={setDescription}
            maxLength={500}
            optional
          />
        )}
        {saving.error && <Failure error={saving.error} />}
        <div className="dialog-acts">
          <Button look="primary" type="submit" busy={off}>
            {act}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
