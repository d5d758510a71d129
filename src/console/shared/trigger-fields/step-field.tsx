/** A value of a trigger in a field: picked, chosen among steps, or written. */
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { CheckedSource } from '../../api/triggers.ts'
import { SelectField, TextArea, TextField } from '../../parts/fields.tsx'
import { useTexts } from '../../texts/language.tsx'
import type { WrittenValue } from '../trigger-text/change-source.ts'
import { stepsBefore } from '../trigger-text/step-ways.ts'
import { useDrawnTexts } from '../trigger-words/words.ts'

/** Asked for with the page, so that they are there once a step is chosen. */
const pickers = import('../trigger-pickers/picked-field.tsx')
const PickedField = lazy(async () => ({ default: (await pickers).PickedField }))

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

/** Words that lead to another step. */
const LEADING = ['then', 'else', 'unmeasured']
/** Words whose values are always written. */
const WRITTEN = ['step', 'trigger', 'sms', 'to', 'link']

export interface StepFieldProps {
  text: WrittenValue
  step: string
  checked: Pick<CheckedSource, 'head' | 'outline'>
  mayChange: boolean
  /** `word`: in the place of another line than that of the field. */
  onChange(value: string, word?: string): void
}

export function StepField(props: StepFieldProps) {
  const { text, checked, step } = props
  const texts = useTexts('triggers')
  const { word } = text
  const label = texts.words[word === 'then' ? 'onward' : word] ?? word
  if (LEADING.includes(word)) return <LeadField {...props} label={label} />
  const written = <WrittenField {...props} label={label} outline={checked.outline} />
  if (WRITTEN.includes(word)) return written
  return (
    <Picked>
      <PickedField {...props} key={`${step} ${word}`} label={label} written={written} />
    </Picked>
  )
}

/** Pickers come a moment after the page at most. */
export const Picked = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<div className="field" aria-busy="true" />}>{children}</Suspense>
)

function WrittenField(
  props: StepFieldProps & { label: string; outline: CheckedSource['outline'] },
) {
  const { text, label, outline, mayChange, onChange } = props
  const { word, value } = text
  const texts = useTexts('triggers')
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
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

/** To which step a way leads. None leads back to an earlier one. */
function LeadField(props: StepFieldProps & { label: string }) {
  const { text, step, checked, mayChange, label, onChange } = props
  const { value } = text
  const texts = useTexts('triggers')
  const [chosen, setChosen] = useState(value)
  useEffect(() => setChosen(value), [value])
  const before = stepsBefore(checked.outline, step)
  const after = checked.outline.filter(({ key }) => !before.has(key))
  const choices: NameChoice[] = [
    ...after.map(({ key }) => ({ value: key, label: key })),
    { value: 'end', label: texts.endOfRun },
  ]
  const isKnown = choices.some(one => one.value === chosen)
  const unknown = { value: chosen, label: chosen === '' ? texts.notChosen : chosen }
  return (
    <SelectField
      label={label}
      value={chosen}
      choices={isKnown ? choices : [unknown, ...choices]}
      onChange={next => {
        if (!mayChange) return
        setChosen(next)
        onChange(next)
      }}
    />
  )
}
