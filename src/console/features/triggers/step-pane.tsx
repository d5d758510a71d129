/** One step in fields, or the start. A change is written into the text, where it stands. */
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useFilters, useNamedByRules } from '../../api/filters.ts'
import { useLists } from '../../api/lists.ts'
import type { CheckedSource, FlowAnswer } from '../../api/triggers.ts'
import { Button } from '../../parts/button.tsx'
import { SelectField, TextArea, TextField } from '../../parts/fields.tsx'
import { Icon } from '../../parts/icons.tsx'
import { FEED_WORDS, FeedStart } from '../../shared/feeds/feed-start.tsx'
import type { WrittenValue } from '../../shared/flow/change-source.ts'
import { stepsBefore } from '../../shared/flow/draw-steps.ts'
import { useFlowWords } from '../../shared/flow/flow-words.ts'
import { START } from '../../shared/flow/step-kinds.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'

export function StepPane(props: {
  /** A step, or the start. */
  chosen: string | undefined
  checked: CheckedSource | undefined
  flow: Pick<FlowAnswer, 'start' | 'steps'>
  /** Undefined for a new trigger. */
  id: number | undefined
  mistake: string | undefined
  mayChange: boolean
  /** A step that was just drawn: its first value takes the focus. */
  fresh: string | undefined
  onFocused(): void
  onValue(key: string, word: string, value: string): void
  /** Undefined where it can't be drawn. */
  onRemove: ((key: string) => void) | undefined
}) {
  const { chosen, checked, id, mistake, mayChange, fresh, onFocused, onValue, onRemove } = props
  const texts = useTexts('triggers')
  const { number } = useFigures()
  const words = useFlowWords()
  const place = useRef<HTMLDivElement>(null)
  const outline = checked?.outline ?? []
  const index = outline.findIndex(({ key }) => key === chosen)
  const step = outline[index]
  const isStart = chosen === START
  const isNew = id === undefined
  const flow = props.flow.steps.find(({ key }) => key === chosen)
  useEffect(() => {
    if (!step || fresh !== step.key) return
    const [name, first] = place.current!.querySelectorAll<HTMLElement>('input, select, textarea')
    ;(first ?? name)?.focus()
    onFocused()
  })
  if (chosen === undefined || (!isStart && !step && !flow))
    return <p className="pane soft">{texts.pickStep}</p>
  const [title, below] = isStart ? words(props.flow.start) : flow ? words(flow) : [chosen]
  const written = isStart ? (checked?.head ?? []) : (step?.texts ?? [])
  // The list of a saved trigger stays.
  const value = (word: string) => written.find(one => one.word === word)?.value
  const address = isStart ? value('feed') : undefined
  const isShown = (word: string) =>
    word !== 'paused' &&
    (isNew || word !== 'list') &&
    (address === undefined || !FEED_WORDS.includes(word))
  const shown = written.filter(({ word }) => !isStart || isShown(word))
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
          key={`${index} ${text.word}`}
          text={text}
          step={chosen}
          outline={outline}
          mayChange={mayChange}
          onChange={value => onValue(chosen, text.word, value)}
        />
      ))}
      {address !== undefined && (
        <FeedStart
          triggerId={id}
          address={address}
          at={value('at') ?? ''}
          first={value('first')}
          mayChange={mayChange}
          onValue={(word, value) => onValue(START, word, value)}
        />
      )}
      {isStart && checked && (
        <PausedField
          value={value('paused')}
          mayChange={mayChange}
          onChange={value => onValue(START, 'paused', value)}
        />
      )}
      {shown.length === 0 && <p className="soft small">{texts.notInText}</p>}
      {step && onRemove && (
        <Button look="danger" onClick={() => onRemove(chosen)}>
          {texts.removeStep}
        </Button>
      )}
    </div>
  )
}

/** A line of the text that need not be there: who pauses is left out without it. */
function PausedField(props: {
  value: string | undefined
  mayChange: boolean
  onChange(value: string): void
}) {
  const { value = 'skip', mayChange, onChange } = props
  const texts = useTexts('triggers')
  const written = value.trim().toLowerCase()
  const [chosen, setChosen] = useState(written)
  useEffect(() => setChosen(written), [written])
  const choices: NameChoice[] = [
    { value: 'skip', label: texts.pausedSkip },
    { value: 'wait', label: texts.pausedWait },
  ]
  const isKnown = choices.some(one => one.value === chosen)
  return (
    <SelectField
      label={texts.whoPauses}
      hint={texts.whoPausesHint}
      value={chosen}
      choices={isKnown ? choices : [{ value: chosen, label: value }, ...choices]}
      onChange={next => {
        if (!mayChange) return
        setChosen(next)
        onChange(next)
      }}
    />
  )
}

