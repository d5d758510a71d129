/** Fields of a narrow column: numbers, colours, a choice by icons, yes or no. */
import { useId } from 'react'
import { Icon, type IconName } from './icons.tsx'

export function NumberField(props: {
  label: string
  /** Undefined: as the brand, or the kind of block, has it. */
  value: number | undefined
  least: number
  most: number
  placeholder?: string
  onChange(value: number | undefined): void
}) {
  const id = useId()
  const { label, value, least, most, placeholder, onChange } = props
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="plain-input"
        type="number"
        inputMode="numeric"
        min={least}
        max={most}
        placeholder={placeholder}
        value={value ?? ''}
        onChange={event => {
          const read = event.currentTarget.valueAsNumber
          if (Number.isNaN(read)) onChange(undefined)
          else onChange(Math.min(Math.max(Math.round(read), 0), most))
        }}
        onBlur={() => {
          if (value !== undefined && value < least) onChange(least)
        }}
      />
    </div>
  )
}

const COLOUR = /^#[0-9a-f]{6}$/i

export function ColourField(props: {
  label: string
  value: string | undefined
  /** The default without one. */
  inherited: string
  /** The label of the button that clears it; none: a value is required. */
  clear?: string
  onChange(value: string | undefined): void
}) {
  const id = useId()
  const { label, value, inherited, clear, onChange } = props
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="colour-field">
        <input
          type="color"
          aria-label={label}
          value={value ?? inherited}
          onChange={event => onChange(event.currentTarget.value.toUpperCase())}
        />
        <input
          id={id}
          className="plain-input mono"
          maxLength={7}
          placeholder={inherited}
          defaultValue={value ?? ''}
          key={value ?? ''}
          onChange={event => {
            const text = event.currentTarget.value.trim()
            if (COLOUR.test(text)) onChange(text.toUpperCase())
            else if (text === '' && clear !== undefined) onChange(undefined)
          }}
        />
        {clear !== undefined && value !== undefined && (
          <button
            type="button"
            className="btn quiet icon"
            aria-label={`${clear}: ${label}`}
            title={clear}
            onClick={() => onChange(undefined)}
          >
            <Icon name="close" />
          </button>
        )}
      </span>
    </div>
  )
}

export function IconChoice<Value extends string>(props: {
  label: string
  value: Value
  choices: readonly { value: Value; label: string; icon: IconName }[]
  onChange(value: Value): void
}) {
  return (
    <fieldset className="field icon-choice">
      <legend>{props.label}</legend>
      <span className="segments icons">
        {props.choices.map(({ value, label, icon }) => (
          <button
            type="button"
            key={value}
            title={label}
            aria-label={label}
            aria-pressed={value === props.value}
            onClick={() => props.onChange(value)}
          >
            <Icon name={icon} />
          </button>
        ))}
      </span>
    </fieldset>
  )
}

/** A check box with its words. */
export function YesNo(props: { label: string; value: boolean; onChange(value: boolean): void }) {
  return (
    <label className="yes-no">
      <input
        type="checkbox"
        className="check-box"
        checked={props.value}
        onChange={event => props.onChange(event.currentTarget.checked)}
      />
      <span>{props.label}</span>
    </label>
  )
}

/** One line, where an address or words with tags stand. */
export function LineField(props: {
  label: string
  value: string
  most: number
  hint?: string | undefined
  placeholder?: string
  problem?: string | undefined
  /** Offered while one types. */
  offered?: readonly string[]
  onChange(value: string): void
  onBlur?(): void
}) {
  const id = useId()
  const { label, value, most, hint, placeholder, problem, offered = [], onChange } = props
  const about = [hint && `${id}h`, problem && `${id}p`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="plain-input"
        value={value}
        maxLength={most}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={about || undefined}
        list={offered.length > 0 ? `${id}o` : undefined}
        onChange={event => onChange(event.currentTarget.value)}
        onBlur={props.onBlur}
      />
      {offered.length > 0 && (
        <datalist id={`${id}o`}>
          {offered.map(one => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
      {hint !== undefined && (
        <small id={`${id}h`} className="faint">
          {hint}
        </small>
      )}
      {problem !== undefined && (
        <small id={`${id}p`} className="problem">
          {problem}
        </small>
      )}
    </div>
  )
}
