/** The steps, and beside them one step, the text, the ends of runs or the versions. */
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useEdited } from '../../api/edited.ts'
import { useRested } from '../../api/rested.ts'
import { useRight, useSeesPeople } from '../../api/session.ts'
import { type CheckedSource, type FlowAnswer, useCheckedSource } from '../../api/triggers.ts'
import { useNarrow } from '../../parts/narrow.ts'
import { PageTabs } from '../../parts/page-tabs.tsx'
import { useSentenceWords } from '../../parts/said.ts'
import { useDrawnActs, valueAct } from '../../shared/drawing/drawn-acts.ts'
import { RemoveStep } from '../../shared/drawing/remove-step.tsx'
import { findingsOf, leftSteps, useFlow } from '../../shared/drawing/shown-flow.ts'
import { useDrawing } from '../../shared/drawing/use-drawing.ts'
import { TriggerSteps } from '../../shared/flow/trigger-steps.tsx'
import { type PersonWalk, WalkPane } from '../../shared/flow/walk-pane.tsx'
import type { ComparedText } from '../../shared/trigger-changes/flow-changes.ts'
import { useTwoWriters } from '../../shared/trigger-changes/two-writers.ts'
import { useShownStays } from '../../shared/trigger-people/words.ts'
import { withoutStep } from '../../shared/trigger-text/draw-steps.ts'
import { START } from '../../shared/trigger-text/step-kinds.ts'
import { useTexts } from '../../texts/language.tsx'
import { Endings } from './endings.tsx'
import { MakeTrigger, SaveTrigger } from './save-trigger.tsx'
import { StepPane } from './step-pane.tsx'
import { TextPane } from './text-pane.tsx'

const TriggerVersions = lazy(async () => ({
  default: (await import('./versions-pane.tsx')).TriggerVersions,
}))

/** Typing asks for nothing before it rests so long. */
const REST_MILLIS = 500

const VIEWS = ['step', 'text', 'walk', 'people', 'versions'] as const
type View = (typeof VIEWS)[number]

const NO_STEPS: CheckedSource['outline'] = []

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
  const flow = useFlow(props.flow, checked.data, isChanged, rested)
  const acts = useDrawnActs(source, isChecking ? undefined : checked.data, next => {
    edited.set('source', next)
  })
  const act: typeof acts.act = next => {
    setTyped(false)
    acts.act(next)
  }
  const say = useSentenceWords()
  const findings = useMemo(() => findingsOf(checked.data, say), [checked.data, say])
  const choose = (key: string | undefined) => {
    setChosen(key)
    if (key !== undefined) setView('step')
  }
  const stays = useShownStays(id)
  const writers = useTwoWriters(id, edited, acts.change)
  // Another editor's version, while nothing is changed here.
  useEffect(() => {
    if (isChanged || tag === edited.tag) return
    edited.takeOver({ values: { source: saved }, tag })
    edited.done()
  }, [isChanged, tag, saved, edited])
  const outline = checked.data?.outline ?? NO_STEPS
  const present = usePresent(source, isChanged, props.flow, checked.data)
  // The name is followed once the text has it, so that the pane and its focus stay.
  if (renamed && outline.some(({ key }) => key === renamed.to)) {
    setRenamed(undefined)
    if (chosen === renamed.from) setChosen(renamed.to)
  }
  const { drawing, said } = useDrawing({
    source,
    outline,
    isChecking: isChecking || !checked.data,
    mayDraw: maySend && !narrow,
    acts: { ...acts, act },
    onAdded(key) {
      choose(key)
      setFresh(key)
    },
    onRemove: setRemoving,
  })
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
        findings={findings}
        stays={stays.words}
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
            finding={chosen === undefined ? undefined : findings.get(chosen)}
            stays={stays.byStep}
            mayChange={maySend}
            fresh={fresh}
            onFocused={() => setFresh(undefined)}
            onValue={writeValue}
            drawing={drawing}
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
          <Suspense>
            <TriggerVersions
              id={id}
              saved={props.flow}
              present={present}
              mayChange={maySend}
              onSource={next => {
                acts.change(next)
                setView('text')
              }}
            />
          </Suspense>
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
                mine={present}
                tag={edited.tag}
                inside={props.flow?.active ?? 0}
                left={leftSteps(props.flow, flow)}
                isReady={!isChecking && checked.data?.problems.length === 0}
                writers={writers}
                onSaved={next => {
                  edited.takeOver(next)
                  edited.done()
                }}
                onDiscard={() => writers.take({ source: saved, tag })}
              />
            )}
          </div>
        )}
      </aside>
      <span className="sr" role="status">
        {said}
      </span>
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

/** The text in the editor, as it was read last. */
function usePresent(
  source: string,
  isChanged: boolean,
  saved: FlowAnswer | undefined,
  checked: CheckedSource | undefined,
): ComparedText {
  return useMemo(() => {
    if (!isChanged && saved) return { source, head: saved.head, flow: saved }
    return { source, head: checked?.head ?? [], flow: checked?.flow ?? undefined }
  }, [source, isChanged, saved, checked])
}
