/** The differences of two definitions: values and steps in words, then the lines of the text. */
import { useMemo } from 'react'
import { lineChanges } from '../../../lib/line-changes.ts'
import { LineDifference } from '../../parts/line-difference.tsx'
import { useTexts } from '../../texts/language.tsx'
import { useFlowWords, useWayWords } from '../flow/flow-words.ts'
import { useDrawnTexts } from '../trigger-words/words.ts'
import {
  type ComparedText,
  type HeadChange,
  headChanges,
  type StepChange,
  stepChanges,
  type WayChange,
} from './flow-changes.ts'
import { useChangeTexts } from './words.ts'
import './changes.css'

export function DefinitionDifference(props: { before: ComparedText; after: ComparedText }) {
  const { before, after } = props
  const texts = useChangeTexts()
  const { values, steps, lines } = useMemo(
    () => ({
      values: headChanges(before, after),
      steps: stepChanges(before, after),
      lines: lineChanges(before.source, after.source),
    }),
    [before, after],
  )
  if (lines.length === 0) return <p className="soft small">{texts.none}</p>
  const isRead = before.flow !== undefined && after.flow !== undefined
  return (
    <div className="stack">
      {!isRead && <p className="note warn">{texts.unread}</p>}
      {isRead && values.length + steps.length === 0 && (
        <p className="soft small">{texts.onlyBlanks}</p>
      )}
      {values.length + steps.length > 0 && (
        <ul className="step-changes">
          {values.map(change => (
            <ValueRow key={change.word} change={change} />
          ))}
          {steps.map(change => (
            <StepRow key={change.key} change={change} />
          ))}
        </ul>
      )}
      <LineDifference label={texts.lines} lines={lines} />
    </div>
  )
}

function ValueRow({ change: { word, before, after } }: { change: HeadChange }) {
  const { words } = useTexts('triggers')
  const { whoPauses } = useDrawnTexts()
  const name = word === 'paused' ? whoPauses : words[word]
  return (
    <li>
      {name ? <b>{name}</b> : <code>{word}</code>}
      <BeforeAfter before={before} after={after} />
    </li>
  )
}

function StepRow({ change: { key, before, after, does, ways } }: { change: StepChange }) {
  const texts = useChangeTexts()
  const words = useFlowWords()
  const said = (step: StepChange['before']) => step && words(step).filter(Boolean).join(', ')
  return (
    <li>
      <code>{key}</code>
      {!before && <span className="tag">{texts.added}</span>}
      {!after && <span className="tag">{texts.gone}</span>}
      {(!before || !after || does) && <BeforeAfter before={said(before)} after={said(after)} />}
      {ways.map(one => (
        <WayRow key={one.way} change={one} />
      ))}
    </li>
  )
}

function WayRow({ change: { way, before, after } }: { change: WayChange }) {
  const texts = useChangeTexts()
  const wayWords = useWayWords()
  const led = (step: string | null | undefined) => {
    const to = step === undefined ? texts.nowhere : step === null ? texts.ends : texts.leads(step)
    return way === 'next' ? to : `${wayWords(way)}: ${to}`
  }
  return <BeforeAfter before={led(before)} after={led(after)} />
}

function BeforeAfter(props: { before: string | undefined; after: string | undefined }) {
  const { before, after } = props
  return (
    <span className="before-after wrap">
      {before !== undefined && (
        <del>
          <bdi>{before}</bdi>
        </del>
      )}
      {after !== undefined && (
        <ins>
          <bdi>{after}</bdi>
        </ins>
      )}
    </span>
  )
}
