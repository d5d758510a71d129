/** The steps, and beside them one step, the text, the ends of runs or the versions. */
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { useEdited } from '../../api/edited.ts'
import { useRested } from '../../api/rested.ts'
import { useRight, useSeesPeople } from '../../api/session.ts'
import {
  type CheckedSource,
  type FlowAnswer,
  useAddTrigger,
  useCheckedSource,
  useTrigger,
} from '../../api/triggers.ts'
import { Button } from '../../parts/button.tsx'
import { PageTabs } from '../../parts/page-tabs.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { roughFlow } from '../../shared/flow/rough-flow.ts'
import { TriggerSteps } from '../../shared/flow/trigger-steps.tsx'
import { type PersonWalk, WalkPane } from '../../shared/flow/walk-pane.tsx'
import { useTexts } from '../../texts/language.tsx'
import { Endings } from './endings.tsx'
import { SaveTrigger } from './save-trigger.tsx'
import { StepPane } from './step-pane.tsx'
import { TextPane } from './text-pane.tsx'
import { TriggerVersions } from './trigger-versions.tsx'

/** Typing asks for nothing before it rests so long. */
const REST_MILLIS = 500

const VIEWS = ['step', 'text', 'walk', 'people', 'versions'] as const
type View = (typeof VIEWS)[number]

const NOTHING = { start: { code: 'joined', values: {} }, entered: 0, steps: [] }

export function TriggerEditor(props: {
  /** Undefined for a new one. */
  id: number | undefined
  name: string
  source: string
  tag: string
  flow: FlowAnswer | undefined
}) {
  const { id, source: saved, tag } = props
  const texts = useTexts('triggers')
  const maySend = useRight('send')
  const [view, setView] = useState<View>('text')
  const [chosen, setChosen] = useState<string>()
  const [walk, setWalk] = useState<PersonWalk>()
  const edited = useEdited(`trigger.${id ?? 'new'}`, { values: { source: saved }, tag })
  const source = edited.values.source ?? ''
  const isChanged = id === undefined || 'source' in edited.changes
  const rested = useRested(source, REST_MILLIS)
  const mayCheck = useRight('people')
  const checked = useCheckedSource(id, mayCheck ? rested : '')
  const isChecking = checked.isPlaceholderData || rested !== source
  const latest = useTrigger(id)
  const flow = useFlow(props.flow, checked.data, isChanged)
  const mistakes = useMemo(() => mistakesOf(checked.data), [checked.data])
  const choose = (key: string | undefined) => {
    setChosen(key)
    if (key !== undefined) setView('step')
  }
  const takeOver = async () => {
    const { data } = await latest.refetch()
    if (data) edited.takeOver({ values: { source: data.value.source }, tag: data.tag })
  }
  // Another editor's version, while nothing is changed here.
  useEffect(() => {
    if (isChanged || tag === edited.tag) return
    edited.takeOver({ values: { source: saved }, tag })
    edited.done()
  }, [isChanged, tag, saved, edited])
  const step = checked.data?.outline.find(({ key }) => key === chosen)
  const mayWalk = useSeesPeople() && mayCheck
  const views = VIEWS.filter(one =>
    one === 'walk' ? mayWalk : id !== undefined || one === 'step' || one === 'text',
  )
  return (
    <div className="trigger-page">
      <TriggerSteps
        flow={flow}
        mistakes={mistakes}
        walk={view === 'walk' && walk?.source === source ? walk : undefined}
        chosen={chosen}
        onChoose={choose}
      />
      <aside className="trigger-pane" aria-label={texts.panel}>
        <PageTabs<View>
          label={texts.panel}
          value={view}
          choices={views.map(value => ({
            value,
            label: texts[value],
            ...(value === 'versions' && { count: props.flow?.versions.length }),
          }))}
          onChange={setView}
        />
        {view === 'step' && (
          <StepPane
            step={step}
            flow={flow.steps.find(({ key }) => key === chosen)}
            source={source}
            stepKeys={checked.data?.outline.map(({ key }) => key) ?? []}
            mistake={chosen === undefined ? undefined : mistakes.get(chosen)}
            mayChange={maySend && !isChecking}
            onSource={next => edited.set('source', next)}
          />
        )}
        {view === 'text' && (
          <TextPane
            source={source}
            checked={checked.data}
            isChecking={isChecking}
            mayChange={maySend}
            onSource={next => edited.set('source', next)}
          />
        )}
        {view === 'walk' && (
          <WalkPane source={source} steps={flow.steps} walk={walk} onWalk={setWalk} />
        )}
        {view === 'people' && props.flow && <Endings flow={props.flow} />}
        {view === 'versions' && id !== undefined && props.flow && (
          <TriggerVersions
            id={id}
            versions={props.flow.versions}
            mayChange={maySend}
            onSource={next => {
              edited.set('source', next)
              setView('text')
            }}
          />
        )}
        {maySend && isChanged && (
          <div className="trigger-save">
            {id === undefined ? (
              <MakeTrigger
                source={source}
                isReady={!isChecking && checked.data?.problems.length === 0}
                onMade={edited.done}
              />
            ) : (
              <SaveTrigger
                id={id}
                source={source}
                tag={edited.tag}
                inside={props.flow?.active ?? 0}
                isReady={!isChecking && checked.data?.problems.length === 0}
                onTakeOver={takeOver}
                onSaved={next => {
                  edited.takeOver(next)
                  edited.done()
                }}
                onDiscard={() => edited.set('source', saved)}
              />
            )}
          </div>
        )}
      </aside>
    </div>
  )
}

