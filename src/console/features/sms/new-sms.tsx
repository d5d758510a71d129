/** A new SMS: its text with its segments, its cost, and a preview on a telephone. */
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { lookAlike, withLookAlikes } from '../../../sms/look-alikes.ts'
import { asSent, segment } from '../../../sms/segments.ts'
import { isSmsSender } from '../../../sms/sender.ts'
import { forgetKept, useKept } from '../../api/kept.ts'
import { useLists } from '../../api/lists.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { SelectField } from '../../parts/fields.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { LineField } from '../../parts/small-fields.tsx'
import { EmptyState, Failure } from '../../parts/states.tsx'
import { UnreadPage } from '../../parts/unread-page.tsx'
import { useFigures } from '../../texts/figures.ts'
import { decimal, millionths, useAmounts } from './amounts.ts'
import { useTrial } from './calls.ts'
import { CostOfSms } from './cost.tsx'
import { GatewayNote } from './gateway-note.tsx'
import { MOST_SEGMENTS, SegmentMeter } from './meter.tsx'
import { SmsPhone } from './phone.tsx'
import { SendDialog } from './send-dialog.tsx'
import { SmsText } from './sms-text.tsx'
import { TestDialog } from './test-dialog.tsx'
import { useSmsTexts } from './words.ts'
import './sms.css'

/** The key of the kept draft. */
const DRAFT = 'sms.new'
const NOTHING = { listId: 0, sender: '', text: '' }

/** As those of newsletters: an SMS has none. */
const TAGS = /\{\{|##\w|\[%/

export function NewSmsPage() {
  const texts = useSmsTexts()
  const lists = useLists()
  const maySend = useRight('send')
  if (!lists.data)
    return <UnreadPage title={texts.write} error={lists.error} onRetry={lists.refetch} />
  if (lists.data.length > 0 && maySend) return <Writing lists={lists.data} />
  return (
    <>
      <PageHead title={texts.write} above={<Link to="/sms">{texts.title}</Link>} />
      <div className="page stack wide">
        {maySend ? (
          <EmptyState title={texts.write} sentence={texts.noList}>
            <Link className="btn primary" to="/lists">
              {texts.toLists}
            </Link>
          </EmptyState>
        ) : (
          <p className="note">{texts.mayNotSend}</p>
        )}
      </div>
    </>
  )
}

function Writing({ lists }: { lists: readonly { id: number; name: string }[] }) {
  const texts = useSmsTexts()
  const { number } = useFigures()
  const navigate = useNavigate()
  const [draft, setDraft] = useKept(DRAFT, NOTHING)
  const [asks, setAsks] = useState<'send' | 'test'>()
  const { sender } = draft
  const listId = lists.some(({ id }) => id === draft.listId) ? draft.listId : 0
  const text = asSent(draft.text)
  const segmented = segment(text)
  const segments = segmented.parts.length
  const fits = segments <= MOST_SEGMENTS && text.trim() !== ''
  const trial = useTrial(listId, text, fits ? segments : 0)
  const plan = fits && listId > 0 ? trial.data : undefined
  const wrongSender = sender.trim() !== '' && !isSmsSender(sender.trim())
  const maySend = plan !== undefined && plan.planned > 0 && !wrongSender
  const write = (next: string) => setDraft(now => ({ ...now, text: next }))
  const replace = (character: string) =>
    write(draft.text.replaceAll(character, lookAlike(character) ?? character))
  return (
    <>
      <PageHead
        title={texts.write}
        above={<Link to="/sms">{texts.title}</Link>}
        actions={
          <>
            <Button
              icon={<Icon name="phone" />}
              busy={!fits || wrongSender}
              onClick={() => setAsks('test')}
            >
              {texts.test}
            </Button>
            <Button look="primary" busy={!maySend} onClick={() => setAsks('send')}>
              {plan ? texts.send(plan.planned, number(plan.planned)) : texts.write}
            </Button>
          </>
        }
      />
      <div className="page sms-new stack wide">
        <div className="stack sms-form">
          <GatewayNote />
          <DearNote
            text={text}
            cost={plan?.cost}
            onReplace={() => write(withLookAlikes(draft.text))}
          />
          <SelectField
            label={texts.to}
            value={String(listId)}
            choices={[
              { value: '0', label: texts.chooseList },
              ...lists.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={value => setDraft(now => ({ ...now, listId: Number(value) }))}
          />
          <LineField
            label={texts.sender}
            value={sender}
            most={16}
            hint={texts.senderHint}
            problem={wrongSender ? texts.senderWrong : undefined}
            onChange={value => setDraft(now => ({ ...now, sender: value }))}
          />
          <SmsText
            label={texts.text}
            value={draft.text}
            dear={segmented.offending}
            onChange={write}
          />
          <SegmentMeter segmented={segmented} text={text} onReplace={replace} />
          {TAGS.test(text) && <p className="note warn">{texts.tags}</p>}
        </div>
        <div className="stack">
          {trial.error && fits && listId > 0 ? (
            <Failure error={trial.error} onRetry={() => void trial.refetch()} />
          ) : (
            <CostOfSms plan={plan} counting={trial.isFetching} />
          )}
        </div>
        <SmsPhone sender={sender} segmented={segmented} />
      </div>
      {asks === 'test' && (
        <TestDialog text={text} sender={sender} onClose={() => setAsks(undefined)} />
      )}
      {asks === 'send' && plan && (
        <SendDialog
          order={{ listId, text, sender }}
          list={lists.find(({ id }) => id === listId)?.name ?? ''}
          plan={plan}
          onClose={() => setAsks(undefined)}
          onSent={id => {
            forgetKept(DRAFT)
            void navigate({ to: '/sms/$id', params: { id: String(id) } })
          }}
        />
      )}
    </>
  )
}

/** The cost of a few characters, with the button that replaces them. */
function DearNote(props: { text: string; cost: string | undefined; onReplace(): void }) {
  const texts = useSmsTexts()
  const amount = useAmounts()
  const now = segment(props.text).parts.length
  const then = segment(withLookAlikes(props.text)).parts.length
  if (then >= now || then === 0) return null
  const cost =
    props.cost === undefined
      ? undefined
      : decimal((millionths(props.cost) / BigInt(now)) * BigInt(then))
  return (
    <div className="note warn" role="status">
      <span>
        <b>{texts.dearNote(texts.segments(now), texts.segments(then))}</b>{' '}
        {cost !== undefined && texts.dearCost(amount(cost))}
      </span>
      <Button onClick={props.onReplace}>{texts.replaceAll}</Button>
    </div>
  )
}
