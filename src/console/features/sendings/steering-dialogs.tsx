/** The confirmations of cancelling, sending after all and slowing down. */
import { useState } from 'react'
import type { LiveSending } from '../../../actions/sendings/sending-live.ts'
import { useSendingRate, type useSteering } from '../../api/sendings.ts'
import { Button } from '../../parts/button.tsx'
import { DangerDialog } from '../../parts/danger-dialog.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'

export type SteeringCall = Pick<ReturnType<typeof useSteering>, 'error' | 'isPending'>

export function CancelDialog(props: {
  waiting: number
  steering: SteeringCall
  onCancel(): void
  onClose(): void
}) {
  const texts = useTexts('sendings')
  const { number } = useFigures()
  const { waiting, steering, onCancel, onClose } = props
  return (
    <DangerDialog
      title={texts.cancelTitle(number(waiting))}
      act={texts.cancelVerb(number(waiting))}
      keep={texts.keepSending}
      error={steering.error}
      busy={steering.isPending}
      onConfirm={onCancel}
      onClose={onClose}
    >
      <p>{texts.cancelHint}</p>
    </DangerDialog>
  )
}

/** It was overdue, or the store was restored: then emails may go out twice. */
export function ConfirmDialog(props: {
  risk: LiveSending['repeatRisk']
  steering: SteeringCall
  onConfirm(): void
  onClose(): void
}) {
  const texts = useTexts('sendings')
  const { number } = useFigures()
  const { risk, steering, onConfirm, onClose } = props
  return (
    <Dialog title={texts.confirmTitle} onClose={onClose}>
      <div className="stack">
        <p>{texts.confirmHint}</p>
        {risk?.most === 0 && <p>{texts.confirmNoRisk}</p>}
        {risk !== null && risk.most > 0 && (
          <>
            <p className="note warn">{texts.confirmRisk(number(risk.most))}</p>
            <p className="soft">{texts.confirmAccepted}</p>
          </>
        )}
        {steering.error && <Failure error={steering.error} />}
        <div className="dialog-acts">
          <Button onClick={onClose}>{texts.keepSending}</Button>
          <Button look="primary" busy={steering.isPending} onClick={onConfirm}>
            {texts.confirm}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const MOST_A_MINUTE = 1_000_000

export function RateDialog(props: { id: number; perMinute: number | null; onClose(): void }) {
  const texts = useTexts('sendings')
  const toast = useToast()
  const { id, perMinute, onClose } = props
  const rate = useSendingRate(id)
  const [typed, setTyped] = useState(perMinute === null ? '' : String(perMinute))
  const [tried, setTried] = useState(false)
  const wanted = Number(typed)
  const valid = Number.isInteger(wanted) && wanted >= 1 && wanted <= MOST_A_MINUTE
  const set = (value: number | null) =>
    rate.mutate(value, {
      onSuccess() {
        toast({ text: texts.slowed })
        onClose()
      },
    })
  return (
    <Dialog title={texts.slowTitle} onClose={onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (rate.isPending) return
          if (valid) set(wanted)
          else setTried(true)
        }}
      >
        <p>{texts.slowHint}</p>
        {rate.error && <Failure error={rate.error} />}
        <TextField
          label={texts.slowField}
          value={typed}
          onChange={setTyped}
          problem={tried && !valid ? texts.slowWrong : undefined}
          maxLength={7}
          focused
        />
        <div className="dialog-acts">
          {perMinute !== null && <Button onClick={() => set(null)}>{texts.slowOff}</Button>}
          <Button look="primary" type="submit" busy={rate.isPending}>
            {texts.slowSave}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
