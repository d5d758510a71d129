/** One step in fields. A change is written into the text, where it stands. */
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useFilters, useNamedByRules } from '../../api/filters.ts'
import { useLists } from '../../api/lists.ts'
import type { CheckedSource, FlowAnswer } from '../../api/triggers.ts'
import { SelectField, TextArea, TextField } from '../../parts/fields.tsx'
import { Icon } from '../../parts/icons.tsx'
import { useFlowWords } from '../../shared/flow/flow-words.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { withText } from './change-source.ts'

type OutlineStep = CheckedSource['outline'][number]
type OutlineText = OutlineStep['texts'][number]

export function StepPane(props: {
  step: OutlineStep | undefined
  flow: FlowAnswer['steps'][number] | undefined
  source: string
  stepKeys: readonly string[]
  mistake: string | undefined
  mayChange: boolean
  onSource(source: string): void
}) {
  const { step, flow, source, stepKeys, mistake, mayChange, onSource } = props
  const texts = useTexts('triggers')
  const { number } = useFigures()
  const words = useFlowWords()
  if (!step && !flow) return <p className="pane soft">{texts.pickStep}</p>
  const [title, below] = flow ? words(flow) : [step!.key]
  const shown = step?.texts.filter(({ word }) => word !== 'step') ?? []
  return (
    <div className="pane trigger-step">
      <div>
        <h2 className="wrap">
          <bdi>{title}</bdi>
        </h2>
        <p className="faint small">
          <code>{flow?.key ?? step?.key}</code> {below}
        </p>
      </div>
      {mistake && (
        <p className="note bad" role="status">
          {mistake}
        </p>
      )}
      {flow && flow.here > 0 && (
        <p className="row small">
          <span className="dot engaged" /> {texts.here(number(flow.here))}
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
          key={`${step!.key} ${text.word}`}
          text={text}
          stepKeys={stepKeys.filter(key => key !== step!.key)}
          mayChange={mayChange}
          onChange={value => onSource(withText(source, text, value))}
        />
      ))}
      {shown.length === 0 && <p className="soft small">{texts.notInText}</p>}
    </div>
  )
}

/** Values that are chosen among names. */
type Chosen = 'newsletter' | 'list' | 'filter' | 'step'

const CHOSEN = new Map<string, Chosen>([
  ['send', 'newsletter'],
  ['join', 'list'],
  ['leave', 'list'],
  ['joined', 'list'],
  ['filter', 'filter'],
  ['then', 'step'],
  ['else', 'step'],
  ['unmeasured', 'step'],
])

function StepField(props: {
  text: OutlineText
  stepKeys: readonly string[]
  mayChange: boolean
  onChange(value: string): void
}) {
  const { text, stepKeys, mayChange, onChange } = props
  const { word, value } = text
  const texts = useTexts('triggers')
  const label = texts.words[word === 'then' ? 'onward' : word] ?? word
  const kind = CHOSEN.get(word)
  const named = useNames(kind, stepKeys)
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  if (kind) {
    const known = named.map(name => ({ value: name, label: name }))
    const isKnown = named.includes(value)
    return (
      <SelectField
        label={label}
        value={value}
        choices={isKnown ? known : [{ value, label: value }, ...known]}
        onChange={next => mayChange && onChange(next)}
      />
    )
  }
  const hint = word === 'wait' ? texts.waitHint : word === 'within' ? texts.withinHint : undefined
  const given = {
    label,
    value: typed,
    onChange: setTyped,
    ...(hint !== undefined && { hint }),
    optional: true,
  }
  const write = () => {
    if (mayChange && typed !== value) onChange(typed)
  }
  return (
    <form
      onBlur={write}
      onSubmit={event => {
        event.preventDefault()
        write()
      }}
    >
      {word === 'if' || word === 'sms' ? (
        <TextArea {...given} prose={word === 'sms'} />
      ) : (
        <TextField {...given} />
      )}
    </form>
  )
}

/** Names that one object alone has, and that are no number: others are given by their number. */
function useNames(kind: Chosen | undefined, stepKeys: readonly string[]): string[] {
  const newsletters = useNamedByRules('newsletter', kind === 'newsletter')
  const lists = useLists()
  const filters = useFilters()
  if (kind === 'step') return [...stepKeys, 'end']
  const found = { newsletter: newsletters.data, list: lists.data, filter: filters.data }
  const rows = (kind && found[kind]) ?? []
  const counts = Map.groupBy(rows, ({ name }) => name.toLowerCase())
  return rows.map(({ id, name }) =>
    counts.get(name.toLowerCase())!.length > 1 || /^\s*\d*\s*$/.test(name) ? String(id) : name,
  )
}
