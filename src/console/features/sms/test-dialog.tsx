/** A test of an SMS to one's own number, which is kept for the next one. */
import { useKept } from '../../api/kept.ts'
import { TextField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useAmounts } from './amounts.ts'
import { useSendToNumber } from './calls.ts'
import { useSmsTexts } from './words.ts'

export function TestDialog(props: { text: string; sender: string; onClose(): void }) {
  const texts = useSmsTexts()
  const amount = useAmounts()
  const toast = useToast()
  const send = useSendToNumber()
  const [number, setNumber] = useKept('sms.own-number', '')
  const { text, sender, onClose } = props
  const [leftOut] = Object.keys(send.data?.planned === 0 ? send.data.leftOut : {})
  return (
    <FormDialog
      title={texts.test}
      act={texts.test}
      error={send.error}
      busy={send.isPending}
      onSubmit={() => {
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
      onClose={onClose}
    >
      {leftOut !== undefined && (
        <p className="note bad" role="alert">
          {texts.leftOutReasons[leftOut] ?? leftOut}
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
    </FormDialog>
  )
}
