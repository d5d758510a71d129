/** A dialog that adds something by one text: a host, a domain. */
import { useState } from 'react'
import { TextField } from './fields.tsx'
import { FormDialog } from './form-dialog.tsx'
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
  const said = useSaid()
  const [text, setText] = useState('')
  const busy = props.busy || text.trim() === ''
  return (
    <FormDialog
      title={title}
      act={title}
      busy={busy}
      onSubmit={() => onAdd(text.trim())}
      onClose={onClose}
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
    </FormDialog>
  )
}
