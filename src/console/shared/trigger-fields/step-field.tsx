/** A value of a step in a field: chosen among names, or written. */
import { useEffect, useState } from 'react'
import { useFilters, useNamedByRules } from '../../api/filters.ts'
import { useLists } from '../../api/lists.ts'
import type { CheckedSource } from '../../api/triggers.ts'
import { SelectField, TextArea, TextField } from '../../parts/fields.tsx'
import { useTexts } from '../../texts/language.tsx'
import type { WrittenValue } from '../trigger-text/change-source.ts'
import { stepsBefore } from '../trigger-text/step-ways.ts'
import { useDrawnTexts } from '../trigger-words/words.ts'

/** A line of the text that need not be there: who pauses is left out without it. */
export function PausedField(props: {
  value: string | undefined
  mayChange: boolean
  onChange(value: string): void
}) {
  const { value = 'skip', mayChange, onChange } = props
  const texts = useDrawnTexts()
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

export function StepField(props: {
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
