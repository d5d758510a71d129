/** Asks why, before something that belongs to a person's own wish or a server's word is undone. */
import { useState } from 'react'
import { useTexts } from '../texts/language.tsx'
import { TextField } from './fields.tsx'
import { FormDialog } from './form-dialog.tsx'

export function ReasonDialog(props: {
  asked: 'lift' | 'release'
  email: string
  busy: boolean
  error: unknown
  onClose(): void
  onDone(reason: string): void
}) {
  const { asked, email, busy, error, onClose, onDone } = props
  const texts = useTexts('people')
  const title = asked === 'lift' ? texts.liftOptOut : texts.release
  const [reason, setReason] = useState('')
  return (
    <FormDialog
      title={title}
      act={title}
      error={error}
      busy={busy}
      onSubmit={() => onDone(reason)}
      onClose={onClose}
    >
      <p className="strong wrap">
        <bdi>{email}</bdi>
      </p>
      <TextField
        label={texts.reason}
        hint={asked === 'lift' ? texts.liftHint : texts.releaseHint}
        value={reason}
        onChange={setReason}
        maxLength={500}
        optional
        focused
      />
    </FormDialog>
  )
}
