/** Confirmation of an action without undo; a refusal is shown in the dialog. */
import type { ReactNode } from 'react'
import { useTexts } from '../texts/language.tsx'
import { TeamFailure } from './action-failure.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export interface AskedDanger {
  title: string
  /** Of the button that does it. */
  act: string
  /** Of the button that does nothing; otherwise “Keep”. */
  keep?: string
  onClose(): void
  children: ReactNode
}

export function DangerDialog(
  props: AskedDanger & {
    /** Of the last try. */
    error: unknown
    busy: boolean
    onConfirm(): void
  },
) {
  const { title, act, keep, onClose, error, busy, onConfirm, children } = props
  const common = useTexts('common')
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack">
        {children}
        <TeamFailure error={error} />
        <div className="dialog-acts">
          <Button onClick={onClose}>{keep ?? common.keep}</Button>
          <Button look="danger solid" busy={busy} onClick={onConfirm}>
            {act}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
