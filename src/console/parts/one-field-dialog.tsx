/** A dialog that adds something by one text: a host, a domain. */
import { useState } from 'react'
import { useTexts } from '../texts/language.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './fields.tsx'
import { useSaid } from './said.ts'

export function OneFieldDialog(props: {
  /** Of the dialog, and of the button that adds. */
  title: string
  label: string
  hint: string
  /** Characters. */
  most: number
  /** Of the last try. */
  error: unknown
  busy: boolean
  onAdd(text: string): void
  onClose(): void
}) {
  const { title, label, hint, most, error, onAdd, onClose } = props
  const common = useTexts('common')
  const said = useSaid()
  const [text, setText] = useState('')
  const busy = props.busy || text.trim() === ''
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (!busy) onAdd(text.trim())
        }}
      >
        <TextField
          label={label}
          hint={hint}
          value={text}
          onChange={setText}
          problem={error ? said(error) : undefined}
          maxLength={most}
          autoComplete="off"
          focused
        />
        <div className="dialog-acts">
          <Button onClick={onClose}>{common.close}</Button>
          <Button look="primary" type="submit" busy={busy}>
            {title}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
