/** A button is a verb and its object. */
import type { ReactNode } from 'react'

export function Button(props: {
  children: ReactNode
  look?: 'primary' | 'quiet' | 'danger' | 'danger solid' | 'primary huge'
  type?: 'submit'
  busy?: boolean
  icon?: ReactNode
  onClick?: () => void
}) {
  return (
    <button
      className={`btn ${props.look ?? ''}`}
      type={props.type ?? 'button'}
      aria-disabled={props.busy || undefined}
      onClick={event => {
        if (props.busy) event.preventDefault()
        else props.onClick?.()
      }}
    >
      {props.icon}
      {props.children}
    </button>
  )
}
