/** A button with an icon alone: its name is a tooltip, and the label for screen readers. */
import { Icon, type IconName } from './icons.tsx'

export function IconButton(props: {
  name: string
  icon: IconName
  onClick(): void
  pressed?: boolean
  off?: boolean
  look?: string
  keys?: string
  /** The shortcut that presses it outside of text fields: `j`. */
  hotkey?: string
}) {
  const { name, icon, pressed, off, hotkey } = props
  const keys = props.keys ?? hotkey?.toUpperCase()
  return (
    <button
      type="button"
      className={props.look ?? 'btn quiet icon'}
      aria-label={name}
      title={keys === undefined ? name : `${name} (${keys})`}
      aria-pressed={pressed}
      aria-disabled={off || undefined}
      aria-keyshortcuts={hotkey}
      data-key={hotkey}
      // A press leaves the focus, and a choice of text, where it is.
      onMouseDown={event => event.preventDefault()}
      onClick={() => {
        if (!off) props.onClick()
      }}
    >
      <Icon name={icon} />
    </button>
  )
}
