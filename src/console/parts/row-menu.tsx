/** A menu behind a button. */
import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'

export interface MenuAction {
  label: string
  icon?: ReactNode
  danger?: boolean
  onClick(): void
}

export function ActionMenu(props: {
  /** What a reader says of the button. */
  name: string
  button: ReactNode
  look?: string
  actions: readonly MenuAction[]
}) {
  return (
    <Menu position="bottom-end" withinPortal classNames={{ dropdown: 'menu', item: 'menu-item' }}>
      <Menu.Target>
        <button
          type="button"
          className={props.look ?? 'btn quiet icon'}
          aria-label={props.name}
          title={props.name}
        >
          {props.button}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {props.actions.map(({ label, icon, danger, onClick }) => (
          <Menu.Item
            key={label}
            leftSection={icon}
            onClick={onClick}
            className={danger ? 'danger' : ''}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
