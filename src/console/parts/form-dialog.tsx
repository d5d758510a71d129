/** A dialog with a form: the refusal of the last try, the fields, and a button that submits. */
import type { ReactNode } from 'react'
import { useTexts } from '../texts/language.tsx'
import { TeamFailure } from './action-failure.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export function FormDialog(props: {
  title: string
  wide?: boolean
  /** Of the button that submits. */
  act: string
  /** Of the button that does nothing; otherwise “Close”. */
  keep?: string
  /** Of the last try, unless a field tells it. */
  error?: unknown
  /** It is being sent, or a field does not fit yet: nothing is submitted. */
  busy: boolean
  onSubmit(): void
  onClose(): void
  children: ReactNode
}) {
  const { title, wide, act, keep, error, busy, onSubmit, onClose, children } = props
  const common = useTexts('common')
  return (
    <Dialog title={title} onClose={onClose} wide={wide ?? false}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (!busy) onSubmit()
        }}
      >
        <TeamFailure error={error} />
        {children}
        <div className="dialog-acts">
          <Button onClick={onClose}>{keep ?? common.close}</Button>
          <Button look="primary" type="submit" busy={busy}>
            {act}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
