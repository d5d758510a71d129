/** The pages about whether emails arrive, as tabs below the head of each. */
import { useNavigate } from '@tanstack/react-router'
import { useRight } from '../../api/session.ts'
import { PageTabs } from '../../parts/page-tabs.tsx'
import { useTexts } from '../../texts/language.tsx'

const PAGES = {
  arrival: '/deliverability',
  seeds: '/seed-tests',
  domains: '/domains',
  reports: '/domain-reports',
} as const

export function ArrivalTabs({ current }: { current: keyof typeof PAGES }) {
  const texts = useTexts('deliverability')
  const operates = useRight('operate')
  const navigate = useNavigate()
  // Reports are the installation's: a domain may be that of several accounts.
  const shown = operates
    ? (['arrival', 'seeds', 'domains', 'reports'] as const)
    : (['arrival', 'seeds', 'domains'] as const)
  return (
    <PageTabs<keyof typeof PAGES>
      label={texts.title}
      value={current}
      choices={shown.map(value => ({ value, label: texts.tabs[value] }))}
      onChange={page => void navigate({ to: PAGES[page] })}
    />
  )
}
