/** One relay: its state, limits, slowed providers, and its warm-up day by day. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { PageHead } from '../../parts/frame.tsx'
import { EmptyState, Failure } from '../../parts/states.tsx'
import { UnreadPage } from '../../parts/unread-page.tsx'
import { type KnownRelay, useRelays } from '../../shared/relays/relay-calls.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { ProviderSection } from './provider-section.tsx'
import { RelayActions } from './relay-actions.tsx'
import { RelayState } from './relay-row.tsx'
import { WarmUpSection } from './warm-up-section.tsx'
import { useRelayTexts } from './words.ts'
import '../../parts/charts/charts.css'
import './relays.css'

export function RelayPage() {
  const { name } = useSearch({ from: '/relays/relay' })
  const texts = useRelayTexts()
  const relays = useRelays()
  const navigate = useNavigate()
  const [error, setError] = useState<unknown>(undefined)
  const above = <Link to="/relays">{texts.back}</Link>
  if (!relays.data) return <UnreadPage title={name} error={relays.error} onRetry={relays.refetch} />
  const relay = relays.data.find(one => one.name === name)
  if (!relay)
    return (
      <>
        <PageHead title={name} above={above} />
        <div className="page stack wide">
          <EmptyState title={texts.gone} sentence={texts.goneHint}>
            {above}
          </EmptyState>
        </div>
      </>
    )
  return (
    <>
      <PageHead
        title={relay.name}
        above={above}
        aside={<bdi>{relay.relay}</bdi>}
        actions={
          <RelayActions
            of={relay}
            onError={setError}
            onRemoved={() => void navigate({ to: '/relays' })}
          />
        }
      />
      <div className="page stack wide relay-page">
        {error !== undefined && <Failure error={error} />}
        <p className="relay-now">
          <RelayState of={relay} />
        </p>
        <LimitsSection of={relay} />
        <ProviderSection of={relay} />
        {relay.limits && <WarmUpSection name={relay.name} />}
      </div>
    </>
  )
}

function LimitsSection({ of }: { of: KnownRelay }) {
  const own = useRelayTexts()
  const texts = useTexts('relays')
  const { number } = useFigures()
  const { limits, pace, usedToday } = of
  const orNone = (value: number | null) => (value === null ? texts.noLimit : number(value))
  const rows: [name: string, value: string, more?: string][] = limits
    ? [
        [texts.rate, orNone(limits.ratePerSecond)],
        [texts.quota, orNone(limits.dailyQuota)],
        [texts.connections, number(limits.connections)],
        [texts.perConnection, number(limits.emailsPerConnection)],
        [texts.priority, number(limits.priority), texts.priorityHint],
      ]
    : []
  rows.push([own.today, number(usedToday)])
  if (pace?.perSecond != null)
    rows.push([own.foundRate, number(pace.perSecond), pace.reply ? own.itSaid(pace.reply) : ''])
  if (pace?.emailsPerConnection != null)
    rows.push([own.foundShare, number(pace.emailsPerConnection)])
  return (
    <section aria-labelledby="relay-limits">
      <div className="sech">
        <h2 id="relay-limits">{own.limits}</h2>
        {!limits && <p>{own.noLimits}</p>}
      </div>
      <dl className="relay-facts">
        {rows.map(([name, value, more]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value}
              {more && <span className="sub">{more}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
