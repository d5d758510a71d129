/** Menus behind a button. */
import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'

export interface MenuAction {
  label: string
  icon?: ReactNode
  danger?: boolean
  onClick(): void
}

export function ActionMenu(props: {
  /** The name of the button for screen readers. */
  name: string
  button: ReactNode
  look?: string
  /** A function: asked when the menu opens. */
  actions: readonly MenuAction[] | (() => readonly MenuAction[])
  /** Of many actions: it scrolls. */
  long?: boolean
}) {
  const dropdown = props.long ? 'menu menu-long' : 'menu'
  return (
    <Menu position="bottom-end" withinPortal classNames={{ dropdown, item: 'menu-item' }}>
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
        <ActionItems actions={props.actions} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** Drawn while the menu is open only. */
function ActionItems({ actions }: Pick<Parameters<typeof ActionMenu>[0], 'actions'>) {
  const shown = typeof actions === 'function' ? actions() : actions
  return shown.map(({ label, icon, danger, onClick }) => (
    <Menu.Item key={label} leftSection={icon} onClick={onClick} className={danger ? 'danger' : ''}>
      {label}
    </Menu.Item>
  ))
}

/** A menu of which several choices hold; they stay in the order of the choices. */

export function CheckMenu<Value extends string>(props: {
  label: string
  icon: ReactNode
  choices: readonly { value: Value; label: string }[]
  chosen: readonly Value[]
  onChange(chosen: Value[]): void
}) {
  const { label, icon, choices, chosen, onChange } = props
  const toggle = (value: Value) => {
    const next = choices
      .map(choice => choice.value)
      .filter(one => chosen.includes(one) !== (one === value))
    if (next.length > 0) onChange(next)
  }
  return (
    <Menu
      position="bottom-end"
      closeOnItemClick={false}
      withinPortal
      classNames={{ dropdown: 'menu menu-long', item: 'menu-item' }}
    >
      <Menu.Target>
        <button type="button" className="btn">
          {icon}
          {label}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(choice => (
          <Menu.Item
            key={choice.value}
            role="menuitemcheckbox"
            aria-checked={chosen.includes(choice.value)}
            onClick={() => toggle(choice.value)}
          >
            <bdi>{choice.label}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
