/** SMS: the ledger, replies, opt-outs, credits and prices. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useRight } from '../../api/session.ts'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { PageTabs } from '../../parts/page-tabs.tsx'
import { CreditsView } from './credits.tsx'
import { GatewayNote } from './gateway-note.tsx'
import { MessagesView } from './messages.tsx'
import { PricesView } from './prices.tsx'
import { OptOutsView, RepliesView } from './replies.tsx'
import { SMS_TABS, type SmsTab } from './tabs.ts'
import { useSmsTexts } from './words.ts'
import './sms.css'

const VIEWS: Record<SmsTab, () => React.ReactNode> = {
  messages: MessagesView,
  replies: RepliesView,
  optOuts: OptOutsView,
  credits: CreditsView,
  prices: PricesView,
}

export function SmsPage() {
  const texts = useSmsTexts()
  const navigate = useNavigate()
  const { tab = 'messages' } = useSearch({ from: '/sms' })
  const maySend = useRight('send')
  const View = VIEWS[tab]
  return (
    <>
      <PageHead
        title={texts.title}
        actions={
          maySend && (
            <Link className="btn primary" to="/sms/new">
              <Icon name="plus" />
              {texts.write}
            </Link>
          )
        }
      />
      <PageTabs
        label={texts.title}
        value={tab}
        choices={SMS_TABS.map(value => ({ value, label: texts.tabs[value] }))}
        onChange={value =>
          void navigate({ to: '/sms', search: value === 'messages' ? {} : { tab: value } })
        }
      />
      <div className="page stack wide">
        <GatewayNote />
        <View />
      </div>
    </>
  )
}
