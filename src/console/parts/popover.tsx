/** A small pane at a button: Esc closes it, and the focus goes back. */
import { Popover as Floating } from '@mantine/core'
import { type ReactNode, useState } from 'react'

export function Popover(props: {
  name: string
  button: ReactNode
  look?: string
  width?: number
  children(close: () => void): ReactNode
}) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Floating
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      width={props.width ?? 280}
      trapFocus
      returnFocus
      withinPortal
      classNames={{ dropdown: 'menu popover' }}
    >
      <Floating.Target>
        <button
          type="button"
          className={props.look ?? 'btn quiet'}
          aria-label={props.name}
          title={props.name}
          // The text being written keeps its place.
          onMouseDown={event => event.preventDefault()}
          onClick={() => setOpen(!open)}
        >
          {props.button}
        </button>
      </Floating.Target>
      <Floating.Dropdown aria-label={props.name}>{props.children(close)}</Floating.Dropdown>
    </Floating>
  )
}
