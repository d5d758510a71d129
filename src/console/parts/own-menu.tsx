/** At the foot of the side bar: the member, appearance, language, sign out. */
import { Menu } from '@mantine/core'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { SCHEMES, useScheme } from './scheme.ts'

export function OwnMenu(props: { name: string; role: string; onSignOut(): void }) {
  const texts = useTexts('common')
  const { language, languages, choose } = useLanguage()
  const [scheme, setScheme] = useScheme()
  return (
    <Menu
      position="top-start"
      closeOnItemClick={false}
      classNames={{ dropdown: 'menu', label: 'menu-label' }}
    >
      <Menu.Target>
        <button type="button" className="own">
          <span className="av" aria-hidden="true">
            {initials(props.name)}
          </span>
          <span className="trunc">
            {props.name}
            <small>{props.role}</small>
            <span className="sr">{texts.ownMenu}</span>
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.scheme}</Menu.Label>
        {SCHEMES.map(choice => (
          <Menu.Item
            key={choice}
            role="menuitemradio"
            aria-checked={scheme === choice}
            onClick={() => setScheme(choice)}
          >
            {texts.schemes[choice]}
          </Menu.Item>
        ))}
        <Menu.Label>{texts.language}</Menu.Label>
        {languages.map(one => (
          <Menu.Item
            key={one.value}
            lang={one.value}
            role="menuitemradio"
            aria-checked={language === one.value}
            onClick={() => void choose(one)}
          >
            {one.label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item closeMenuOnClick onClick={props.onSignOut}>
          {texts.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const initials = (name: string): string =>
  name
    .split(/[\s._@-]/, 2)
    .map(word => [...word][0] ?? '')
    .join('')
    .toUpperCase()
