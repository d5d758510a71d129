/** One of many names: a field that opens a search with its results, and more about each. */
import './search-picker.css'
import { type ReactNode, useState } from 'react'
import { Icon } from './icons.tsx'
import { Popover } from './popover.tsx'
import { type FoundOption, SearchList } from './search-list.tsx'

export interface PickOption {
  value: string
  label: string
  /** Smaller, below the label. */
  detail?: string | undefined
}

/** So many are shown; the search finds the others. */
const MOST_SHOWN = 60

export function SearchPicker<Option extends PickOption>(props: {
  label: string
  /** Of the search. */
  search: string
  nothing: string
  value: string
  /** Stands for the value in the field. */
  shown: string
  options: readonly Option[]
  /** False: the options are those that were asked for. */
  filtered?: boolean
  mayChange: boolean
  hint?: string | undefined
  onAsk?(asked: string): void
  onPick(value: string): void
  about?(option: Option): ReactNode
}) {
  const { label, search, nothing, value, shown, options, mayChange, hint, onPick, about } = props
  const [asked, setAsked] = useState('')
  const words = asked.trim().toLocaleLowerCase()
  const has = (text = '') => text.toLocaleLowerCase().includes(words)
  const found = options.filter(one => props.filtered === false || has(one.label) || has(one.detail))
  const ask = (next: string) => {
    setAsked(next)
    props.onAsk?.(next.trim())
  }
  const field = (
    <>
      <bdi className="trunc">{shown}</bdi>
      <Icon name="open" />
    </>
  )
  return (
    <div className="field">
      <span className="label">{label}</span>
      {mayChange ? (
        <Popover name={`${label}: ${shown}`} button={field} look="picked-name" width={340}>
          {close => (
            <SearchList<FoundOption & { option: Option }>
              label={search}
              results={label}
              asked={asked}
              first={value}
              found={found.slice(0, MOST_SHOWN).map(option => ({
                key: option.value,
                option,
                body: (
                  <span className="found-name">
                    <bdi>{option.label}</bdi>
                    {option.detail !== undefined && option.detail !== '' && (
                      <small className="faint">
                        <bdi>{option.detail}</bdi>
                      </small>
                    )}
                  </span>
                ),
              }))}
              nothing={<p className="soft small">{nothing}</p>}
              onAsk={ask}
              onTake={({ option }) => {
                close()
                ask('')
                if (option.value !== value) onPick(option.value)
              }}
              {...(about && { about: ({ option }) => about(option) })}
            />
          )}
        </Popover>
      ) : (
        <span className="picked-name fixed">{field}</span>
      )}
      {hint !== undefined && <small className="faint">{hint}</small>}
    </div>
  )
}
