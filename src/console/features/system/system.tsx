/** The installation, for operators: its present state, its checks, its settings. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { PageHead } from '../../parts/frame.tsx'
import { PageTabs } from '../../parts/page-tabs.tsx'
import { ChecksTab } from './checks-tab.tsx'
import { NowTab } from './now-tab.tsx'
import { RetentionTab } from './retention-tab.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { SYSTEM_TABS, type SystemTab } from './tabs.ts'
import { useSystemTexts } from './words.ts'
import '../../parts/charts/charts.css'
import './system.css'

export function SystemPage() {
  const texts = useSystemTexts()
  const { tab = 'now' } = useSearch({ from: '/system' })
  const navigate = useNavigate()
  return (
    <>
      <PageHead title={texts.title} aside={texts.ofAll} />
      <PageTabs<SystemTab>
        label={texts.views}
        value={tab}
        choices={SYSTEM_TABS.map(value => ({ value, label: texts.tabs[value] }))}
        onChange={chosen =>
          void navigate({ to: '/system', search: chosen === 'now' ? {} : { tab: chosen } })
        }
      />
      <div className="page system">
        {tab === 'now' && <NowTab />}
        {tab === 'checks' && <ChecksTab />}
        {tab === 'settings' && <SettingsTab />}
        {tab === 'retention' && <RetentionTab />}
      </div>
    </>
  )
}
