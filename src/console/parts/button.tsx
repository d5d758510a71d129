/** A button is a verb and its object; its key is printed on it. */
import type { ReactNode } from 'react'

export function Button(props: {
  children: ReactNode
  look?: 'primary' | 'quiet' | 'danger' | 'danger solid' | 'primary huge'
  type?: 'submit'
  busy?: boolean
  icon?: ReactNode
  /** The shortcut that presses it outside of text fields: `n`. */
  hotkey?: string
  onClick?: () => void
}) {
  const { hotkey } = props
  return (
    <button
      className={`btn ${props.look ?? ''}`}
      type={props.type ?? 'button'}
      aria-disabled={props.busy || undefined}
      aria-keyshortcuts={hotkey}
      data-key={hotkey}
      onClick={event => {
        if (props.busy) event.preventDefault()
        else props.onClick?.()
      }}
    >
      {props.icon}
      {props.children}
      {hotkey && (
        <span className="key" aria-hidden="true">
          {hotkey.toUpperCase()}
        </span>
      )}
    </button>
  )
}
