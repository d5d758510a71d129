/** One trigger: where people go, where they stand, and its text beside it. */
import { Link, useParams } from '@tanstack/react-router'
import { ApiFailure, type CallAnswer, type TaggedAnswer } from '../../api/client.ts'
import { useLists } from '../../api/lists.ts'
import { useRight } from '../../api/session.ts'
import { type FlowAnswer, useTrigger, useTriggerFlow } from '../../api/triggers.ts'
import { PageHead } from '../../parts/frame.tsx'
import { useReasonWords } from '../../parts/said.ts'
import { EmptyState } from '../../parts/states.tsx'
import { UnreadPage } from '../../parts/unread-page.tsx'
import { written } from '../../shared/trigger-text/change-source.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { EndTrigger } from './end-trigger.tsx'
import { TriggerEditor } from './trigger-editor.tsx'
import { TriggerState } from './trigger-state.tsx'
import { TriggerSteering } from './trigger-steering.tsx'
import './triggers.css'

type Trigger = TaggedAnswer<CallAnswer<'GET /triggers/:triggerId'>>

export function TriggerPage() {
  const { id } = useParams({ from: '/triggers/$id' })
  return id === 'new' ? <NewTrigger /> : <KnownTrigger key={id} id={Number(id)} />
}

function NewTrigger() {
  const texts = useTexts('triggers')
  const { data, error, refetch } = useLists()
  const above = <Link to="/triggers">{texts.back}</Link>
  if (!data)
    return <UnreadPage title={texts.add} above={above} error={error} onRetry={() => refetch()} />
  const list = written(data[0]?.name ?? '')
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return (
    <>
      <PageHead title={texts.add} above={above} />
      <TriggerEditor
        id={undefined}
        name=""
        source={texts.skeleton(list, timeZone)}
        tag=""
        flow={undefined}
      />
    </>
  )
}

function KnownTrigger({ id }: { id: number }) {
  const texts = useTexts('triggers')
  const trigger = useTrigger(id)
  const flow = useTriggerFlow(id)
  const above = <Link to="/triggers">{texts.back}</Link>
  if (trigger.error instanceof ApiFailure && trigger.error.status === 404)
    return (
      <>
        <PageHead title={texts.title} above={above} />
        <EmptyState title={texts.title} sentence={texts.notFound}>
          {above}
        </EmptyState>
      </>
    )
  if (!trigger.data || !flow.data) {
    const again = () => Promise.all([trigger.refetch(), flow.refetch()])
    const error = trigger.error ?? flow.error
    return <UnreadPage title={texts.title} above={above} error={error} onRetry={again} />
  }
  return <Known trigger={trigger.data} flow={flow.data} />
}

function Known({ trigger, flow }: { trigger: Trigger; flow: FlowAnswer }) {
  const reasonWords = useReasonWords()
  const texts = useTexts('triggers')
  const { number } = useFigures()
  const maySend = useRight('send')
  const { id, name, state, reason, source } = trigger.value
  const finished = flow.entered - flow.active
  return (
    <>
      <PageHead
        title={name}
        above={<Link to="/triggers">{texts.back}</Link>}
        aside={texts.counts(number(flow.active), number(flow.entered), number(finished))}
        actions={
          <>
            <TriggerState state={state} />
            <TriggerSteering trigger={trigger.value} />
            {maySend && <EndTrigger trigger={trigger.value} />}
          </>
        }
      />
      {reason && state !== 'paused' && (
        <p className="note bad under-head" role="status">
          {reasonWords(trigger.value)}
        </p>
      )}
      <TriggerEditor id={id} name={name} source={source} tag={trigger.tag} flow={flow} />
    </>
  )
}
