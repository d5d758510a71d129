/** The webhooks of the account, and whether their programs take what is sent. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { UnreadPage } from '../../parts/unread-page.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { useWebhooks, type Webhook, type WebhookSecret } from './calls.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { KeyIds, LastAnswer, Waiting, WebhookState } from './webhook-state.tsx'
import { useWebhookTexts } from './words.ts'
import './webhooks.css'

export function WebhooksPage() {
  const texts = useWebhookTexts()
  const webhooks = useWebhooks()
  const [adding, setAdding] = useState(false)
  const [secret, setSecret] = useState<WebhookSecret>()
  if (!webhooks.data)
    return <UnreadPage title={texts.title} error={webhooks.error} onRetry={webhooks.refetch} />
  const add = (
    <Button look="primary" icon={<Icon name="plus" />} onClick={() => setAdding(true)}>
      {texts.add}
    </Button>
  )
  const some = webhooks.data.length > 0
  return (
    <>
      <PageHead title={texts.title} actions={some && add} />
      <div className="page stack wide">
        {!some && (
          <EmptyState title={texts.none} sentence={texts.noneHint}>
            {add}
          </EmptyState>
        )}
        {some && (
          <>
            <p className="soft">{texts.about}</p>
            <WebhookTable rows={webhooks.data} />
          </>
        )}
      </div>
      {adding && (
        <WebhookForm
          onClose={() => setAdding(false)}
          onSecret={made => {
            setAdding(false)
            setSecret(made)
          }}
        />
      )}
      {secret && <SecretDialog made={secret} onClose={() => setSecret(undefined)} />}
    </>
  )
}

function WebhookTable({ rows }: { rows: readonly Webhook[] }) {
  const texts = useWebhookTexts()
  return (
    <table>
      <thead>
        <tr>
          <th>{texts.webhook}</th>
          <th className="hide-s">{texts.events}</th>
          <th>{texts.state}</th>
          <th className="hide-s">{texts.last}</th>
          <th className="num hide-s">{texts.waiting}</th>
          <th className="hide-s">{texts.keys}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={row.name}>
            <td className="wrap">
              <Link to="/webhooks/one" search={{ name: row.name }} className="strong">
                <bdi>{row.name}</bdi>
              </Link>
              <span className="sub soft">
                <bdi>{row.url}</bdi>
              </span>
            </td>
            <td className="wrap hide-s">
              <Kinds of={row} />
            </td>
            <td className="wrap">
              <WebhookState of={row} />
            </td>
            <td className="wrap hide-s">
              <LastAnswer of={row} />
            </td>
            <td className="num hide-s">
              <Waiting of={row} />
            </td>
            <td className="wrap hide-s">
              <KeyIds of={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** More are counted. */
const MOST_NAMED = 3

function Kinds({ of: { events } }: { of: Webhook }) {
  const texts = useWebhookTexts()
  const { number } = useFigures()
  const { kinds } = useTexts('auditValues').of
  if (events.length === Object.keys(kinds).length) return texts.allEvents
  return events.length > MOST_NAMED
    ? texts.chosenEvents(number(events.length))
    : events.map(kind => kinds[kind]).join(', ')
}
