/** A search with its results below: arrows choose one, Enter and a click take it. */
import './search-list.css'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'

export interface FoundOption {
  key: string
  body: ReactNode
}

export function SearchList<Found extends FoundOption>(props: {
  /** Names the field and the list for readers. */
  label: string
  results: string
  asked: string
  found: readonly Found[]
  /** Stands where nothing is found. */
  nothing: ReactNode
  /** The key of the one that is chosen at first. */
  first?: string | undefined
  onAsk(asked: string): void
  onTake(found: Found): void
  /** More about the chosen one, below the list. */
  about?(chosen: Found): ReactNode
}) {
  const { label, results, asked, found, nothing, first, onAsk, onTake, about } = props
  const id = useId()
  const [at, setAt] = useState<number>()
  const start = Math.max(
    found.findIndex(({ key }) => key === first),
    0,
  )
  const chosen = Math.min(at ?? start, found.length - 1)
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      setAt((chosen + step + found.length) % found.length)
    }
    if (event.key === 'Enter' && found[chosen]) {
      event.preventDefault()
      onTake(found[chosen])
    }
  }
  return (
    <div className="search-list">
      <input
        className="plain-input"
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
        aria-label={label}
        placeholder={label}
        value={asked}
        maxLength={100}
        data-autofocus
        onKeyDown={onKey}
        onChange={event => {
          onAsk(event.currentTarget.value)
          setAt(0)
        }}
      />
      <div id={id} role="listbox" aria-label={results}>
        {found.map((one, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
          <div
            key={one.key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            ref={index === chosen ? shown : undefined}
            onClick={() => onTake(one)}
            onPointerMove={() => about && setAt(index)}
          >
            {one.body}
          </div>
        ))}
      </div>
      {found.length === 0 && nothing}
      {found[chosen] && about?.(found[chosen])}
    </div>
  )
}

const shown = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' })
