/** Fields of forms, each with its label. */
import { NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core'
import type { HTMLInputAutoCompleteAttribute } from 'react'

interface FieldProps {
  label: string
  value: string
  onChange(value: string): void
  /** The error, shown below. */
  problem?: string | undefined
  hint?: string
  autoComplete?: HTMLInputAutoCompleteAttribute
  type?: 'text' | 'email' | 'datetime-local' | 'date' | 'time'
  focused?: boolean
  optional?: boolean
  maxLength?: number
  /** The default while it is empty. */
  placeholder?: string
}

const HINT_BELOW: ('label' | 'input' | 'description' | 'error')[] = [
  ...(['label', 'input', 'description', 'error'] as const),
]

export function TextField(props: FieldProps) {
  const { problem, hint, focused, optional, onChange, ...rest } = props
  return (
    <TextInput
      {...rest}
      required={!optional}
      withAsterisk={false}
      error={problem}
      description={hint}
      inputWrapperOrder={HINT_BELOW}
      spellCheck={false}
      autoCapitalize="none"
      data-autofocus={focused || undefined}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}

export function PasswordField({
  shown,
  problem,
  onChange,
  label,
  value,
}: FieldProps & { shown: string }) {
  return (
    <PasswordInput
      label={label}
      value={value}
      required
      withAsterisk={false}
      error={problem}
      autoComplete="current-password"
      visibilityToggleButtonProps={{ 'aria-label': shown, tabIndex: 0 }}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}

export function SelectField<Value extends string>(props: {
  label: string
  value: Value
  choices: readonly { value: Value; label: string }[]
  hint?: string
  onChange(value: Value): void
}) {
  return (
    <NativeSelect
      label={props.label}
      description={props.hint}
      inputWrapperOrder={HINT_BELOW}
      value={props.value}
      data={[...props.choices]}
      onChange={event => props.onChange(event.currentTarget.value as Value)}
    />
  )
}

/** Of several lines; `prose` is read, not code. */
export function TextArea(props: FieldProps & { prose?: boolean }) {
  const { label, hint, value, problem, maxLength, prose, onChange } = props
  return (
    <Textarea
      label={label}
      description={hint}
      value={value}
      error={problem}
      maxLength={maxLength}
      spellCheck={prose ?? false}
      autosize={false}
      rows={prose ? 3 : 5}
      {...(!prose && { classNames: { input: 'mono' } })}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}

/** A check box whose label only readers hear. */
export function CheckBox(props: { label: string; checked: boolean; onChange(): void }) {
  return (
    <input
      type="checkbox"
      className="check-box"
      aria-label={props.label}
      checked={props.checked}
      onChange={props.onChange}
    />
  )
}
