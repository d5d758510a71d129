/** Times of a trigger in fields: how long, until when, how often. Other texts stay as they are. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { NumberField } from '../../parts/small-fields.tsx'
import { useFigures } from '../../texts/figures.ts'
import {
  type Length,
  lengthText,
  readLength,
  readTime,
  readWait,
  UNITS,
  type Unit,
  WAITS,
  type Wait,
  waitText,
} from './times.ts'
import { usePickerTexts } from './words.ts'

export interface TimeProps {
  label: string
  value: string
  mayChange: boolean
  /** Stands there where the text has no such shape. */
  written: ReactNode
  onPick(value: string): void
}

/** In the units of an amount; the check knows the longest time. */
const MOST_AMOUNT = 999_999
const WEEK = [1, 2, 3, 4, 5, 6, 7]
const USUAL_TIME = '09:00'

/**
 * The parts of a text while they are edited: a choice is written at once, a typed value once its
 * field is left. Undefined: the text is not of that shape.
 */
export function useParts<Parts>(
  text: string,
  read: (text: string) => Parts | undefined,
  write: (parts: Parts) => string | undefined,
  onPick: (text: string) => void,
) {
  const [parts, setParts] = useState(() => read(text))
  const picked = useRef(text)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text, other parts
  useEffect(() => {
    // The own change comes back while the next one is typed.
    if (text !== picked.current) setParts(read(text))
    picked.current = text
  }, [text])
  const give = (made: string) => {
    picked.current = made
    onPick(made)
  }
  const pick = (next: Parts) => {
    setParts(next)
    const made = write(next)
    if (made !== undefined && made !== text) give(made)
  }
  const leave = () => {
    const known = read(text)
    const made = parts && write(parts)
    if (made !== undefined && known !== undefined && made !== write(known)) give(made)
  }
  return { parts, type: setParts, pick, leave }
}

/**
 * Its fields are written when they are left, or by Enter. `first`: its first field has the label
 * already, so readers alone hear it of all.
 */
export function PickedParts(props: {
  label: string
  first?: boolean
  mayChange: boolean
  onLeave(): void
  children: ReactNode
}) {
  return (
    <form
      className="picked-parts"
      onBlur={props.onLeave}
      onSubmit={event => {
        event.preventDefault()
        props.onLeave()
      }}
    >
      <fieldset className="field" disabled={!props.mayChange}>
        <legend className={props.first ? 'sr' : undefined}>{props.label}</legend>
        {props.children}
      </fieldset>
    </form>
  )
}

export function LengthFields(props: {
  parts: Length
  units?: readonly Unit[]
  onType(length: Length): void
  onPick(length: Length): void
}) {
  const { parts, units = UNITS, onType, onPick } = props
  const texts = usePickerTexts()
  return (
    <div className="two unlabelled">
      <NumberField
        label={texts.amount}
        value={parts.amount}
        least={0}
        most={MOST_AMOUNT}
        onChange={amount => onType({ unit: parts.unit, amount: amount ?? 0 })}
      />
      <SelectField
        label={texts.unit}
        value={parts.unit}
        choices={units.map(value => ({ value, label: texts.units[value] }))}
        onChange={unit => onPick({ amount: parts.amount, unit })}
      />
    </div>
  )
}

const isOf = (units: readonly Unit[]) => (text: string) => {
  const length = text.trim() === '' ? { amount: 1, unit: 'day' as const } : readLength(text)
  return length && units.includes(length.unit) ? length : undefined
}

/** `units`: those that the word takes. */
export function LengthPicker(props: TimeProps & { units?: readonly Unit[] }) {
  const { label, value, mayChange, written, units = UNITS, onPick } = props
  const { parts, type, pick, leave } = useParts(value, isOf(units), lengthText, onPick)
  if (!parts) return written
  return (
    <PickedParts label={label} mayChange={mayChange} onLeave={leave}>
      <LengthFields parts={parts} units={units} onType={type} onPick={pick} />
    </PickedParts>
  )
}

const readOrFirst = (text: string): Wait | undefined =>
  text.trim() === '' ? { kind: 'length', amount: 1, unit: 'day' } : readWait(text)

/** Undefined while a part is empty. */
const writeWait = (wait: Wait): string | undefined => {
  if (wait.kind === 'until' && (wait.day === '' || wait.time === '')) return undefined
  return wait.kind !== 'length' && wait.time === '' ? undefined : waitText(wait)
}

export function WaitPicker({ label, value, mayChange, written, onPick }: TimeProps) {
  const texts = usePickerTexts()
  const { parts, type, pick, leave } = useParts(value, readOrFirst, writeWait, onPick)
  if (!parts) return written
  return (
    <PickedParts label={label} first mayChange={mayChange} onLeave={leave}>
      <SelectField
        label={label}
        value={parts.kind}
        choices={WAITS.map(kind => ({ value: kind, label: texts.waits[kind] }))}
        onChange={kind => pick(waitOf(kind, parts))}
      />
      {parts.kind === 'length' && (
        <LengthFields
          parts={parts}
          onType={length => type({ ...parts, ...length })}
          onPick={length => pick({ ...parts, ...length })}
        />
      )}
      {parts.kind === 'weekday' && <WeekdayField parts={parts} onPick={pick} />}
      {parts.kind === 'until' && (
        <TextField
          label={texts.day}
          type="date"
          value={parts.day}
          onChange={day => type({ ...parts, day })}
        />
      )}
      {(parts.kind !== 'length' || parts.unit === 'day' || parts.unit === 'week') && (
        <TextField
          label={texts.at}
          type="time"
          value={parts.time ?? ''}
          optional
          {...(parts.kind === 'length' && { hint: texts.atHint })}
          onChange={time =>
            type(
              parts.kind === 'length' ? { ...parts, time: time || undefined } : { ...parts, time },
            )
          }
        />
      )}
    </PickedParts>
  )
}

function WeekdayField(props: {
  parts: Extract<Wait, { kind: 'weekday' }>
  onPick(parts: Wait): void
}) {
  const { parts, onPick } = props
  const texts = usePickerTexts()
  const { weekday } = useFigures()
  return (
    <SelectField
      label={texts.weekday}
      value={String(parts.weekday)}
      choices={WEEK.map(day => ({ value: String(day), label: weekday(day, 'long') }))}
      onChange={day => onPick({ ...parts, weekday: Number(day) })}
    />
  )
}

/** Of another kind, with the time that was chosen. */
function waitOf(kind: Wait['kind'], from: Wait): Wait {
  const time = from.time || USUAL_TIME
  if (kind === 'length') return { kind, amount: 1, unit: 'day' }
  if (kind === 'weekday') return { kind, weekday: 1, time }
  if (kind === 'clock') return { kind, time }
  const tomorrow = new Date(Date.now() + 86_400_000)
  return { kind, day: tomorrow.toISOString().slice(0, 10), time }
}

export function ClockPicker({ label, value, mayChange, written, onPick }: TimeProps) {
  const { parts, type, leave } = useParts(
    value,
    text => (text.trim() === '' ? '' : readTime(text)),
    text => text || undefined,
    onPick,
  )
  if (parts === undefined) return written
  return (
    <form
      onBlur={leave}
      onSubmit={event => {
        event.preventDefault()
        leave()
      }}
    >
      <fieldset className="plain-set" disabled={!mayChange}>
        <TextField label={label} type="time" value={parts} onChange={type} />
      </fieldset>
    </form>
  )
}
