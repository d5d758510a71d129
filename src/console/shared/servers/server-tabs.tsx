/** The pages of relays, rules and mailboxes, as tabs below the head of each. */
import { useNavigate } from '@tanstack/react-router'
import { PageTabs } from '../../parts/page-tabs.tsx'
import { useServerTexts } from './words.ts'

const PAGES = { relays: '/relays', rules: '/route-rules', mailboxes: '/mailboxes' } as const

export type ServerTab = keyof typeof PAGES

export function ServerTabs({ current }: { current: ServerTab }) {
  const texts = useServerTexts()
  const navigate = useNavigate()
  return (
    <PageTabs<ServerTab>
      label={texts.views}
      value={current}
      choices={(['relays', 'rules', 'mailboxes'] as const).map(value => ({
        value,
        label: texts.tabs[value],
      }))}
      onChange={page => void navigate({ to: PAGES[page] })}
    />
  )
}
