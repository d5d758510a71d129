/** One SMS: its state, its cost, and its deliveries. */
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { asSent, segment } from '../../../sms/segments.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { DangerDialog } from '../../parts/danger-dialog.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { UnreadPage } from '../../parts/unread-page.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useAmounts } from './amounts.ts'
import { type SmsAnswer, useCancelSms, useConfirmSms, useSms } from './calls.ts'
import { LeftOut } from './cost.tsx'
import { SmsDeliveries } from './deliveries.tsx'
import { GatewayNote } from './gateway-note.tsx'
import { shortened } from './messages.tsx'
import { SmsPhone } from './phone.tsx'
import { SmsBadge } from './states.tsx'
import { useSmsTexts } from './words.ts'
import './sms.css'

export function OneSmsPage() {
  const texts = useSmsTexts()
  const { id } = useParams({ from: '/sms/$id' })
  const sms = useSms(Number(id))
  if (!sms.data) return <UnreadPage title={texts.title} error={sms.error} onRetry={sms.refetch} />
  return <OneSms sms={sms.data} />
}

function OneSms({ sms }: { sms: SmsAnswer }) {
  const texts = useSmsTexts()
  const { moment } = useFigures()
  const maySend = useRight('send')
  const [cancelling, setCancelling] = useState(false)
  const isOpen = ['held', 'unconfirmed', 'sending'].includes(sms.state)
  return (
    <>
      <PageHead
        title={shortened(sms.text)}
        above={<Link to="/sms">{texts.title}</Link>}
        aside={moment(sms.created)}
        actions={
          maySend && isOpen && <Button onClick={() => setCancelling(true)}>{texts.cancel}</Button>
        }
      />
      <div className="page sms-one stack wide">
        <div className="stack wide">
          <GatewayNote />
          <Standstill sms={sms} />
          <SmsDeliveries sms={sms} />
        </div>
        <aside className="stack wide">
          <Facts sms={sms} />
          <LeftOut {...sms} />
          <SmsPhone sender={sms.sender ?? ''} segmented={segment(asSent(sms.text))} />
        </aside>
      </div>
      {cancelling && <CancelDialog id={sms.id} onClose={() => setCancelling(false)} />}
    </>
  )
}

function Standstill({ sms }: { sms: SmsAnswer }) {
  const texts = useSmsTexts()
  const amount = useAmounts()
  const confirm = useConfirmSms()
  const maySend = useRight('send')
  if (sms.missing !== null)
    return (
      <div className="note warn">
        <span>
          <b>{texts.heldTitle(amount(sms.missing))}</b> {texts.heldHint}
        </span>
        <Link className="btn" to="/sms" search={{ tab: 'credits' }}>
          {texts.toCredits}
        </Link>
      </div>
    )
  if (sms.state !== 'unconfirmed') return null
  return (
    <>
      {confirm.error && <Failure error={confirm.error} />}
      <div className="note warn">
        <span>{texts.unconfirmedHint}</span>
        {maySend && (
          <Button busy={confirm.isPending} onClick={() => confirm.mutate(sms.id)}>
            {texts.confirm}
          </Button>
        )}
      </div>
    </>
  )
}

function Facts({ sms }: { sms: SmsAnswer }) {
  const texts = useSmsTexts()
  const amount = useAmounts()
  const { number } = useFigures()
  const to = sms.listName ?? (sms.triggerId === null ? texts.oneNumber : texts.ofTrigger)
  const rows: [string, React.ReactNode][] = [
    [texts.state, <SmsBadge key="state" state={sms.state} />],
    [texts.to, <bdi key="to">{to}</bdi>],
    [texts.numbers, number(sms.planned)],
    [texts.text, texts.segments(sms.segments)],
    [texts.cost, amount(sms.cost)],
    ...(sms.givenBack === '0'
      ? []
      : ([[texts.givenBack, amount(sms.givenBack)]] as [string, string][])),
  ]
  return (
    <dl className="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function CancelDialog({ id, onClose }: { id: number; onClose(): void }) {
  const texts = useSmsTexts()
  const toast = useToast()
  const cancel = useCancelSms()
  const onSuccess = () => {
    toast({ text: texts.cancelled })
    onClose()
  }
  return (
    <DangerDialog
      title={texts.cancelAsk}
      act={texts.cancel}
      keep={texts.keep}
      error={cancel.error}
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate(id, { onSuccess })}
      onClose={onClose}
    >
      <p>{texts.cancelHint}</p>
    </DangerDialog>
  )
}
