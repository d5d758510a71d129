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
import { useNarrow } from '../../parts/narrow.ts'
import { PageTabs } from '../../parts/page-tabs.tsx'
import { type SentenceWords, useSentenceWords } from '../../parts/said.ts'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { isDrawable, withoutStep, withStep } from '../../shared/flow/draw-steps.ts'
import type { Drawing } from '../../shared/flow/flow-canvas.tsx'
import { RemoveStep } from '../../shared/flow/remove-step.tsx'
import { roughFlow } from '../../shared/flow/rough-flow.ts'
import { START } from '../../shared/flow/step-kinds.ts'
import { TriggerSteps } from '../../shared/flow/trigger-steps.tsx'
import { type PersonWalk, WalkPane } from '../../shared/flow/walk-pane.tsx'
import { useTexts } from '../../texts/language.tsx'
import { useDrawnActs, valueAct } from './drawn-acts.ts'
import { Endings } from './endings.tsx'
import { SaveTrigger } from './save-trigger.tsx'
import { StepPane } from './step-pane.tsx'
import { TextPane } from './text-pane.tsx'
import { TriggerVersions } from './trigger-versions.tsx'

/** Typing asks for nothing before it rests so long. */
const REST_MILLIS = 500

const VIEWS = ['step', 'text', 'walk', 'people', 'versions'] as const
type View = (typeof VIEWS)[number]

const NO_STEPS: CheckedSource['outline'] = []
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
  const [view, setView] = useState<View>(id === undefined ? 'step' : 'text')
  const [chosen, setChosen] = useState(id === undefined ? START : undefined)
  const [isTyped, setTyped] = useState(true)
  const [fresh, setFresh] = useState<string>()
  const [removing, setRemoving] = useState<string>()
  const [renamed, setRenamed] = useState<{ from: string; to: string }>()
  const narrow = useNarrow()
  const [walk, setWalk] = useState<PersonWalk>()
  const edited = useEdited(`trigger.${id ?? 'new'}`, { values: { source: saved }, tag })
  const source = edited.values.source ?? ''
  const isChanged = id === undefined || 'source' in edited.changes
  const rested = useRested(source, isTyped ? REST_MILLIS : 0)
  const mayCheck = useRight('people')
  const checked = useCheckedSource(id, mayCheck ? rested : '')
  const isChecking = checked.isPlaceholderData || rested !== source
  const latest = useTrigger(id)
  const flow = useFlow(props.flow, checked.data, isChanged, rested)
  const acts = useDrawnActs(source, isChecking ? undefined : checked.data, next => {
    edited.set('source', next)
  })
  const act: typeof acts.act = next => {
    setTyped(false)
    acts.act(next)
  }
  const say = useSentenceWords()
  const mistakes = useMemo(() => mistakesOf(checked.data, say), [checked.data, say])
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
  const outline = checked.data?.outline ?? NO_STEPS
  // The name is followed once the text has it, so that the pane and its focus stay.
  if (renamed && outline.some(({ key }) => key === renamed.to)) {
    setRenamed(undefined)
    if (chosen === renamed.from) setChosen(renamed.to)
  }
  // As it was, until the outline is that of the text.
  const [drawable, setDrawable] = useState(false)
  const isNowDrawable = isChecking ? drawable : !!checked.data && isDrawable(source, outline)
  if (drawable !== isNowDrawable) setDrawable(isNowDrawable)
  const mayDraw = maySend && !narrow && isNowDrawable
  const drawing: Drawing | undefined = mayDraw
    ? {
        onAdd: (way, kind) =>
          act((source, { outline }) => {
            const drawn = withStep(source, outline, way, kind, texts.stepNames[kind])
            if (drawn) choose(drawn.key)
            setFresh(drawn?.key)
            return drawn?.source
          }),
        onRemove: setRemoving,
        onUndo: acts.undo,
        onRedo: acts.redo,
      }
    : undefined
  const writeValue = (key: string, word: string, value: string) =>
    act(valueAct(key, word, value, to => setRenamed({ from: key, to })))
  const removed = flow.steps.find(({ key }) => key === removing)
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
        drawing={drawing}
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
            chosen={chosen}
            checked={checked.data}
            flow={flow}
            id={id}
            mistake={chosen === undefined ? undefined : mistakes.get(chosen)}
            mayChange={maySend}
            fresh={fresh}
            onFocused={() => setFresh(undefined)}
            onValue={writeValue}
            onRemove={drawing?.onRemove}
          />
        )}
        {view === 'text' && (
          <TextPane
            source={source}
            checked={checked.data}
            isChecking={isChecking}
            mayChange={maySend}
            onSource={next => {
              setTyped(true)
              acts.change(next, 'typed')
            }}
          />
        )}
        {view === 'walk' && (
          <WalkPane source={source} steps={flow.steps} walk={walk} onWalk={setWalk} />
        )}
        {view === 'people' && props.flow && <Endings id={id!} flow={props.flow} />}
        {view === 'versions' && id !== undefined && props.flow && (
          <TriggerVersions
            id={id}
            versions={props.flow.versions}
            mayChange={maySend}
            onSource={next => {
              acts.change(next)
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
                onDiscard={() => acts.change(saved)}
              />
            )}
          </div>
        )}
      </aside>
      {removed && (
        <RemoveStep
          step={{ key: removed.key, here: removed.here, branches: removed.ways.length > 1 }}
          onRemove={() => {
            act((source, { outline }) => withoutStep(source, outline, removed.key))
            setRemoving(undefined)
            setChosen(undefined)
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
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
  source: string,
) {
  const isEmpty = checked?.outline.length === 0 && isDrawable(source, NO_STEPS)
  const [readable, setReadable] = useState(checked?.flow)
  if (checked?.flow && checked.flow !== readable) setReadable(checked.flow)
  return useMemo(() => {
    const rough = checked?.flow === null ? roughFlow(checked.outline) : []
    const start = (readable ?? saved ?? NOTHING).start
    const isRough = rough.length > 0 || isEmpty
    const next = isRough ? { start, steps: rough } : (checked?.flow ?? readable)
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
  }, [saved, checked, readable, isChanged, isEmpty])
}

/** By step; those above the first step are at the start. */
function mistakesOf(checked: CheckedSource | undefined, say: SentenceWords): Map<string, string> {
  const found = new Map<string, string>()
  for (const problem of checked?.problems ?? []) {
    const { line } = problem
    const step = checked!.outline.find(one => one.line <= line && line <= one.lastLine)
    const first = checked!.outline[0]
    const key = step?.key ?? (first && line < first.line ? START : undefined)
    if (key !== undefined && !found.has(key)) found.set(key, say(problem))
  }
  return found
}
