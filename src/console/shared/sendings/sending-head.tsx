/** The head of the pages of one sending: its name, its state, and its tabs. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Badge, type BadgeLook } from '../../parts/badge.tsx'
import { PageHead } from '../../parts/frame.tsx'
import type { IconName } from '../../parts/icons.tsx'
import { useTexts } from '../../texts/language.tsx'
import type { SendingStateName } from './texts.ts'

const LOOKS: Record<SendingStateName, { look: BadgeLook; icon: IconName }> = {
  scheduled: { look: 'scheduled', icon: 'clock' },
  sending: { look: 'sending', icon: 'send' },
  paused: { look: 'paused', icon: 'pause' },
  finished: { look: 'sent', icon: 'check' },
  cancelled: { look: 'draft', icon: 'optOut' },
  unconfirmed: { look: 'confirm', icon: 'alert' },
}

export function StateBadge({ state }: { state: SendingStateName }) {
  const texts = useTexts('sendings')
  const { look, icon } = LOOKS[state]
  return (
    <Badge look={look} icon={icon}>
      {texts.states[state]}
    </Badge>
  )
}

export function SendingHead(props: {
  id: number
  name: string
  state: SendingStateName
  actions?: ReactNode
}) {
  const texts = useTexts('sendings')
  const { id, name, state, actions } = props
  const params = { id: String(id) }
  const tab = { className: 'tab', activeOptions: { exact: true, includeSearch: false } }
  return (
    <>
      <PageHead
        title={name}
        above={<Link to="/sendings">{texts.sendings}</Link>}
        aside={<StateBadge state={state} />}
        actions={actions}
      />
      <nav className="tabs" aria-label={texts.tabs}>
        <Link {...tab} to="/sendings/$id" params={params}>
          {texts.tabLive}
        </Link>
        <Link {...tab} to="/sendings/$id/report" params={params}>
          {texts.tabReport}
        </Link>
        <Link {...tab} to="/sendings/$id/recipients" params={params}>
          {texts.tabRecipients}
        </Link>
      </nav>
    </>
  )
}
