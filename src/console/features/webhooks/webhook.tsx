/** One webhook: where it stands, what can be done with it, and the log of its deliveries. */
import { Link, useSearch } from '@tanstack/react-router'
import { ApiFailure } from '../../api/client.ts'
import { PageHead } from '../../parts/frame.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { UnreadPage } from '../../parts/unread-page.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { useWebhook, type Webhook } from './calls.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { WebhookActs } from './webhook-acts.tsx'
import { KeyIds, LastAnswer, Waiting, WebhookState } from './webhook-state.tsx'
import { FORMAT_NAMES, useWebhookTexts } from './words.ts'
import './webhooks.css'

export function WebhookPage() {
  const texts = useWebhookTexts()
  const { name } = useSearch({ from: '/webhooks/one' })
  const webhook = useWebhook(name)
  const back = <Link to="/webhooks">{texts.title}</Link>
  if (name === '' || (webhook.error instanceof ApiFailure && webhook.error.status === 400))
    return (
      <>
        <PageHead title={texts.webhook} above={back} />
        <div className="page">
          <EmptyState title={texts.gone} sentence={texts.goneHint} />
        </div>
      </>
    )
  if (!webhook.data)
    return (
      <UnreadPage
        title={texts.webhook}
        above={back}
        error={webhook.error}
        onRetry={webhook.refetch}
      />
    )
  const of = webhook.data
  return (
    <>
      <PageHead title={of.name} above={back} />
      <div className="page stack wide">
        <WebhookActs of={of} />
        <Facts of={of} />
        <DeliveryLog key={of.name} of={of} />
      </div>
    </>
  )
}

function Facts({ of }: { of: Webhook }) {
  const texts = useWebhookTexts()
  const { number } = useFigures()
  const { kinds } = useTexts('auditValues').of
  const isAll = of.events.length === Object.keys(kinds).length
  return (
    <dl className="facts webhook-facts">
      <div>
        <dt>{texts.url}</dt>
        <dd>
          <bdi>{of.url}</bdi>
        </dd>
      </div>
      <div>
        <dt>{texts.state}</dt>
        <dd>
          <WebhookState of={of} />
        </dd>
      </div>
      <div>
        <dt>{texts.last}</dt>
        <dd>
          <LastAnswer of={of} />
        </dd>
      </div>
      <div>
        <dt>{texts.waiting}</dt>
        <dd>
          <Waiting of={of} />
        </dd>
      </div>
      <div>
        <dt>{texts.sent}</dt>
        <dd>{number(of.sent)}</dd>
      </div>
      <div>
        <dt>{texts.dead}</dt>
        <dd>{number(of.dead)}</dd>
      </div>
      <div>
        <dt>{texts.events}</dt>
        <dd>{isAll ? texts.allEvents : of.events.map(kind => kinds[kind]).join(', ')}</dd>
      </div>
      <div>
        <dt>{texts.format}</dt>
        <dd>{FORMAT_NAMES[of.format]}</dd>
      </div>
      <div>
        <dt>{texts.keys}</dt>
        <dd>
          <KeyIds of={of} />
        </dd>
      </div>
    </dl>
  )
}
