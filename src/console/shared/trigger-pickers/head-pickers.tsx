/** What holds for a whole trigger: how it starts, whether people enter again, its quiet hours. */
import { SelectField, TextField } from '../../parts/fields.tsx'
import type { WrittenValue } from '../trigger-text/change-source.ts'
import { START_KINDS, type StartKind, startKindOf } from '../trigger-text/start-source.ts'
import { FieldPicker } from './name-pickers.tsx'
import { LengthFields, PickedParts, type TimeProps, useParts } from './time-pickers.tsx'
import {
  type Again,
  againText,
  type Length,
  lengthText,
  type Quiet,
  quietText,
  readAgain,
  readLength,
  readQuiet,
} from './times.ts'
import { usePickerTexts } from './words.ts'

const DAY_UNITS = ['day', 'week'] as const

/** Another kind brings the lines that it needs. */
export function StartPicker(props: {
  label: string
  head: readonly WrittenValue[]
  mayChange: boolean
  onPick(kind: StartKind): void
}) {
  const { label, head, mayChange, onPick } = props
  const texts = usePickerTexts()
  const kind = startKindOf(head)
  if (!kind) return <p className="soft small">{texts.startInText}</p>
  return (
    <fieldset className="plain-set" disabled={!mayChange}>
      <SelectField
        label={label}
        value={kind}
        choices={START_KINDS.map(value => ({ value, label: texts.startKinds[value] }))}
        onChange={onPick}
      />
    </fieldset>
  )
}

type Offset = { side: 'before' | 'after' } & Length

function readOffset(text: string): Offset | undefined {
  if (text === '') return { side: 'before', amount: 0, unit: 'day' }
  const [, side, days = ''] = /^(before|after) (.{1,40})$/.exec(text) ?? []
  const length = readLength(days)
  const isDays = length?.unit === 'day' || length?.unit === 'week'
  return length && isDays ? { side: side as Offset['side'], ...length } : undefined
}

/** `value`: `before 3 days`, of the line `before:` or `after:`. */
export function OffsetPicker({ label, value, mayChange, written, onPick }: TimeProps) {
  const texts = usePickerTexts()
  const write = (offset: Offset) => `${offset.side} ${lengthText(offset)}`
  const { parts, type, pick, leave } = useParts(value, readOffset, write, onPick)
  if (!parts) return written
  return (
    <PickedParts label={label} mayChange={mayChange} onLeave={leave}>
      <LengthFields
        parts={parts}
        units={DAY_UNITS}
        onType={length => type({ ...parts, ...length })}
        onPick={length => pick({ ...parts, ...length })}
      />
      <SelectField
        label={texts.kind}
        value={parts.side}
        choices={(['before', 'after'] as const).map(side => ({
          value: side,
          label: texts.offsets[side],
        }))}
        onChange={side => pick({ ...parts, side })}
      />
    </PickedParts>
  )
}

/** Without the line `again:` a choice that says what holds then. */
export function AgainPicker(props: Omit<TimeProps, 'value'> & { value: string | undefined }) {
  const { label, value, mayChange, written, onPick } = props
  const texts = usePickerTexts()
  const read = (text: string): Again | { kind: '' } | undefined =>
    text === '' ? { kind: '' } : readAgain(text)
  const write = (again: Again | { kind: '' }) => (again.kind === '' ? undefined : againText(again))
  const { parts, type, pick, leave } = useParts(value ?? '', read, write, onPick)
  if (!parts) return written
  const kinds = (['never', 'always', 'after'] as const).map(kind => ({
    value: kind as Again['kind'] | '',
    label: texts.again[kind],
  }))
  return (
    <PickedParts label={label} first mayChange={mayChange} onLeave={leave}>
      <SelectField
        label={label}
        value={parts.kind}
        choices={value === undefined ? [{ value: '', label: texts.againUsual }, ...kinds] : kinds}
        onChange={kind => {
          if (kind === 'after') pick({ kind, amount: 30, unit: 'day' })
          else if (kind !== '') pick({ kind })
        }}
      />
      {parts.kind === 'after' && (
        <LengthFields
          parts={parts}
          units={DAY_UNITS}
          onType={length => type({ ...parts, ...length })}
          onPick={length => pick({ ...parts, ...length })}
        />
      )}
    </PickedParts>
  )
}

export function QuietPicker(props: Omit<TimeProps, 'value'> & { value: string | undefined }) {
  const { label, value, mayChange, written, onPick } = props
  const texts = usePickerTexts()
  const read = (text: string) => readQuiet(value === undefined ? undefined : text)
  const { parts, type, pick, leave } = useParts<Quiet>(value ?? '', read, quietText, onPick)
  if (!parts) return written
  const kinds: Quiet['kind'][] =
    value === undefined ? ['inherited', 'none', 'hours'] : ['none', 'hours']
  return (
    <PickedParts label={label} first mayChange={mayChange} onLeave={leave}>
      <SelectField
        label={label}
        value={parts.kind}
        choices={kinds.map(kind => ({ value: kind, label: texts.quiet[kind] }))}
        onChange={kind => {
          if (kind === 'hours') pick({ kind, from: '22:00', until: '08:00', field: '' })
          else if (kind === 'none') pick({ kind })
        }}
      />
      {parts.kind === 'hours' && (
        <>
          <div className="two">
            <TextField
              label={texts.from}
              type="time"
              value={parts.from}
              onChange={from => type({ ...parts, from })}
            />
            <TextField
              label={texts.until}
              type="time"
              value={parts.until}
              onChange={until => type({ ...parts, until })}
            />
          </div>
          <FieldPicker
            label={texts.zoneOf}
            none={texts.zoneOfTrigger}
            value={parts.field}
            mayChange={mayChange}
            onPick={field => pick({ ...parts, field })}
          />
        </>
      )}
    </PickedParts>
  )
}
