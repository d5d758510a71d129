/** The last question before an SMS: how many, for how much. */
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/states.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useAmounts } from './amounts.ts'
import { type SmsTrial, useSendSms } from './calls.ts'
import { useSmsTexts } from './words.ts'

export function SendDialog(props: {
  order: { listId: number; text: string; sender: string }
  list: string
  plan: SmsTrial
  onClose(): void
  onSent(id: number): void
}) {
  const texts = useSmsTexts()
  const amount = useAmounts()
  const { number } = useFigures()
  const send = useSendSms()
  const [key] = useState(() => crypto.randomUUID())
  const { order, list, plan, onClose, onSent } = props
  const shown = number(plan.planned)
  const go = () =>
    send.mutate({ ...order, mostCost: plan.cost, key }, { onSuccess: ({ id }) => onSent(id) })
  return (
    <Dialog title={texts.sendAsk(plan.planned, shown)} onClose={onClose}>
      <div className="stack">
        {send.error && <Failure error={send.error} />}
        <dl className="facts">
          <div>
            <dt>{texts.to}</dt>
            <dd>
              <bdi>{list}</bdi>
            </dd>
          </div>
          <div>
            <dt>{texts.sender}</dt>
            <dd>
              <bdi>{order.sender === '' ? texts.gatewaySender : order.sender}</bdi>
            </dd>
          </div>
          <div>
            <dt>{texts.cost}</dt>
            <dd>{amount(plan.cost)}</dd>
          </div>
        </dl>
        <p className="soft small">{plan.state === 'held' ? texts.wouldHold : texts.sendHint}</p>
        <div className="dialog-acts">
          <Button onClick={onClose}>{texts.keepWriting}</Button>
          <Button look="primary" busy={send.isPending} onClick={go}>
            {texts.send(plan.planned, shown)}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