/** Values that are chosen among names. */
type Chosen = 'newsletter' | 'sent' | 'list' | 'filter' | 'step' | 'start'

const CHOSEN = new Map<string, Chosen>([
  ['send', 'newsletter'],
  ['clicked', 'sent'],
  ['opened', 'sent'],
  ['not opened', 'newsletter'],
  ['list', 'list'],
  ['join', 'list'],
  ['leave', 'list'],
  ['joined', 'list'],
  ['filter', 'filter'],
  ['then', 'step'],
  ['else', 'step'],
  ['unmeasured', 'step'],
  ['start', 'start'],
])

function StepField(props: {
  text: WrittenValue
  step: string
  outline: CheckedSource['outline']
  mayChange: boolean
  onChange(value: string): void
}) {
  const { text, step, outline, mayChange, onChange } = props
  const { word, value } = text
  const texts = useTexts('triggers')
  const label = texts.words[word === 'then' ? 'onward' : word] ?? word
  const kind = CHOSEN.get(word)
  const choices = useChoices(kind, value, step, outline)
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  if (kind) {
    const isKnown = choices.some(one => one.value === typed)
    const unknown = { value: typed, label: typed === '' ? texts.notChosen : typed }
    return (
      <SelectField
        label={label}
        value={typed}
        choices={isKnown ? choices : [unknown, ...choices]}
        onChange={next => {
          if (!mayChange) return
          setTyped(next)
          onChange(next)
        }}
      />
    )
  }
  const hint = word === 'wait' ? texts.waitHint : word === 'within' ? texts.withinHint : undefined
  const isTaken =
    word === 'step' && typed !== value && (isEnd(typed) || outline.some(one => one.key === typed))
  const given = {
    label,
    value: typed,
    onChange: setTyped,
    ...(hint !== undefined && { hint }),
    ...(isTaken && { problem: texts.nameTaken }),
    optional: true,
  }
  const write = () => {
    if (mayChange && typed !== value && !isTaken) onChange(typed)
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

const isEnd = (name: string): boolean => name.trim() === '' || name.trim().toLowerCase() === 'end'

interface NameChoice {
  value: string
  label: string
}

/** As they are written, and named to who chooses. No way leads back to an earlier step. */
function useChoices(
  kind: Chosen | undefined,
  value: string,
  step: string,
  outline: CheckedSource['outline'],
): NameChoice[] {
  const texts = useTexts('triggers')
  const asksNewsletters = kind === 'newsletter' || kind === 'sent'
  const newsletters = useNamedByRules('newsletter', asksNewsletters)
  const lists = useLists()
  const filters = useFilters()
  const same = (keys: readonly string[]) => keys.map(key => ({ value: key, label: key }))
  if (kind === 'step') {
    const before = stepsBefore(outline, step)
    const after = outline.filter(({ key }) => !before.has(key)).map(({ key }) => key)
    return [...same(after), { value: 'end', label: texts.endOfRun }]
  }
  if (kind === 'start')
    return ['joined', 'converted', 'feed'].map(one => ({
      value: one,
      label: texts.starts[one] ?? one,
    }))
  const listed = kind === 'list' ? lists.data : kind === 'filter' ? filters.data : undefined
  const named = namesOf(asksNewsletters ? newsletters.data : listed, value)
  if (kind !== 'sent') return named
  const senders = outline.filter(({ texts }) => texts.some(({ word }) => word === 'send'))
  return [...same(senders.map(({ key }) => key).filter(key => key !== step)), ...named]
}

/** A name that several have, or that reads as a number, is written as its number. */
function namesOf(
  rows: readonly { id: number; name: string }[] | undefined,
  current: string,
): NameChoice[] {
  const counts = Map.groupBy(rows ?? [], ({ name }) => name.toLowerCase())
  return (rows ?? []).map(({ id, name }) => {
    const isShared = counts.get(name.toLowerCase())!.length > 1
    const written = isShared || /^\s*\d*\s*$/.test(name) ? String(id) : name
    // One that is written by its number stays as it is.
    const value = current === String(id) ? current : written
    return { value, label: isShared ? `${name} (${id})` : name }
  })
}
