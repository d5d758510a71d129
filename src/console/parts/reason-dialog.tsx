/** Asks why, before something that belongs to a person's own wish or a server's word is undone. */
import { useState } from 'react'
import { useTexts } from '../texts/language.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './fields.tsx'
import { Failure } from './states.tsx'

export function ReasonDialog(props: {
  asked: 'lift' | 'release'
  email: string
  busy: boolean
  error: unknown
  onClose(): void
  onDone(reason: string): void
}) {
  const { asked, email, busy, error, onClose, onDone } = props
  const common = useTexts('common')
  const texts = useTexts('people')
  const title = asked === 'lift' ? texts.liftOptOut : texts.release
  const [reason, setReason] = useState('')
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (!busy) onDone(reason)
        }}
      >
        {error ? <Failure error={error} /> : null}
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
