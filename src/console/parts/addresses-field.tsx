/** Addresses typed or pasted, each a chip; others are offered below. */
import { useId, useState } from 'react'
import { useTexts } from '../texts/language.tsx'
import './chips.css'
import { Icon } from './icons.tsx'

/** Between addresses, also of a pasted column. */
const BETWEEN = /[\s,;]+/
/** Only what certainly is none: the service knows the rest. */
const LOOKS_RIGHT = /^[^@\s]+@[^@\s]+$/
/** Of a pasted text. */
const MOST_TYPED = 20_000

export interface GivenAddresses {
  chips: readonly string[]
  /** Not a chip yet. */
  typed: string
}

/** Each once. */
export const addressesIn = ({ chips, typed }: GivenAddresses): string[] => {
  const all = [...chips, ...typed.split(BETWEEN).filter(text => text !== '')]
  return [...new Map(all.map(address => [address.toLowerCase(), address])).values()]
}

export const isAddress = (text: string): boolean => LOOKS_RIGHT.test(text)

export function AddressesField(props: {
  label: string
  value: GivenAddresses
  offered?: readonly string[]
  hint?: string
  problem?: string | undefined
  focused?: boolean
  onChange(value: GivenAddresses): void
}) {
  const texts = useTexts('common')
  const id = useId()
  const { label, value, hint, problem, focused, onChange } = props
  const [pasting, setPasting] = useState(false)
  const chosen = new Set(addressesIn(value).map(address => address.toLowerCase()))
  const offered = (props.offered ?? []).filter(one => !chosen.has(one.toLowerCase()))
  const asChips = (typed: string) =>
    onChange({ chips: addressesIn({ ...value, typed }), typed: '' })
  const about = problem !== undefined ? `${id}p` : hint === undefined ? undefined : `${id}h`
  return (
    <div className="field addresses">
      <label htmlFor={id}>{label}</label>
      <div className="plain-input address-box" data-wrong={problem !== undefined || undefined}>
        {value.chips.map(address => (
          <span key={address} className={isAddress(address) ? 'chip' : 'chip bad'}>
            <bdi className="trunc">{address}</bdi>
            <button
              type="button"
              aria-label={texts.takeOut(address)}
              onClick={() =>
                onChange({ ...value, chips: value.chips.filter(one => one !== address) })
              }
            >
              <Icon name="close" />
            </button>
          </span>
        ))}
        <input
          id={id}
          value={value.typed}
          maxLength={MOST_TYPED}
          inputMode="email"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          data-autofocus={focused || undefined}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={about}
          onPaste={() => setPasting(true)}
          onChange={event => {
            const typed = event.currentTarget.value
            if (pasting || BETWEEN.test(typed)) asChips(typed)
            else onChange({ ...value, typed })
            setPasting(false)
          }}
          onKeyDown={event => {
            if (event.key === 'Enter' && value.typed !== '') {
              event.preventDefault()
              asChips(value.typed)
            }
            if (event.key === 'Backspace' && value.typed === '' && value.chips.length > 0)
              onChange({ ...value, chips: value.chips.slice(0, -1) })
          }}
          onBlur={() => value.typed !== '' && asChips(value.typed)}
        />
      </div>
      {hint !== undefined && problem === undefined && (
        <small id={`${id}h`} className="faint">
          {hint}
        </small>
      )}
      {problem !== undefined && (
        <small id={`${id}p`} className="problem" role="alert">
          {problem}
        </small>
      )}
      {offered.length > 0 && (
        <div className="offered">
          {offered.map(address => (
            <button
              key={address}
              type="button"
              className="chip add"
              onClick={() => onChange({ ...value, chips: [...value.chips, address] })}
            >
              <Icon name="plus" />
              <bdi className="trunc">{address}</bdi>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
