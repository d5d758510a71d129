/** Cancels an email that is planned or waits for another try, after a question. */
import { useState } from 'react'
import type { FoundEmailAnswer } from '../../../actions/emails/found-email.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { useCancel } from './calls.ts'

const WAITING: readonly FoundEmailAnswer['state'][] = ['planned', 'claimed', 'deferred']

/** Nothing for an email that came by the old calls: those cannot be cancelled. */
export function CancelEmail({ email }: { email: FoundEmailAnswer }) {
  const texts = useTexts('emails')
  const [isAsked, setAsked] = useState(false)
  const { emailId, state } = email
  if (emailId === null || !(isAsked || WAITING.includes(state))) return null
  return (
    <>
      <Button icon={<Icon name="optOut" />} onClick={() => setAsked(true)}>
        {texts.cancel}
      </Button>
      {isAsked && <CancelDialog emailId={emailId} onClose={() => setAsked(false)} />}
    </>
  )
}

function CancelDialog({ emailId, onClose }: { emailId: number; onClose(): void }) {
  const texts = useTexts('emails')
  const common = useTexts('common')
  const { number } = useFigures()
  const toast = useToast()
  const cancel = useCancel(emailId)
  const send = () =>
    cancel.mutate(undefined, {
      onSuccess({ withdrawn }) {
        toast({ text: withdrawn === 0 ? texts.cancelLate : texts.cancelDone(number(withdrawn)) })
        onClose()
      },
    })
  return (
    <Dialog title={texts.cancel} onClose={onClose}>
      <div className="stack">
        {cancel.error && <Failure error={cancel.error} />}
        <p>{texts.cancelQuestion}</p>
        <div className="dialog-acts">
          <Button onClick={onClose}>{common.close}</Button>
          <Button look="danger" busy={cancel.isPending} onClick={send}>
            {texts.cancel}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
