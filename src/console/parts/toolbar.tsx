/** Above a table: search and order, both kept in the address of the page. */
import { useEffect, useState } from 'react'
import { useTexts } from '../texts/language.tsx'
import { Icon } from './icons.tsx'

export function SearchField(props: {
  label: string
  value: string
  onChange(value: string): void
}) {
  return (
    <span className="searchfield">
      <Icon name="search" />
      <input
        type="search"
        aria-label={props.label}
        placeholder={props.label}
        value={props.value}
        maxLength={100}
        onChange={event => props.onChange(event.currentTarget.value)}
      />
    </span>
  )
}

/** The delay of the debounce, after the last key. */
const DEBOUNCE_MILLIS = 200

/** A search that the server answers: debounced. */
export function DebouncedSearchField(props: {
  label: string
  value: string
  onChange(value: string): void
}) {
  const { label, value, onChange } = props
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts it
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => onChange(typed), DEBOUNCE_MILLIS)
    return () => clearTimeout(timer)
  }, [typed])
  return <SearchField label={label} value={typed} onChange={setTyped} />
}

export function OrderField<Order extends string>(props: {
  value: Order
  choices: readonly { value: Order; label: string }[]
  onChange(value: Order): void
}) {
  const texts = useTexts('common')
  return (
    <label className="orderfield">
      <span>{texts.sortBy}</span>
      <select
        value={props.value}
        onChange={event => props.onChange(event.currentTarget.value as Order)}
      >
        {props.choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}

/** One choice among some, named for readers only. */
export function ChoiceField(props: {
  label: string
  value: string
  choices: readonly { value: string; label: string }[]
  onChange(value: string): void
}) {
  return (
    <select
      className="choice"
      aria-label={props.label}
      value={props.value}
      onChange={event => props.onChange(event.currentTarget.value)}
    >
      {props.choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
