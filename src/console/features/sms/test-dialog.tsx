/** A test of an SMS to one's own number, which is kept for the next one. */
import { useKept } from '../../api/kept.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/language.tsx'
import { useAmounts } from './amounts.ts'
import { useSendToNumber } from './calls.ts'
import { useSmsTexts } from './words.ts'

export function TestDialog(props: { text: string; sender: string; onClose(): void }) {
  const texts = useSmsTexts()
  const common = useTexts('common')
  const amount = useAmounts()
  const toast = useToast()
  const send = useSendToNumber()
  const [number, setNumber] = useKept('sms.own-number', '')
  const { text, sender, onClose } = props
  const [leftOut] = Object.keys(send.data?.planned === 0 ? send.data.leftOut : {})
  return (
    <Dialog title={texts.test} onClose={onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (send.isPending) return
          send.mutate(
            { number, text, sender },
            {
              onSuccess({ planned, cost, state }) {
                if (planned === 0) return
                toast({ text: state === 'held' ? texts.testHeld : texts.testSent(amount(cost)) })
                onClose()
              },
            },
          )
        }}
      >
        {send.error && <Failure error={send.error} />}
        {leftOut !== undefined && (
          <p className="note bad" role="alert">
            {texts.reasons[leftOut] ?? leftOut}
          </p>
        )}
        <TextField
          label={texts.testNumber}
          hint={`${texts.findHint} ${texts.testHint}`}
          value={number}
          autoComplete="tel"
          maxLength={40}
          onChange={setNumber}
          focused
        />
        <div className="dialog-acts">
          <Button onClick={onClose}>{common.close}</Button>
          <Button look="primary" type="submit" busy={send.isPending}>
            {texts.test}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