function MakeTrigger(props: { source: string; isReady: boolean; onMade(): void }) {
  const { source, isReady, onMade } = props
  const texts = useTexts('triggers')
  const toast = useToast()
  const navigate = useNavigate()
  const add = useAddTrigger()
  const onSuccess = ({ id, name }: { id: number; name: string }) => {
    onMade()
    toast({ text: texts.made(name) })
    void navigate({ to: '/triggers/$id', params: { id: String(id) } })
  }
  return (
    <>
      {add.error && <Failure error={add.error} />}
      <Button
        look="primary"
        busy={add.isPending || !isReady}
        onClick={() => add.mutate(source, { onSuccess })}
      >
        {texts.saveNew}
      </Button>
    </>
  )
}

/**
 * With the text as saved, the steps with their counts. With a changed one, the new steps, and the
 * counts of steps of the same name; with one that can't be read, its steps as they are written.
 */
function useFlow(
  saved: FlowAnswer | undefined,
  checked: CheckedSource | undefined,
  isChanged: boolean,
) {
  const [readable, setReadable] = useState(checked?.flow)
  if (checked?.flow && checked.flow !== readable) setReadable(checked.flow)
  return useMemo(() => {
    const rough = checked?.flow === null ? roughFlow(checked.outline) : []
    const start = (readable ?? saved ?? NOTHING).start
    const next = rough.length > 0 ? { start, steps: rough } : (checked?.flow ?? readable)
    if (!isChanged || !next) return saved ?? NOTHING
    return {
      start: next.start,
      entered: saved?.entered ?? 0,
      steps: next.steps.map(step => {
        const before = saved?.steps.find(({ key }) => key === step.key)
        const people = new Map(before?.ways.map(({ way, people }) => [way, people]))
        const ways = step.ways.map(one => ({ ...one, people: people.get(one.way) ?? 0 }))
        return { ...step, here: before?.here ?? 0, ways }
      }),
    }
  }, [saved, checked, readable, isChanged])
}

/** By step; problems above the first step belong to none. */
function mistakesOf(checked: CheckedSource | undefined): Map<string, string> {
  const found = new Map<string, string>()
  for (const { line, says } of checked?.problems ?? []) {
    const step = checked!.outline.find(one => one.line <= line && line <= one.lastLine)
    if (step && !found.has(step.key)) found.set(step.key, says)
  }
  return found
}
