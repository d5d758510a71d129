/** Views of one page, below its head; each with how many there are. */
import './page-tabs.css'
export function PageTabs<Value extends string>(props: {
  label: string
  value: Value
  choices: readonly { value: Value; label: string; count?: number | undefined }[]
  onChange(value: Value): void
}) {
  return (
    <fieldset className="page-tabs">
      <legend className="sr">{props.label}</legend>
      {props.choices.map(({ value, label, count }) => (
        <button
          type="button"
          key={value}
          aria-pressed={value === props.value}
          onClick={() => props.onChange(value)}
        >
          {label}
          {count !== undefined && <small>{count}</small>}
        </button>
      ))}
    </fieldset>
  )
}
