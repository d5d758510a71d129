/** A menu of the options for a row of chips; and such a chip. */
import { Menu } from '@mantine/core'
import { Icon } from './icons.tsx'
import './chips.css'

export function PickMenu<Value>(props: {
  label: string
  choices: readonly { key: string; label: string; hint?: string; value: Value }[]
  onPick(value: Value): void
}) {
  const { label, choices, onPick } = props
  if (choices.length === 0) return null
  return (
    // Stays where its button goes: late content of a page may move that out of sight.
    <Menu
      position="bottom-start"
      withinPortal
      hideDetached={false}
      classNames={{ dropdown: 'menu menu-long', item: 'menu-item' }}
    >
      <Menu.Target>
        <button type="button" className="chip add">
          <Icon name="plus" />
          {label}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ key, label: name, hint, value }) => (
          <Menu.Item key={key} onClick={() => onPick(value)}>
            <bdi>{name}</bdi>
            {hint !== undefined && <span className="sub">{hint}</span>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

export function Chip(props: { label: string; remove: string; bad?: boolean; onRemove(): void }) {
  return (
    <span className={props.bad ? 'chip bad' : 'chip'}>
      <b className="trunc">
        <bdi>{props.label}</bdi>
      </b>
      <button type="button" aria-label={props.remove} title={props.remove} onClick={props.onRemove}>
        <Icon name="close" />
      </button>
    </span>
  )
}
