/** One step in fields, or the start. A change is written into the text, where it stands. */
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { CheckedSource, FlowAnswer } from '../../api/triggers.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icons.tsx'
import type { Drawing } from '../../shared/flow/drawing.ts'
import { useFlowWords } from '../../shared/flow/flow-words.ts'
import type { StepFinding } from '../../shared/flow/step-card.tsx'
import { StartFields } from '../../shared/trigger-fields/start-fields.tsx'
import { StepField } from '../../shared/trigger-fields/step-field.tsx'
import type { Stay } from '../../shared/trigger-people/calls.ts'
import { StepPeople } from '../../shared/trigger-people/step-people.tsx'
import { START } from '../../shared/trigger-text/step-kinds.ts'
import { useDrawnTexts } from '../../shared/trigger-words/words.ts'
import { useTexts } from '../../texts/language.tsx'

export function StepPane(props: {
  /** A step, or the start. */
  chosen: string | undefined
  checked: CheckedSource | undefined
  flow: Pick<FlowAnswer, 'start' | 'steps'>
  /** Undefined for a new trigger. */
  id: number | undefined
  finding: StepFinding | undefined
  stays: ReadonlyMap<string, Stay>
  mayChange: boolean
  /** A step that was just drawn: its first value takes the focus. */
  fresh: string | undefined
  onFocused(): void
  onValue(key: string, word: string, value: string): void
  drawing: Drawing | undefined
}) {
  const { chosen, checked, id, finding, mayChange, fresh, onFocused, onValue, drawing } = props
  const texts = useTexts('triggers')
  const drawn = useDrawnTexts()
  const words = useFlowWords()
  const place = useRef<HTMLDivElement>(null)
  const outline = checked?.outline ?? []
  const index = outline.findIndex(({ key }) => key === chosen)
  const step = outline[index]
  const isStart = chosen === START
  const flow = props.flow.steps.find(({ key }) => key === chosen)
  useEffect(() => {
    if (!step || fresh !== step.key) return
    const fields = 'input, select, textarea, .picked-name'
    const [name, first] = place.current!.querySelectorAll<HTMLElement>(fields)
    ;(first ?? name)?.focus()
    onFocused()
  })
  if (chosen === undefined || (!isStart && !step && !flow))
    return <p className="pane soft">{texts.pickStep}</p>
  const [title, below] = isStart ? words(props.flow.start) : flow ? words(flow) : [chosen]
  // What it waits for stands in the headline.
  const shown = step?.texts.filter(({ word }) => word !== 'wait for') ?? []
  return (
    <div className="pane trigger-step" ref={place}>
      <div>
        <h2 className="wrap">
          <bdi>{title}</bdi>
        </h2>
        <p className="faint small">
          <code>{isStart ? texts.start : chosen}</code> {below}
        </p>
      </div>
      {finding && (
        <p className={`note ${finding.look}`} role="status">
          {finding.says}
        </p>
      )}
      {flow?.code === 'send' && flow.values.newsletter !== '' && (
        <Link className="btn" to="/newsletters/$id" params={{ id: String(flow.values.id) }}>
          <Icon name="edit" />
          {texts.openNewsletter}
        </Link>
      )}
      {shown.map(text => (
        <StepField
          key={`${index} ${text.word}`}
          text={text}
          step={chosen}
          checked={checked!}
          mayChange={mayChange}
          onChange={value => onValue(chosen, text.word, value)}
        />
      ))}
      {isStart && checked && checked.head.length > 0 && (
        <StartFields
          id={id}
          checked={checked}
          mayChange={mayChange}
          onValue={(word, value) => onValue(START, word, value)}
        />
      )}
      {(isStart ? checked?.head : shown)?.length === 0 && (
        <p className="soft small">{texts.notInText}</p>
      )}
      {step && drawing && (
        <div className="row">
          <Button onClick={() => drawing.onShift(chosen, 'up')}>{drawn.moveUp}</Button>
          <Button onClick={() => drawing.onShift(chosen, 'down')}>{drawn.moveDown}</Button>
          <Button look="danger" onClick={() => drawing.onRemove(chosen)}>
            {drawn.removeStep}
          </Button>
        </div>
      )}
      {flow && id !== undefined && (
        <StepPeople triggerId={id} step={chosen} here={flow.here} stay={props.stays.get(chosen)} />
      )}
    </div>
  )
}
