/** The steps of a trigger: on a canvas, loaded when it is shown first, or one below another. */
import { type ComponentProps, lazy, Suspense, useMemo } from 'react'
import type { FlowAnswer } from '../../api/triggers.ts'
import { useNarrow } from '../../parts/narrow.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { START } from '../trigger-text/step-kinds.ts'
import type { Drawing } from './drawing.ts'
import type { FlowCanvas } from './flow-canvas.tsx'
import { useFlowWords, useWayWords } from './flow-words.ts'
import { type ShownStep, StepCard, type StepFinding } from './step-card.tsx'
import type { PersonWalk } from './walk-pane.tsx'
import './flow.css'

const Loaded = lazy(async () => ({ default: (await import('./flow-canvas.tsx')).FlowCanvas }))

type Flow = Pick<FlowAnswer, 'start' | 'entered' | 'steps'>

export function TriggerSteps(props: {
  flow: Flow
  /** By the key of a step. */
  findings: ReadonlyMap<string, StepFinding>
  /** In words, by the key of a step. */
  stays: ReadonlyMap<string, string>
  walk: PersonWalk | undefined
  chosen: string | undefined
  onChoose(key: string | undefined): void
  drawing: Drawing | undefined
}) {
  const { flow, findings, stays, walk, chosen, onChoose, drawing } = props
  const narrow = useNarrow()
  const steps = useShownSteps(flow, findings, stays, walk)
  const given: ComponentProps<typeof FlowCanvas> = {
    flow,
    steps,
    chosen,
    onChoose,
    drawing,
  }
  if (narrow) return <StepList {...given} />
  return (
    <Suspense fallback={<div className="flow-canvas" aria-busy="true" />}>
      <Loaded {...given} />
    </Suspense>
  )
}

function useShownSteps(
  flow: Flow,
  findings: ReadonlyMap<string, StepFinding>,
  stays: ReadonlyMap<string, string>,
  walk: PersonWalk | undefined,
) {
  const { zonedDay } = useFigures()
  const texts = useTexts('triggers')
  const words = useFlowWords()
  return useMemo(() => {
    const [title, below] = words(flow.start)
    const start = { key: texts.start, isStart: true, code: flow.start.code, title, below }
    const all = new Map<string, ShownStep>()
    all.set(START, { ...start, here: 0, finding: findings.get(START) })
    for (const step of flow.steps) {
      const [title, below] = words(step)
      const { key, here } = step
      const code = step.code === 'rough' ? String(step.values.does) : step.code
      const finding = findings.get(key)
      const stay = stays.get(key)
      const passed = walk?.passed.findLast(one => one.key === key)
      const walked = passed && zonedDay(passed.at, walk!.zone)
      all.set(key, { key, isStart: false, code, title, below, stay, here, finding, walked })
    }
    return all
  }, [flow, findings, stays, walk, texts, words, zonedDay])
}

function StepList({ flow, steps, chosen, onChoose }: ComponentProps<typeof FlowCanvas>) {
  const texts = useTexts('triggers')
  const { number } = useFigures()
  const wayWords = useWayWords()
  return (
    <ol className="step-list" aria-label={texts.canvas}>
      <li>
        <div className="step-card start">
          <StepCard step={steps.get(START)!} />
        </div>
      </li>
      {flow.steps.map(({ key, ways }, i) => {
        const step = steps.get(key)!
        return (
          <li key={key}>
            <button
              type="button"
              className={`step-card${step.finding ? ` ${step.finding.look}` : ''}${key === chosen ? ' chosen' : ''}`}
              aria-pressed={key === chosen}
              onClick={() => onChoose(key === chosen ? undefined : key)}
            >
              <StepCard step={step} />
            </button>
            <ul className="step-ways">
              {ways
                .filter(({ way, to }) => way !== 'next' || to !== flow.steps[i + 1]?.key)
                .filter(({ way, to, people }) => way !== 'unmeasured' || to || people > 0)
                .map(({ way, to, people }) => (
                  <li key={way}>
                    {wayWords(way)} <b>{flow.entered > 0 && number(people)}</b> →{' '}
                    <bdi>{to ?? texts.endOfRun}</bdi>
                  </li>
                ))}
            </ul>
          </li>
        )
      })}
    </ol>
  )
}
