/** The picker of one value of a trigger, by the word before it. */
import './pickers.css'
import type { ReactNode } from 'react'
import type { CheckedSource } from '../../api/triggers.ts'
import { SelectField } from '../../parts/fields.tsx'
import type { WrittenValue } from '../trigger-text/change-source.ts'
import { START } from '../trigger-text/step-kinds.ts'
import { ConditionPicker } from './condition-picker.tsx'
import { OffsetPicker } from './head-pickers.tsx'
import {
  EventPicker,
  FieldPicker,
  FilterPicker,
  FormPicker,
  ListPicker,
  NewsletterPicker,
  WebhookPicker,
  ZonePicker,
} from './name-pickers.tsx'
import { ClockPicker, LengthPicker, WaitPicker } from './time-pickers.tsx'
import { usePickerTexts } from './words.ts'

const DAY_UNITS = ['day', 'week'] as const

export interface PickedFieldProps {
  text: WrittenValue
  label: string
  step: string
  checked: Pick<CheckedSource, 'head' | 'outline'>
  mayChange: boolean
  /** The value as a text, where it can't be picked. */
  written: ReactNode
  onChange(value: string, word?: string): void
}

export function PickedField(props: PickedFieldProps) {
  const { text, step, checked, mayChange, written, onChange } = props
  const { word, value } = text
  const texts = usePickerTexts()
  const label = texts.fieldWords[word] ?? props.label
  const given = { label, value, mayChange, onPick: (next: string) => onChange(next) }
  const timed = { ...given, written }
  const values = texts.valueWords[word]
  if (values) return <OneOf {...given} values={values} />
  switch (word) {
    case 'send':
    case 'not opened':
      return <NewsletterPicker {...given} />
    case 'clicked':
    case 'opened':
      return <NewsletterPicker {...given} steps={sendersBeside(checked, step)} />
    case 'list':
    case 'join':
    case 'leave':
    case 'joined':
      return <ListPicker {...given} />
    case 'filter':
      return <FilterPicker {...given} />
    case 'set':
    case 'changed':
    case 'date':
      return <FieldPicker {...given} />
    case 'confirmed':
    case 'signed-up':
      return <FormPicker {...given} />
    case 'call':
      return <WebhookPicker {...timed} />
    case 'event':
      return <EventPicker {...given} />
    case 'zone':
      return <ZonePicker {...given} />
    case 'wait':
      return <WaitPicker {...timed} />
    case 'within':
      return <LengthPicker {...timed} {...(step === START && { units: DAY_UNITS })} />
    case 'before':
    case 'after':
      return (
        <OffsetPicker
          {...timed}
          label={texts.fieldWords.offset!}
          value={`${word} ${value.trim()}`}
          onPick={next => onChange(next, 'offset')}
        />
      )
    case 'at':
      return <ClockPicker {...timed} />
    case 'if': {
      const event = checked.head.find(one => one.word === 'event')?.value.trim()
      return <ConditionPicker {...timed} event={event} />
    }
    default:
      return written
  }
}

/** Steps of the trigger whose email may be meant; the start has none before it. */
const sendersBeside = ({ outline }: Pick<CheckedSource, 'outline'>, step: string): string[] =>
  step === START
    ? []
    : outline
        .filter(({ key, texts }) => key !== step && texts.some(({ word }) => word === 'send'))
        .map(({ key }) => key)

function OneOf(props: {
  label: string
  value: string
  values: Record<string, string>
  mayChange: boolean
  onPick(value: string): void
}) {
  const { label, value, values, mayChange, onPick } = props
  const known = Object.entries(values).map(([one, name]) => ({ value: one, label: name }))
  const written = value.trim().toLowerCase()
  const chosen = known.find(one => one.value.toLowerCase() === written)?.value ?? value
  const isKnown = known.some(one => one.value === chosen)
  return (
    <fieldset className="plain-set" disabled={!mayChange}>
      <SelectField
        label={label}
        value={chosen}
        choices={isKnown ? known : [{ value: chosen, label: value }, ...known]}
        onChange={onPick}
      />
    </fieldset>
  )
}
