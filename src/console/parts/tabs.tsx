/** A choice among a few views of one thing. */
export function Tabs<Value extends string>(props: {
  label: string
  value: Value
  choices: readonly { value: Value; label: string }[]
  onChange(value: Value): void
}) {
  return (
    <fieldset className="segments">
      <legend className="sr">{props.label}</legend>
      {props.choices.map(({ value, label }) => (
        <button
          type="button"
          key={value}
          aria-pressed={value === props.value}
          onClick={() => props.onChange(value)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}
