/** Several of a few things, each with a box. */
import { YesNo } from './small-fields.tsx'

export function CheckList<Value extends string | number>(props: {
  label: string
  choices: readonly { value: Value; label: string }[]
  chosen: readonly Value[]
  onChange(chosen: Value[]): void
}) {
  const { label, choices, chosen, onChange } = props
  return (
    <fieldset className="check-list">
      <legend>{label}</legend>
      {choices.map(({ value, label }) => (
        <YesNo
          key={value}
          label={label}
          value={chosen.includes(value)}
          onChange={checked =>
            onChange(checked ? [...chosen, value] : chosen.filter(one => one !== value))
          }
        />
      ))}
    </fieldset>
  )
}
